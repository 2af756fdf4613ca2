"""How fast generated rules are, beside rules written by hand. ``python -m tests.bench.rules``."""
