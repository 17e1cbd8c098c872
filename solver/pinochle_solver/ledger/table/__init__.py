"""Hands of three and four in the ledger.

- ``hands``: a reviewed hand as rows.
"""
