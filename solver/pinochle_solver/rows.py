"""The rows that `to_rows` of a result gives to table libraries.

May use: nothing.
"""

Row = dict[str, str | int | float | bool | None]
"""A row of a table, by the names of its columns."""
