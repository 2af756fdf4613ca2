"""The fuzzer of sources and saves: ``README.md``."""
