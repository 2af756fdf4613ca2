"""Meaning: syntax trees in, a typed and resolved catalog out, or diagnostics.

``analysis.analyse`` runs the passes, in this order: ``loading`` (follows ``use``), ``collect``
(symbol tables), ``templates`` (expansion), ``inference`` (types of parameters, whole stats), the
readers (``declarations``, ``effects``, ``abilities``, ``archetypes``; their bodies by
``statements`` and ``expressions``), ``cycles`` and ``lint``. ``plays`` does the same for plays.
"""

from ledgerc.sema import expressions, statements
from ledgerc.sema.analysis import Analysed, analyse, analyse_files

__all__ = ["Analysed", "analyse", "analyse_files", "expressions", "statements"]
