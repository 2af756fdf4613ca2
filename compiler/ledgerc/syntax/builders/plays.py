"""Builds scenes, plays and their steps; bodies are filled in by ``blocks``."""

from __future__ import annotations

from typing import Any

from lark import Token

from ledgerc.syntax import ast
from ledgerc.syntax.builders.statements import StatementBuilder

_COMPARISONS = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class PlayBuilder(StatementBuilder):
    """Callbacks of ``play.lark``."""

    def catalog(self, children: list[Any]) -> ast.Catalog:
        token = children[0]
        return ast.Catalog(ast.FilePath(token.value, self.at(token)), span=self.line)

    def scene(self, children: list[Any]) -> ast.Scene:
        return ast.Scene(children[0], span=self.line)

    def play(self, children: list[Any]) -> ast.Play:
        title, scene, columns = children
        return ast.Play(self.string(title), scene, columns or (), span=self.line)

    def play_turned(self, children: list[Any]) -> ast.Play:
        title, columns, scene = children
        return self.play([title, scene, columns])

    def make_named(self, children: list[Any]) -> ast.Make:
        name, archetype, (values, at, facing, zone) = children
        return ast.Make(archetype, values, at, facing, zone, name, span=self.line)

    def numbers(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    targets = numbers

    def row(self, children: list[Any]) -> ast.Row:
        return ast.Row(children[0], span=self.line)

    def order(self, children: list[Any]) -> tuple[Any, ...]:
        who, ability, targets, carries = children
        return who, ability, targets or (), carries or ()

    def act(self, children: list[Any]) -> ast.Act:
        return ast.Act(*children[0], span=self.line)

    def script_dice(self, children: list[Any]) -> ast.ScriptDice:
        return ast.ScriptDice(children[0], span=self.line)

    def script_choice(self, children: list[Any]) -> ast.ScriptChoice:
        return ast.ScriptChoice(tuple(children), span=self.line)

    def script_no_choice(self, children: list[Any]) -> ast.ScriptChoice:
        return ast.ScriptChoice((), span=self.line)

    def script_answer(self, children: list[Any]) -> ast.ScriptAnswer:
        return ast.ScriptAnswer(*children, span=self.line)

    def seed(self, children: list[Any]) -> ast.Seed:
        return ast.Seed(self.number_(children[0], None), span=self.line)

    def wait(self, children: list[Any]) -> ast.Wait:
        return ast.Wait(children[0], span=self.line)

    def save(self, children: list[Any]) -> ast.Save:
        return ast.Save(span=self.line)

    def refusal(self, children: list[Any]) -> ast.Refusal:
        reason, token = children
        if token is None:
            return ast.Refusal(reason, None, reason.span)
        return ast.Refusal(reason, self.string(token), self.between(reason, token))

    def provenance(self, children: list[Any]) -> ast.Provenance:
        word, token = children
        return ast.Provenance(word, token.value, self.between(word, token))

    def expect_done(self, children: list[Any]) -> ast.ExpectDone:
        return ast.ExpectDone(span=self.line)

    def expect_refused(self, children: list[Any]) -> ast.ExpectRefused:
        return ast.ExpectRefused(children[0], span=self.line)

    def expect_equal(self, children: list[Any]) -> ast.ExpectCompare:
        left, right, provenance = children
        return ast.ExpectCompare(left, "=", right, provenance, span=self.line)

    def expect_truth(self, children: list[Any]) -> ast.ExpectTruth | ast.ExpectCompare:
        condition, provenance = children
        if isinstance(condition, ast.Binary) and not condition.parentheses:
            comparison: Any = _COMPARISONS.get(condition.operator)
            if comparison is not None:
                return ast.ExpectCompare(
                    condition.left,
                    comparison,
                    condition.right,
                    provenance,
                    span=self.line,
                )
        return ast.ExpectTruth(condition, provenance, span=self.line)

    def state(self, children: list[Any]) -> Any:
        return children[0].value

    held_verb = state

    def expect_state(self, children: list[Any]) -> ast.ExpectState:
        return ast.ExpectState(*children, span=self.line)

    def expect_held(self, children: list[Any]) -> ast.ExpectHeld:
        return ast.ExpectHeld(*children, span=self.line)

    def expect_can(self, children: list[Any]) -> ast.ExpectOrder:
        return ast.ExpectOrder(True, *children[0], span=self.line)

    def expect_cannot(self, children: list[Any]) -> ast.ExpectOrder:
        (who, ability, targets, carries), refusal = children
        return ast.ExpectOrder(
            False, who, ability, targets, carries, refusal, span=self.line
        )

    def expect_over(self, children: list[Any]) -> ast.ExpectOver:
        return ast.ExpectOver(children[0] is None, span=self.line)

    def expect_winner(self, children: list[Any]) -> ast.ExpectWinner:
        return ast.ExpectWinner(children[0], span=self.line)

    def expect_log(self, children: list[Any]) -> ast.ExpectLog:
        return ast.ExpectLog(children[0] is not None, span=self.line)

    def log_path(self, children: list[Any]) -> Any:
        return children[0]

    def log_nothing(self, children: list[Any]) -> ast.Word:
        token: Token = children[0]
        return ast.Word("nothing", self.at(token))

    def log_line(self, children: list[Any]) -> ast.LogLine:
        return ast.LogLine(tuple(children), span=self.line)

    def log_change(self, children: list[Any]) -> Token:
        token: Token = children[0]
        return token

    def log_change_line(self, children: list[Any]) -> ast.LogLine:
        """``gain Fury u 1``: the entry's kind is two words."""
        word, pool, *rest = children
        span = self.at(word).through(pool.span)
        kind = ast.Reference(ast.Name(f"{word} {pool.text}", span), span)
        return ast.LogLine((kind, *rest), span=self.line)
