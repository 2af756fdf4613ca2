"""What a person asks of a catalog, answered as text."""
