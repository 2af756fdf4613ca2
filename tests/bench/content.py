"""A synthetic project of any size: the same for the same number of lines."""

from __future__ import annotations

import random
from pathlib import Path

SETTINGS = '[tool.ledgerc]\nsources = ["content"]\noutput = "generated"\n'

RULES = """\
# What every catalog of the benchmark has.
rate 10
link team owner
allegiance team

stat Girth
stat Might
pool Health max Girth whole
pool Vigor max 3 whole
damage Health
healing Health

stages Ward Armor
tags Body Shield
event Fallen Round
turn Round

effect Mortal
  dies at no Health raising Fallen

template archetype Body(might, health)
  tags Body
  base Girth health
  base Might might
  full Health
  has Mortal
"""

LINES_A_FILE = 120


def write_project(folder: Path, lines: int) -> int:
    """Write a project of at least ``lines`` lines of content; returns how many there are."""
    source = random.Random(7)
    content = folder / "content"
    content.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(SETTINGS)
    (content / "rules.ledger").write_text(RULES)
    written = RULES.count("\n")
    number = 0
    while written < lines:
        shelf = content / f"shelf{number // 20}"
        shelf.mkdir(exist_ok=True)
        text = _catalog(source, number)
        (shelf / f"cards{number}.ledger").write_text(text)
        play = _play(number)
        (shelf / f"cards{number}.play").write_text(play)
        written += text.count("\n") + play.count("\n")
        number += 1
    return written


def catalog_text(lines: int) -> str:
    """One catalog of about ``lines`` lines, for the parser alone."""
    source = random.Random(11)
    cards = (_card(source, number) for number in range(lines // 12))
    return "\n".join([RULES, *cards])


def _catalog(source: random.Random, number: int) -> str:
    cards = [_card(source, 100 * number + each) for each in range(LINES_A_FILE // 13)]
    return "\n".join(["# Cards of one shelf.\nuse ../rules.ledger\n", *cards])


def _card(source: random.Random, number: int) -> str:
    amount, health = source.randint(1, 9), source.randint(2, 20)
    rules = [
        f"  before Damage of holder at Armor when event.amount > {amount}\n"
        f"    set event.amount event.amount - {source.randint(1, amount)}\n",
        f"  after Round of holder\n    heal {amount} to holder\n",
        f"  adds Might {amount} when holder.Health < {health}\n",
        "  before Damage of holder at Ward when event.amount > 0\n"
        "    prevent\n    remove self\n",
    ]
    return (
        f"# Card {number}.\n"
        f"effect Skill{number}\n"
        f"{source.choice(rules)}"
        "\n"
        f"ability Strike{number}\n"
        "  target one enemy having Body\n"
        f"  deal holder.Might + {amount} to target from holder\n"
        "\n"
        f"archetype Card{number} from Body({amount}, {health})\n"
        f"  has Skill{number}\n"
        f"  grants Strike{number}\n"
    )


def _play(number: int) -> str:
    card = f"Card{100 * number}"
    return (
        f"catalog cards{number}.ledger\n\n"
        f'play "a {card} lives"\n  make c {card}\n  raise Round of c\n  expect c alive\n'
    )
