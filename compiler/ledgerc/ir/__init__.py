"""The intermediate representation: a catalog with every name resolved and every type known.

``catalog`` (with ``declarations``, ``effects``, ``abilities``, ``archetypes``), ``statements``,
``expressions`` and ``plays`` hold the nodes (data only); ``verify`` checks what every pass may
rely on; ``pprint`` prints it (``ledgerc dump ir``); ``facts`` answers questions about a whole
catalog (who can hold an effect, what a rule may do).
"""
