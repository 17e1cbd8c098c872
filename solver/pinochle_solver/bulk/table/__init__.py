"""The same for the games for three and four.

- ``columns``: which columns there are; positions and deals as columns, and back.
- ``answers``: solutions and analyses as columns.
- ``forms``: what the rows of a file may be.
- ``tables``: values as tables.
- ``jobs``: what is done with every row.
- ``openings``: hands before the auction that are tried for the tables of opening hands, as a job.
"""
