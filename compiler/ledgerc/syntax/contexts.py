"""The kinds of lines, what each is called, and which lines open which body."""

from __future__ import annotations

from typing import NamedTuple

from ledgerc.syntax import ast


class Context(NamedTuple):
    """A kind of line: the rule of the grammar that it is, and what an author calls it."""

    start: str
    what: str
    article_where: str
    """Where such a line stands, as in "…: it belongs in an effect"."""


DECLARATION = Context("declaration", "declaration", "at column 1 of a catalog")
EFFECT = Context("effect_item", "line of an effect", "in an effect")
AURA = Context("aura_item", "line of an aura", "in an aura")
ABILITY = Context("ability_line", "line of an ability", "in an ability")
ARCHETYPE = Context("archetype_item", "line of an archetype", "in an archetype")
STATEMENT = Context(
    "statement", "statement", "in the body of a rule, ability or routine"
)
PLAY_DECLARATION = Context(
    "play_declaration", "`scene`, `play` or `catalog`", "at column 1"
)
STEP = Context("step", "step", "in a scene or a play")
LOG = Context("log_line", "entry of a log", "under `expect log`")

LEDGER_CONTEXTS = (DECLARATION, EFFECT, STATEMENT, ABILITY, ARCHETYPE, AURA)
PLAY_CONTEXTS = (PLAY_DECLARATION, STEP)

_BODIES: dict[type, Context] = {
    ast.Effect: EFFECT,
    ast.Ability: ABILITY,
    ast.Archetype: ARCHETYPE,
    ast.Routine: STATEMENT,
    ast.Aura: AURA,
    ast.Before: STATEMENT,
    ast.After: STATEMENT,
    ast.Every: STATEMENT,
    ast.On: STATEMENT,
    ast.ForEach: STATEMENT,
    ast.Repeat: STATEMENT,
    ast.RepeatUntil: STATEMENT,
    ast.Branch: STATEMENT,
    ast.AtOnce: STATEMENT,
    ast.Scene: STEP,
    ast.Play: STEP,
    ast.ExpectLog: LOG,
}
_TEMPLATE_BODIES = {"archetype": ARCHETYPE, "effect": EFFECT, "ability": ABILITY}
_WORD_BODIES: dict[str, Context] = {
    "effect": EFFECT,
    "ability": ABILITY,
    "archetype": ARCHETYPE,
    "single": ARCHETYPE,
    "routine": STATEMENT,
    "aura": AURA,
    "before": STATEMENT,
    "after": STATEMENT,
    "every": STATEMENT,
    "on": STATEMENT,
    "for": STATEMENT,
    "repeat": STATEMENT,
    "if": STATEMENT,
    "else": STATEMENT,
    "scene": STEP,
    "play": STEP,
}

# These say nothing without a body; the others may be empty (`archetype Side`).
NEEDS_BODY = (
    ast.Routine,
    ast.Aura,
    ast.Before,
    ast.After,
    ast.Every,
    ast.On,
    ast.ForEach,
    ast.Repeat,
    ast.RepeatUntil,
    ast.Branch,
    ast.AtOnce,
    ast.Scene,
    ast.Play,
)


def body_of(node: object) -> Context | None:
    """What the lines under a node are, or None if it has no body."""
    if isinstance(node, ast.Template):
        return _TEMPLATE_BODIES[node.kind]
    return _BODIES.get(type(node))


def body_of_words(words: list[str]) -> Context | None:
    """What the lines under a line that did not parse most likely are, from its first words."""
    if words[0] == "template" and len(words) > 1:
        return _TEMPLATE_BODIES.get(words[1])
    return _WORD_BODIES.get(words[0])
