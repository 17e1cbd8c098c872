"""The program as tools for an assistant that speaks the Model Context Protocol (MCP).

- ``limits``: how long a call may take and how much it may send, all in one place.
- ``requests``: the arguments of each tool.
- ``answers``: what a tool answers: the lines of the command, and 95% intervals.
- ``tools``: the tools.
- ``server``: what serves them; only this module imports the MCP SDK.

A tool takes positions, records and names of rulebooks. None of them opens a file.

May use: _core, double_dummy, errors, game, hand, hidden_hands, intervals, melding, notation,
playoff, reviews, rules, schema, stock, table, version.
"""
