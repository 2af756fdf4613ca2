"""What ``any`` and formulas answered to a statement that is watched: as it ran, not asked again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import FrameType
from typing import Any

from ledger_runtime.entity import Entity
from ledger_runtime.explaining.source import Read, any_lines_of
from ledger_runtime.log import field_text

_TOLD = (Entity, Fraction, bool, int, str, tuple, type)
_Tracer = Callable[[FrameType, str, Any], Any]

_WORLD = ("w", "self")


def answers_to(frame: FrameType, answers: list[Read]) -> _Tracer | None:
    """What follows a frame that a watched one called, and adds its answer; None of any other."""
    code = frame.f_code
    if frame.f_trace is not None:  # a generator that goes on
        return frame.f_trace
    if code.co_name == "<genexpr>":
        lines = any_lines_of(code.co_filename)
        return _any_answer(answers) if code.co_firstlineno in lines else None
    formula = frame.f_globals.get(code.co_name)
    if getattr(formula, "__code__", None) is code:
        head = (formula.__doc__ or "").split()[:2]
        if head and head[0] == "formula":
            is_truth = formula.__annotations__.get("return") == "bool"
            return _call_answer(f"{head[1]}({_given(frame)})", is_truth, answers)
    elif code.co_name == "distance" and code.co_varnames[:1] == ("self",):
        return _call_answer(f"distance({_given(frame)})", False, answers)
    return None


def _any_answer(answers: list[Read]) -> _Tracer:
    """Follows what an ``any`` goes through: the first that it finds, or how many it looked at."""
    at = len(answers)
    looked = 0

    def step(frame: FrameType, event: str, value: Any) -> Any:
        nonlocal looked
        if event == "return" and value is not None:
            looked += 1
            told = f"none of {looked}"
            if value:
                told = _item(frame)
            del answers[at:]
            answers.append(Read(f"any(…: {told})", bool(value), None, ""))
        elif event == "return" and not looked:
            answers.append(Read("any(…: nobody)", False, None, ""))
        return step

    return step


def _item(frame: FrameType) -> str:
    """Whom a generator is at: its first variable after what it goes through."""
    return _text(frame.f_locals.get(frame.f_code.co_varnames[1]))


def _call_answer(told: str, is_truth: bool, answers: list[Read]) -> _Tracer:
    """Follows a call until it gives something."""

    def step(frame: FrameType, event: str, value: Any) -> Any:
        if event == "return" and isinstance(value, (int, Fraction)):
            answers.append(Read(told, bool(value) if is_truth else value, None, ""))
        return step

    return step


def _given(frame: FrameType) -> str:
    """The arguments of a call, but for the world."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    given = [_text(frame.f_locals[name]) for name in names if name not in _WORLD]
    return ", ".join(given)


def _text(value: Any) -> str:
    return field_text(value) if isinstance(value, _TOLD) else "…"
