"""The Ledger rules compiler: catalogs and plays in, plain Python and pytest tests out."""

__version__ = "0.1.0"
