"""The site of a content: a page a recipe, an index by group, game and word (``ledgerc docs``).

``gathering`` compiles and plays what there is and fills the records of ``pages``; ``manual`` is
the page of the language, ``listing`` the coloured sources, ``excerpts`` the generated Python of
each rule; ``writing`` renders the templates and writes the folder.
"""
