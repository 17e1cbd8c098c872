"""The board: a page in the browser that sets hands up and shows what their moves are worth.

- ``limits``: how much a page may send, and how long and how often it may search, in one place.
- ``protection``: which requests are heard at all: by host, origin, token, size and rate.
- ``searches``: as many searches at a time as there are processors, each stopped with its page.
- ``views``, ``table_views``: a position as the page draws it, of two and of three and four.
- ``requests``: positions, moves and searches as the page asks for them.
- ``answers``: what is answered: the lines of the commands, by the JSON schema.
- ``sentences``: what the terminal says of hands of three and four.
- ``playing``: hands played against engines.
- ``reviewing``: records reviewed.
- ``studies``: trees of moves with notes, as text.
- ``quizzes``: positions to think about.
- ``exporting``: a folder that opens from disk.
- ``page_files``: the files of the page, which lie in ``page``.
- ``server``: what serves all this; only this module imports Starlette and uvicorn.

A request has text and numbers. None of them names a file.

May use: _core, board, double_dummy, engines, errors, game, hand, hidden_hands, limits, matches,
melding, notation, playoff, render, reviews, rules, schema, stock, table, version.
"""
