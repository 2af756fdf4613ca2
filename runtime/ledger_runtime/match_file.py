"""A match as a file, and replaying one: the same orders and answers give the same log.

The file is JSON: whose rules, which set-up and seed, and each order with the answers to its
choices, by ids and names. ``docs/match.md`` describes it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Never

from ledger_runtime.codec import decode_number, encode_number, shown
from ledger_runtime.decisions import Choice
from ledger_runtime.errors import RulesError
from ledger_runtime.limits import MOST_COUNT
from ledger_runtime.match import (
    Digests,
    End,
    Match,
    Step,
    Told,
    Watcher,
    log_text,
    save_digest,
)
from ledger_runtime.match_setup import begin_world, set_up, setups
from ledger_runtime.pending import Answer
from ledger_runtime.sides import Sides

FORMAT = "ledger-match"
VERSION = 1


class MatchFileError(ValueError):
    """A file that is no match, is damaged, or is a match of other rules."""


# -- writing ----------------------------------------------------------------------------------


def write_match(match: Match) -> str:
    """A match as the text of a file; the same match gives the same text."""
    form = _form(match)
    return json.dumps({**form, "check": _check(form)}, indent=1) + "\n"


def _form(match: Match) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "catalog": match.catalog,
        "digest": match.digest,
        "setup": match.setup,
        "seed": match.seed,
        "players": list(match.players),
        "sides": list(match.sides),
        "setup_answers": [list(answer) for answer in match.setup_answers],
        "setup_log": match.setup_log,
        "orders": [_step_form(step) for step in match.steps],
        "end": match.end.value,
        "winner": match.winner,
        "log": match.log,
        "save": match.save,
        "error": match.error,
    }


def _step_form(step: Step) -> dict[str, Any]:
    told = step.told
    form: dict[str, Any] = {
        "side": step.side,
        "actor": told.actor,
        "ability": told.ability,
    }
    if told.targets:
        form["targets"] = list(told.targets)
    if told.place is not None:
        form["place"] = [encode_number(number) for number in told.place]
    if told.props:
        form["props"] = {name: encode_number(value) for name, value in told.props}
    if step.answers:
        form["answers"] = [list(answer) for answer in step.answers]
    form["log"] = step.log
    return form


def _check(form: dict[str, Any]) -> str:
    text = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


# -- reading ----------------------------------------------------------------------------------


def read_match(text: str | bytes) -> Match:
    """The match of a file. Raises :class:`MatchFileError` for one that was not written so."""
    try:
        form = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise MatchFileError(f"this is no saved match: no JSON ({error})") from None
    if not isinstance(form, dict) or form.get("format") != FORMAT:
        raise MatchFileError("this is no saved match")
    if form.get("version") != VERSION:
        raise MatchFileError(
            f"this match has version {shown(form.get('version'))}, not {VERSION}"
        )
    check = form.pop("check", None)
    try:
        right = _check(form)
    except (ValueError, RecursionError):  # lone halves of characters, endless nesting
        right = ""
    if check != right:
        raise MatchFileError(
            "this match was changed after it was saved: its check digest is wrong"
        )
    try:
        match = _match(form)
    except (KeyError, TypeError, ValueError, RulesError) as error:
        raise MatchFileError(f"this match is damaged: {error}") from None
    return match


def _no_number(text: str) -> Never:
    raise ValueError(f"{text} is no number")


def _match(form: dict[str, Any]) -> Match:
    steps = tuple(_step(each) for each in _typed(form["orders"], list))
    winner = form["winner"]
    return Match(
        catalog=_typed(form["catalog"], str),
        digest=_typed(form["digest"], str),
        setup=_typed(form["setup"], str),
        seed=_typed(form["seed"], int),
        players=tuple(_typed(each, str) for each in _typed(form["players"], list)),
        sides=tuple(_typed(each, str) for each in _typed(form["sides"], list)),
        setup_answers=_answers(form["setup_answers"]),
        setup_log=_typed(form["setup_log"], str),
        steps=steps,
        end=End(form["end"]),
        winner=None if winner is None else _typed(winner, int),
        first=steps[0].side if steps else None,
        log=_typed(form["log"], str),
        save=_typed(form["save"], str),
        error=_typed(form["error"], str),
    )


def _step(value: Any) -> Step:
    form = _typed(value, dict)
    place = form.get("place")
    if place is not None:
        x, y = (decode_number(number, "a place") for number in place)
        place = (x, y)
    told = Told(
        _typed(form["actor"], int),
        _typed(form["ability"], str),
        tuple(_typed(each, int) for each in form.get("targets", ())),
        place,
        tuple(
            (name, decode_number(value, name))
            for name, value in _typed(form.get("props", {}), dict).items()
        ),
    )
    return Step(
        _typed(form["side"], int),
        told,
        _answers(form.get("answers", [])),
        _typed(form["log"], str),
    )


def _answers(form: Any) -> tuple[Answer, ...]:
    return tuple(
        tuple(
            each if isinstance(each, str) else _typed(each, int)
            for each in _typed(answer, list)
        )
        for answer in _typed(form, list)
    )


def _typed(value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{shown(value)} stands where a {kind.__name__} belongs")
    if kind is int and abs(value) > MOST_COUNT:
        raise ValueError("a number is too large")
    return value


# -- replaying --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of a replay: where it differs from the match, or None, and how far it got."""

    difference: str | None
    orders: int


def replay_match(rules: Any, match: Match, watcher: Watcher | None = None) -> Replay:
    """Give the orders of a match again, and compare the log of each, and the world at the end.

    Raises :class:`MatchFileError` for a match of other rules.
    """
    world_class = getattr(rules, "World", rules)
    catalog = world_class.catalog
    if match.digest != catalog.digest:
        raise MatchFileError(
            f"this is a match of other rules: {shown(match.catalog)} with digest "
            f"{shown(match.digest)}, not {catalog.name!r} with {catalog.digest!r}"
        )
    if match.setup not in setups(world_class):
        raise MatchFileError(f"these rules have no set-up {shown(match.setup)}")
    return _Replaying(world_class, match, watcher or Watcher()).replay()


class _DiffersError(Exception):
    """The replay does not go as the match did."""


class _Replaying:
    """A match while it is replayed."""

    def __init__(self, world_class: Any, match: Match, watcher: Watcher) -> None:
        self.match = match
        self.watcher = watcher
        self.digests = Digests()
        self.left: list[Answer] = []
        self.done = 0
        self.world = begin_world(world_class, match.seed)
        self.world.chooser = self._answer

    def replay(self) -> Replay:
        """All of it, up to where it differs."""
        try:
            self._replay()
        except _DiffersError as differs:
            return Replay(str(differs), self.done)
        return Replay(None, self.done)

    def _replay(self) -> None:
        match, world = self.match, self.world
        setting = "the set-up"
        outcome = self._carry_out(
            lambda: set_up(world, match.setup), match.setup_answers, setting
        )
        if outcome is not None:
            self._compare(log_text(None, outcome.entries), match.setup_log, setting)
            self.watcher.begins(world, Sides.of(world), outcome.entries)
        for number, step in enumerate(match.steps, start=1):
            what = f"order {number} ({step.told.ability} of #{step.told.actor})"
            if world.over:
                raise _DiffersError(f"{what}: the match is over before it")
            if step.told.ability not in world.catalog.ability_named:
                raise _DiffersError(f"{what}: there is no such ability")
            mark = len(world.log)
            outcome = self._carry_out(
                lambda step=step: step.told.give(world),
                step.answers,
                what,
            )
            order = world.log[mark]
            self._compare(log_text(order, outcome.entries), step.log, what)
            world.log.forget()
            self.done += 1
            self.watcher.steps(world, order, outcome.entries)
        if self.digests.whole() != match.log or save_digest(world) != match.save:
            raise _DiffersError(f"the end, after {self.done} orders: the world differs")

    def _carry_out(self, command: Any, answers: tuple[Answer, ...], what: str) -> Any:
        self.left = list(answers)
        try:
            outcome = command()
        except (RulesError, ValueError) as error:
            if self.match.end is End.FAILED and self._is_last(what):
                return None
            raise _DiffersError(f"{what}: {error}") from None
        if not outcome.done:
            raise _DiffersError(f"{what}: refused, {outcome.message}")
        if self.left:
            raise _DiffersError(f"{what}: {len(self.left)} choices were not asked")
        return outcome

    def _is_last(self, what: str) -> bool:
        """Whether the match failed in its set-up, before any order."""
        return not self.match.steps and what == "the set-up"

    def _answer(self, world: Any, choice: Choice[Any]) -> Any:
        if not self.left:
            raise ValueError(f"the choice {choice.name!r} was not made in the match")
        return choice.named(self.left.pop(0))

    def _compare(self, text: str, digest: str, what: str) -> None:
        if self.digests.add(text) != digest:
            raise _DiffersError(f"{what}: its log differs")
