"""What MacDougall claims, tested: a module for each part of his book (``claims.py``)."""
