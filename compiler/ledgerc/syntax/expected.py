"""What may stand at a place, in the author's words."""

from __future__ import annotations

from collections.abc import Collection, Mapping

_OPERATOR_TEXTS = "+ - * / . == != < <= > >= and or ("
_OPERAND_TEXTS = """
( - not if holder target self it event phase nothing enemies allies other all others cards any can
"""
_OPERATORS = frozenset(_OPERATOR_TEXTS.split())
_OPERANDS = frozenset(_OPERAND_TEXTS.split())

# What only goes on with an expression: never "the" missing word of a line.
ALTERNATIVES = _OPERATORS | _OPERANDS | {")", ":"}


def describe_expected(accepted: Collection[str], terminals: Mapping[str, str]) -> str:
    """A list such as ``a name, `from` or the end of the line``, always in the same order.

    ``accepted`` are names of terminals; ``terminals`` gives the text of those that have one.
    """
    texts = {terminals[name] for name in accepted if name in terminals}
    parts: list[str] = []
    if "NUMBER" in accepted and {"(", "holder"} <= texts:
        parts.append("an expression")
        texts -= _OPERANDS | {"."}
    elif "NUMBER" in accepted and "(" in texts:
        parts += ["a number", "a name", "an expression in parentheses"]
        texts -= {"("}
    elif "(" in texts and "holder" in texts:
        parts.append("an entity: a name, a path, a call, or anything in parentheses")
        texts -= _OPERANDS
    else:
        if "NAME" in accepted:
            parts.append("a name")
        if "NUMBER" in accepted:
            parts.append("a number")
        if "STRING" in accepted:
            parts.append('a text in quotes ("…")')
        if texts & {"+", "."}:
            texts -= _OPERATORS
    if "PATH" in accepted:
        parts.append("the path of a file")
    if "PROVENANCE" in accepted:
        parts.append("`:` and how the number comes about")
    parts.extend(f"`{text}`" for text in sorted(texts))
    if "$END" in accepted:
        parts.append("the end of the line")
    if not parts:
        return "nothing more"
    if len(parts) == 1:
        return parts[0]
    return ", ".join(parts[:-1]) + " or " + parts[-1]
