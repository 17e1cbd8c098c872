"""The version of the package.

May use: nothing.
"""

__version__ = "0.1.0"
