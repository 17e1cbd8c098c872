"""The version of the package.

May use: nothing.
"""

__version__ = "0.2.0"
