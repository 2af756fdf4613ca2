"""Rule coverage: which rules act, which conditions hold and fail, which refusals are given.

``instrument`` puts counters into a copy of the IR, so that a normal build knows nothing of them;
``counters`` are what they count into; ``covered`` runs plays with them and adds up what several
catalogs share; ``table`` tells it, ``data`` writes it for coverage.py, of which
:mod:`ledgerc.coverage_plugin` is the plugin.
"""
