"""What a build knows of a catalog from the build before, so that it reads what has changed alone.

``blocks`` parts a file by its declarations; ``record`` is what is kept of a catalog; ``recording``
makes it from an analysis; ``recalling`` analyses a catalog again with it. A recalled catalog is
the same as one that is read whole, or there is none: docs/architecture.md, A build after a change.
"""
