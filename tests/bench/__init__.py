"""How fast the compiler is. ``python -m tests.bench`` prints figures; nothing here is a test."""
