"""Plays: a parsed ``.play`` file in, its steps resolved against the catalog out, or diagnostics.

``files`` reads the file as a whole (scenes, plays, rows), ``commands`` and ``scripts`` the steps
that do something, ``expectations`` those that compare, ``refusals`` and ``log_lines`` what these
may name. The statements that a play shares with catalogs are elaborated as there.
"""

from ledgerc.sema.plays.files import analyse_play, catalog_line

__all__ = ["analyse_play", "catalog_line"]
