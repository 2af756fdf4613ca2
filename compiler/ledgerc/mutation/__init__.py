"""Mutation testing of rules: is there a play for every rule that would fail without it?

``operators`` propose small changes of one node of the IR; ``mutants`` makes of all that mean the
same line of the author one mutant of a catalog; ``suite`` runs plays against a catalog in memory
and knows which plays touch which lines; ``choosing`` finds the plays and the mutants of a run;
``running`` tries them, in one process or several; ``equivalents`` reads what an author has listed
as making no difference; ``telling`` prints. It works on the IR, so that nothing is read or
compiled again for a mutant but the Python that differs.
"""
