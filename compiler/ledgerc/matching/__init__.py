"""Many matches: which rules they are of, chunks of them, where chunks are played, what is told.

``ledgerc match`` reads arguments, calls these functions and prints; ``docs/match.md`` describes
what they do.
"""
