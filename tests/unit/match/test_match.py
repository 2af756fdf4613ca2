"""Playing one match: sides, players, ends; files of matches, and replaying them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ledger_runtime import Choice, Order
from ledger_runtime.match import End, play_match
from ledger_runtime.match_file import (
    MatchFileError,
    read_match,
    replay_match,
    write_match,
)
from ledger_runtime.match_setup import MatchError, setups
from ledger_runtime.players import (
    GreedyPlayer,
    RandomPlayer,
    Stream,
    first_answer,
    harmed_pools,
    possible_answers,
)
from ledger_runtime.sides import Sides
from tests.unit.match.support import CHOICES, NIM, compiled

nim: Any = compiled(NIM)
choices: Any = compiled(CHOICES)

ENDLESS = NIM.replace("  take OnTurn from holder\n", "").replace(
    "  spend Table.Heap event.Many\n", ""
)
STUCK = NIM.replace("    give OnTurn to first(enemies)", '    note "done"')
FAILING = NIM.replace(
    "  point Table.last", "  gain Table.Heap 0 / (Table.Heap - 4)\n  point Table.last"
)
DRAWN = NIM.replace("winner Table.last", "winner nothing")


class First:
    """Gives the first order, and remembers what it was offered."""

    def __init__(self) -> None:
        self.offered: list[Sequence[Order[Any]]] = []

    def order(self, world: Any, orders: Sequence[Order[Any]]) -> Order[Any]:
        self.offered.append(orders)
        return orders[0]

    def choose(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
        return first_answer(world, choice)


def test_a_match_is_played_to_its_end() -> None:
    players = [First(), First()]
    match = play_match(nim, "Setup", players, 1)
    assert (match.end, match.length, match.winner, match.first) == (End.WON, 7, 0, 0)
    assert match.sides == ("Hand#2", "Hand#3")
    assert match.players == ("First", "First")
    assert match.last_line == "Hand#2 wins (First), after 7 orders"
    assert [step.side for step in match.steps] == [0, 1, 0, 1, 0, 1, 0]
    assert [len(each) for each in players[0].offered] == [
        3,
        3,
        3,
        1,
    ], "as many as there are"


@pytest.mark.parametrize(
    ("text", "end", "words"),
    [
        (
            ENDLESS,
            End.ENDLESS,
            "endless: the budget of orders is used up, after 50 orders",
        ),
        (STUCK, End.STUCK, "stuck: nobody has a legal order, after 1 order"),
        (DRAWN, End.DRAWN, "a draw, after 7 orders"),
    ],
)
def test_other_ends(text: str, end: End, words: str) -> None:
    match = play_match(compiled(text), "Setup", [First()], 1, most_orders=50)
    assert (match.end, match.winner) == (end, None)
    assert match.last_line == words
    assert end.is_odd == (end is not End.DRAWN)


def test_an_error_of_the_rules_is_an_odd_end_and_is_replayed_too() -> None:
    rules = compiled(FAILING)
    match = play_match(rules, "Setup", [First()], 1)
    assert match.end is End.FAILED
    assert match.length == 2, "the order that failed is not one that was given"
    assert "divided by 0" in match.last_line
    assert replay_match(rules, read_match(write_match(match))).difference is None


def test_a_player_that_gives_no_order_of_its_own_is_an_odd_end() -> None:
    class Cheat(First):
        def order(self, world: Any, orders: Sequence[Order[Any]]) -> Order[Any]:
            order = orders[0]
            order.Many = 9  # type: ignore[attr-defined]
            return order

    match = play_match(nim, "Setup", [Cheat()], 1)
    assert match.end is End.FAILED
    assert "OutOfBounds" in match.error


def test_set_ups_are_routines_without_parameters() -> None:
    assert setups(nim.World) == ("Setup", "SetupLarge")
    assert play_match(nim, "SetupLarge", ["random"], 1).setup == "SetupLarge"
    with pytest.raises(MatchError, match=r"several set-ups.*Setup, SetupLarge"):
        play_match(nim, None, ["random"], 1)
    with pytest.raises(MatchError, match="no set-up 'Seat'"):
        play_match(nim, "Seat", ["random"], 1)
    assert play_match(choices, None, ["random"], 1).setup == "Setup"


def test_one_player_or_one_a_side() -> None:
    with pytest.raises(MatchError, match=r"2 sides \(Hand#2, Hand#3\)"):
        play_match(nim, "Setup", ["random"] * 3, 1)
    assert play_match(nim, "Setup", ["random"], 1).players == ("random", "random")


SIDES = """
link team owner
allegiance team
zone Hand
archetype Side
archetype Card
single archetype Judge
"""


def test_who_is_on_which_side() -> None:
    rules: Any = compiled(SIDES)
    w = rules.World()
    judge = w.single("Judge")
    late, early = w.make(rules.Side), w.make(rules.Side)
    w.name_entity(early, "Reds")
    card = w.make(rules.Card, team=early)
    other = w.make(rules.Card, team=late)
    held = w.make(rules.Card, zone="Hand", of=other)
    sides = Sides.of(w)
    assert sides.names == ("Side", "Reds"), "in order of play"
    assert [sides.side_of(each) for each in (late, early, card, other, held)] == [
        0,
        1,
        1,
        0,
        0,
    ]
    assert sides.side_of(judge) is None
    assert sides.decider(judge) == 0
    w.remove(late)
    assert sides.side_of(other) == 0
    assert Sides.of(nim.World()).count == 1


def test_the_choice_goes_to_the_side_of_who_chooses() -> None:
    asked: list[tuple[str, str, int]] = []

    class Says(First):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

        def choose(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
            assert not world.running
            asked.append((self.name, choice.name, choice.by.id))
            if choice.name == "struck":
                return [each for each in choice.options if repr(each) == "<Player#1>"]
            return choice.options[-1:]

    match = play_match(choices, "Setup", [Says("one"), Says("two")], 4)
    assert asked[:3] == [("one", "kept", 1), ("two", "way", 2), ("two", "struck", 2)]
    assert match.steps[0].answers == ((5,), ("Wrath",), (1,))
    assert match.winner == 1


def test_who_chooses_at_once_plays_the_same_match() -> None:
    """Asked while the command runs, or between two runs of it: the same answers to the same."""

    class BetweenCommands(RandomPlayer):
        chooses_at_once = False

        def choose(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
            assert not world.running
            return super().choose(world, choice)

    class AtOnce(RandomPlayer):
        def choose(self, world: Any, choice: Choice[Any]) -> Sequence[Any]:
            assert world.running
            return super().choose(world, choice)

    answered = 0
    for seed in range(10):
        between, at_once = (
            play_match(choices, "Setup", [kind(seed), kind(seed + 1)], seed)
            for kind in (BetweenCommands, AtOnce)
        )
        assert at_once.steps == between.steps
        assert (at_once.log, at_once.save) == (between.log, between.save)
        answered += sum(len(step.answers) for step in at_once.steps)
    assert answered > 10


CHOOSES_IN_SETUP = (
    NIM.replace(
        "  give OnTurn to one\n",
        "  choose begins one of all having Player by other_one\n  give OnTurn to begins\n",
    ).replace("archetype Hand\n", "archetype Hand\n  tags Player\n")
    + "tags Player\n"
)


def test_a_set_up_may_ask_for_choices() -> None:
    rules = compiled(CHOOSES_IN_SETUP)
    seen = set()
    for seed in range(8):
        match = play_match(rules, "Setup", ["random", "greedy"], seed)
        seen.add((match.setup_answers, match.first))
        again = read_match(write_match(match))
        assert again == match
        assert replay_match(rules, again).difference is None
    assert seen <= {(((2,),), 0), (((3,),), 1)}
    assert seen


# -- players ----------------------------------------------------------------------------------


def test_the_random_player_draws_from_a_stream_of_its_own() -> None:
    w = choices.World(1)
    w.do(choices.Setup)
    orders = w.orders_of(*w.in_play())
    before = w.dice
    one, other = RandomPlayer(5), RandomPlayer(5)
    drawn = [one.order(w, orders) for _ in range(20)]
    assert drawn == [other.order(w, orders) for _ in range(20)]
    assert set(drawn) == set(orders)
    assert w.dice == before
    options = tuple("ABC")
    choice: Choice[Any] = Choice("some", w.in_play()[0], options, 1, 2)
    answers = {tuple(sorted(one.choose(w, choice))) for _ in range(200)}
    assert answers == set(possible_answers(choice))
    assert Stream(3).below(1) == 0


def test_the_greedy_player_sees_one_order_ahead() -> None:
    w = nim.World(1)
    w.do(nim.Seat, 2)
    orders: Any = w.orders_of(*w.in_play())
    assert len(orders) == 2
    before = w.save()
    for seed in range(8):
        best: Any = GreedyPlayer(seed).order(w, orders)
        assert best.Many == 2, "that wins"
    assert w.save() == before


def test_the_greedy_player_chooses_what_is_best_for_its_side() -> None:
    for seed in range(6):
        match = play_match(choices, "Setup", ["greedy"], seed)
        step = match.steps[0]
        _, way, struck = step.answers
        assert way == ("Wrath",), "it hurts the other side"
        assert struck == (step.told.actor,), "and so does this"


def test_the_greedy_player_knows_what_was_rolled_before_its_choice() -> None:
    rules: Any = compiled(
        "link team\nallegiance team\npool Health max 9\ndamage Health\n"
        "tags Living\narchetype Side\narchetype Body\n  tags Living\n  full Health\n"
        "  grants Gamble\n"
        "ability Gamble\n"
        "  if roll(2) == 1\n"
        "    choose low one of Mercy, Wrath by holder\n"
        "  else\n"
        "    choose high one of Left, Right by holder\n"
        "  choose harm one of Self, None by holder\n"
        "  if harm == Self\n"
        "    deal 9 to holder\n"
        "routine Setup()\n"
        "  make Side as side\n"
        "  make Body with team = side\n"
        "ends when any(all having Living where it.Health < 9)\n"
    )
    for seed in range(8):
        match = play_match(rules, "Setup", ["greedy"], seed, most_orders=4)
        assert match.end is End.ENDLESS, match.error
        assert all(step.answers[1] == ("None",) for step in match.steps)


def test_what_harms_is_known_from_the_rules() -> None:
    rules: Any = compiled(
        "pool Health max 9\npool Stress max 9\npool Gold\ndamage Health\n"
        "healing Health\ndamage Stress as Shock rising\n"
        "archetype Body\n  full Health\n  pools Stress Gold\n"
    )
    assert [(slot, good) for slot, _, good in harmed_pools(rules.World())] == [
        ("Health", 1),
        ("Stress", -1),
    ]


# -- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [["random"], ["greedy", "random"]])
def test_a_saved_match_is_read_and_replayed(players: list[str]) -> None:
    for rules, seed in ((nim, 3), (choices, 4), (choices, 5)):
        match = play_match(rules, "Setup", players, seed)
        text = write_match(match)
        assert write_match(play_match(rules, "Setup", players, seed)) == text
        assert read_match(text) == match
        assert replay_match(rules, match).difference is None


def changed(text: str, **fields: Any) -> str:
    return json.dumps({**json.loads(text), **fields})


def signed(form: dict[str, Any]) -> str:
    """A form as somebody would write it who knows how the check is made."""
    from ledger_runtime.match_file import _check

    form.pop("check", None)
    return json.dumps({**form, "check": _check(form)})


def test_a_file_that_is_no_match_is_refused() -> None:
    text = write_match(play_match(nim, "Setup", ["random"], 3))
    for bad, words in (
        ("", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no saved match"),
        ('{"format": "ledger-world"}', "no saved match"),
        (changed(text, version=9), "version 9"),
        (changed(text, seed=4), "changed after it was saved"),
        (changed(text, more=1), "changed after it was saved"),
        (changed(text, check=None), "changed after it was saved"),
        (text.replace('"winner"', '"\\ud800"'), "changed after it was saved"),
        (text.replace('"seed": 3', '"seed": NaN'), "no JSON"),
    ):
        with pytest.raises(MatchFileError, match=words):
            read_match(bad)


@pytest.mark.parametrize(
    "harm",
    [
        lambda form: form.pop("orders"),
        lambda form: form.update(orders=[7]),
        lambda form: form.update(orders=[{}]),
        lambda form: form.update(seed="x"),
        lambda form: form.update(seed=True),
        lambda form: form.update(seed=10**30),
        lambda form: form.update(end="won twice"),
        lambda form: form["orders"][0].update(props=3),
        lambda form: form["orders"][0].update(props={"Many": "x"}),
        lambda form: form["orders"][0].update(place=[1]),
        lambda form: form["orders"][0].update(answers=[[None]]),
    ],
)
def test_a_damaged_match_is_refused(harm: Any) -> None:
    form = json.loads(write_match(play_match(nim, "Setup", ["random"], 3)))
    harm(form)
    with pytest.raises(MatchFileError, match="damaged"):
        read_match(signed(form))


def replayed(harm: Any, rules: Any = nim) -> str:
    form = json.loads(write_match(play_match(rules, "Setup", ["random"], 4)))
    harm(form)
    return str(replay_match(rules, read_match(signed(form))).difference)


def test_a_replay_says_where_it_differs() -> None:
    def harm(**fields: Any) -> Any:
        return lambda form: form["orders"][1].update(fields)

    assert "order 2 (Take of #3): refused, OutOfBounds" in replayed(
        harm(props={"Many": 9})
    )
    assert "order 2 (Take of #99)" in replayed(harm(actor=99))
    assert "there is no such ability" in replayed(harm(ability="Load"))
    assert "1 choices were not asked" in replayed(harm(answers=[["Yes"]]))
    assert "order 2 (Take of #3): its log differs" in replayed(harm(log="00000000"))
    assert "the end, after" in replayed(lambda form: form.update(save="0"))
    assert "the set-up: its log differs" in replayed(
        lambda form: form.update(setup_log="0")
    )
    assert "the match is over before it" in replayed(
        lambda form: form["orders"].append(form["orders"][-1])
    )
    assert "was not made in the match" in replayed(
        lambda form: form["orders"][0].pop("answers"), choices
    )
    assert "that is no answer" in replayed(
        lambda form: form["orders"][0].update(answers=[["x"]]), choices
    )


def test_a_match_of_other_rules_is_not_replayed() -> None:
    match = play_match(nim, "Setup", ["random"], 3)
    with pytest.raises(MatchFileError, match="other rules"):
        replay_match(choices, match)


SINGLES = """
link team
allegiance team
pool Health max 99 whole
ability Wait
  gain Match.Health 1
effect Fortunate
  on gained
    choose Fortune one of Much, Little by holder
    if Fortune == Much
      gain Health roll(6)
single archetype Match
  pools Health
  has Fortunate
archetype Side
  grants Wait
routine Setup()
  make Side as one
  point one.team at one
ends when Match.Health > 5
"""


def test_the_singles_of_a_match_may_roll_and_choose() -> None:
    rules = compiled(SINGLES)
    matches = [play_match(rules, None, ["random"], seed) for seed in range(6)]
    assert {match.setup_answers for match in matches} == {(("Much",),), (("Little",),)}
    for match in matches:
        assert match.end is End.DRAWN
        again = read_match(write_match(match))
        assert replay_match(rules, again).difference is None
