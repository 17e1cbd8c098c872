"""A player's own numbers: every decision of every hand, reviewed once and kept in one file.

It needs DuckDB and pyarrow: the extra ``ledger``. It is imported only when it is asked for.

- ``facts``: what is known of a decision besides its loss.
- ``hands``: a reviewed hand of two as rows.
- ``table``: the same for three and four.
- ``incoming``: a record on its way into the ledger: by what it is known, who played, when.
- ``jobs``: the review of one record, by any process.
- ``file``: the file: its tables, its versions, what is in it.
- ``adding``: reviews what is not in the file yet.
- ``words``: the words of a question, and a question taken apart into them.
- ``tags``: what may be asked of a decision, each tag a row.
- ``queries``: a question as a condition.
- ``numbers``: means over hands, from rows.
- ``report``: what a player lost, and where.
- ``answers``: the decisions that answer a question.

May use: bulk, double_dummy, engines, errors, intervals, limits, matches, notation, reviews, rules,
stock, table, version.
"""
