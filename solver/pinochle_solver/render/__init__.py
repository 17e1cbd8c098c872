"""What people read, as tables: positions, solutions, plans, records, rulebooks, matches, speed.

Nothing else prints these. `Renderer` writes to standard output. Cards have their suit symbols and
colours, or only letters with ``ascii``; rich leaves colours out for a pipe and where ``NO_COLOR``
is set.
"""
