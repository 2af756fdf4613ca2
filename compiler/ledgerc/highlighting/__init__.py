"""Colours for both languages: a Pygments lexer, and a TextMate grammar made of the same words."""
