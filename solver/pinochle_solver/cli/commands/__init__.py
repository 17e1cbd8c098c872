"""The commands: a module of the name of each, imported when it is called.

``bulk_runs`` is no command: the commands of ``bulk`` share it.
"""
