"""The techniques of the search of open hands, as Python sees them; see the ``.pxd``."""
