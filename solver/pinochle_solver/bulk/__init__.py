"""Positions and hands by the million: Parquet in, Parquet out, by many processes (docs/BULK.md).

It needs pyarrow, and Dask to join a cluster: the extra ``bulk``. It is imported only when
it is asked for.

- ``columns``: which columns there are, and how hands are packed into them.
- ``playoffs``, ``stock_positions``, ``record_columns``: positions and hands as columns, and back.
- ``solutions``, ``analyses``: answers as columns.
- ``forms``: what the rows of a file may be.
- ``tables``, ``kinds``: values as a table, whatever they are.
- ``parquet``: files, and what they say about themselves.
- ``sources``: where rows come from.
- ``jobs``: what is done with every row.
- ``openings``: hands that are played for the tables of opening hands, as a job.
- ``shards``: some rows, and the file made from them.
- ``workers``: who does the work: this process, several, or a Dask cluster.
- ``output``, ``manifest``: the folder that is filled with shards, and what it holds.
- ``files``: files that are either complete or absent.
- ``running``: all of this together.
- ``table``: the same for three and four.

May use: _core, double_dummy, durable, engines, errors, game, hand, hidden_hands, intervals, limits,
matches, notation, openings, playoff, processes, reviews, rules, stock, table, version.
"""
