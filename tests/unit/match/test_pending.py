"""A game with a screen stops at a choice, saves, loads, and goes on with the answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ledger_runtime as runtime
from tests.unit.match.support import CHOICES, compiled

rules: Any = compiled(CHOICES)


def begun(**given: Any) -> tuple[Any, Any, Any]:
    """A world with two players."""
    w = rules.World(seed=3, **given)
    w.do(rules.Setup)
    one, other = w.in_play()
    return w, one, other


def at_once(answers: list[list[str]]) -> str:
    """The log of an offer whose choices are made as they come, by names of what is chosen."""
    left = list(answers)

    def chooser(w: Any, choice: Any) -> list[Any]:
        names = left.pop(0)
        return [each for each in choice.options if told(each) in names]

    w, one, _ = begun(chooser=chooser)
    return str(w.act(one, rules.Offer).text())


def told(option: Any) -> str:
    return option if isinstance(option, str) else repr(option)


def stopped(w: Any, command: Any) -> Any:
    """The choice at which a command stops."""
    with pytest.raises(runtime.NeedsChoice) as needed:
        command()
    assert not w.running
    return needed.value.choice


def test_a_command_stops_at_each_choice_and_goes_on() -> None:
    w, one, other = begun()
    before = json.loads(w.save())
    choice = stopped(w, lambda: w.act(one, rules.Offer))
    assert (choice.name, choice.by) == ("kept", one)
    assert [told(each) for each in choice.options] == [
        "<Card#3>",
        "<Card#4>",
        "<Card#5>",
    ]
    now = json.loads(w.save())
    assert now.pop("pending")["command"] == "act"
    assert now == before, "nothing but the pending command is new"

    choice = stopped(w, lambda: w.decide(choice.options[1]))
    assert (choice.name, choice.by, choice.options) == (
        "way",
        other,
        ("Mercy", "Wrath"),
    )
    choice = stopped(w, lambda: w.decide("Wrath"))
    assert (choice.name, choice.at_least, choice.at_most) == ("struck", 0, 2)
    outcome = w.decide(other)
    assert outcome.done
    assert w.pending is None
    assert w.awaited() is None
    assert outcome.text() == at_once([["<Card#4>"], ["Wrath"], [repr(other)]])


def test_it_goes_on_after_a_save_and_a_load_at_every_choice() -> None:
    w, one, other = begun()
    stopped(w, lambda: w.act(one, rules.Offer))
    answers = [["<Card#5>"], ["Mercy"], [repr(one), repr(other)]]
    for index, names in enumerate(answers):
        w = rules.World.load(w.save())
        choice = w.awaited()
        assert choice is not None
        assert choice.by is w.entity(choice.by.id)
        chosen = [each for each in choice.options if told(each) in names]
        assert len(chosen) == len(names)
        if index < 2:
            with pytest.raises(runtime.NeedsChoice):
                w.decide(*chosen)
        else:
            outcome = w.decide(*chosen)
    assert outcome.text() == at_once(answers)
    assert w.awaited() is None


def test_a_copy_goes_on_by_itself() -> None:
    w, one, _ = begun()
    choice = stopped(w, lambda: w.act(one, rules.Offer))
    stopped(w, lambda: w.decide(choice.options[0]))
    twin = w.copy()
    stopped(twin, lambda: twin.decide("Mercy"))
    twin.decide()
    assert w.awaited() is not None
    assert w.awaited().name == "way"
    assert len(w.entities) == 2
    assert len(twin.entities) == 5


def test_a_wrong_answer_changes_nothing() -> None:
    w, one, other = begun()
    choice = stopped(w, lambda: w.act(one, rules.Offer))
    stopped(w, lambda: w.decide(choice.options[0]))
    before = w.save()
    for wrong in ((), ("Spite",), ("Mercy", "Wrath"), (other,), ("Mercy", "Mercy")):
        with pytest.raises(runtime.ChoiceError):
            w.decide(*wrong)
        assert w.save() == before
    w.withdraw()
    with pytest.raises(runtime.ChoiceError):
        w.decide("Mercy")


def test_another_command_drops_what_was_pending() -> None:
    w, one, other = begun()
    stopped(w, lambda: w.act(one, rules.Offer))
    refused = w.act(one, rules.Offer, other)
    assert not refused.done
    assert w.pending is not None, "a refused one does not"
    w.deal(rules.Damage, 1, one)
    assert w.pending is None


def test_a_chooser_may_leave_choices_to_others() -> None:
    """Computers decide at once, and people are waited for; nobody is asked twice."""
    asked: list[str] = []

    def chooser(w: Any, choice: Any) -> Any:
        asked.append(choice.name)
        if choice.name == "way":
            raise runtime.NeedsChoice(choice)
        return choice.options[:1]

    w, one, _ = begun(chooser=chooser)
    choice = stopped(w, lambda: w.act(one, rules.Offer))
    assert choice.name == "way"
    assert w.decide("Mercy").done
    assert asked == ["kept", "way", "struck"]


def test_scripted_answers_go_first_and_are_not_used_up() -> None:
    w, one, _ = begun()
    w.script_choice()
    with pytest.raises(runtime.ChoiceError):
        w.act(one, rules.Offer)
    assert w.pending is None
    assert w.script["choose"] == [[]]


@pytest.mark.parametrize(
    "wrong",
    [
        7,
        {},
        {"command": "load", "arguments": [], "named": {}, "answers": []},
        {"command": "act", "arguments": [["entity", 99]], "named": {}, "answers": []},
        {
            "command": "act",
            "arguments": [["routine", "exit"]],
            "named": {},
            "answers": [],
        },
        {"command": "act", "arguments": [], "named": {}, "answers": [[1.5]]},
        {"command": "act", "arguments": [], "named": {}, "answers": [], "more": 1},
    ],
)
def test_a_damaged_pending_command_is_no_save(wrong: Any) -> None:
    w, one, _ = begun()
    stopped(w, lambda: w.act(one, rules.Offer))
    form = json.loads(w.save())
    form["pending"] = wrong
    with pytest.raises(runtime.SaveError):
        rules.World.load(json.dumps(form))


GIFTS = """
link giver
pool Health max 20 whole
damage Health
zone Desk ordered

effect Gift(size, from_whom)
  separate
  on gained
    choose way one of Keep, Break by from_whom
    if way == Break
      deal size to holder

routine Ask(one, size)
  choose way one of Yes, No by one
  if way == No
    deal size to one

effect Asks
  on gained
    do Ask(holder, 3)

archetype Body
  full Health

archetype Asker
  full Health
  has Asks
"""


def test_any_command_may_wait_with_any_argument() -> None:
    gifts: Any = compiled(GIFTS)
    w = gifts.World()
    body = w.make(gifts.Body)
    commands: list[tuple[Any, str, int]] = [
        (lambda w, body: w.give(gifts.Gift(2, body), body), "Break", 2),
        (lambda w, body: w.do(gifts.Ask, body, 1.0), "No", 1),
        (lambda w, body: w.give(gifts.Asks, body), "No", 3),
    ]
    for command, word, lost in commands:
        w = gifts.World.load(w.save())
        body = w.entity(body.id)
        before = body.Health
        stopped(w, lambda w=w, body=body, command=command: command(w, body))
        w = gifts.World.load(w.save())
        w.decide(word)
        assert w.entity(body.id).Health == before - lost
    stopped(
        w,
        lambda: w.make(
            gifts.Asker,
            zone="Desk",
            of=w.entity(1),
            end=runtime.End.TOP,
            giver=w.entity(1),
        ),
    )
    w = gifts.World.load(w.save())
    made = w.decide("No")
    assert (made.zone, made.keeper.id, made.giver.id, made.Health) == ("Desk", 1, 1, 17)
