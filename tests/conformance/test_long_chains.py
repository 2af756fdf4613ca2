"""Chains, rings and lists far longer than Python nests calls, and twice of it in twice the time.

Each is compiled in this process with Python's usual limit of recursion; what is accepted must be
Python that Python itself can compile.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ledgerc.diagnostics import Sink
from ledgerc.diagnostics.render import Format, render
from ledgerc.workspace import Workspace

LENGTH = 1_500
"""More than the thousand calls that Python nests."""


def lines(form: str, count: int) -> str:
    """``form`` for each number: ``{n}`` is it, ``{m}`` the next one."""
    return "".join(form.format(n=number, m=number + 1) for number in range(count))


def ring(form: str, count: int) -> str:
    last = form.format(n=count - 1, m=0)
    return lines(form, count - 1) + last


ACCEPTED: dict[str, Callable[[int], str]] = {
    "stats": lambda n: lines("stat S{n} = holder.S{m} + 1\n", n) + f"stat S{n}\n",
    "consts that name later ones": lambda n: lines("const c{n} c{m} + 1\n", n)
    + f"const c{n} 1\n",
    "consts that name all others": lambda n: "const Sum "
    + " + ".join(f"c{each}" for each in range(40, 0, -1))
    + "\n"
    + lines("const c{n} c{m} + 1\n", n)
    + f"const c{n} 1\n",
    "formulas of stats": lambda n: "formula f0(x) = 1\n"
    + lines("stat S{n}\nformula f{m}(x) = f{n}(x) + x.S{n}\n", n)
    + f"stat Last = f{n}(holder)\n",
    "routines": lambda n: lines("routine r{n}()\n  do r{m}()\n", n)
    + f"routine r{n}()\n  settle\n",
    "abilities that ask for others": lambda n: "tags T\n"
    + lines(
        "ability A{n}\n  target one any\n"
        '  requires can(target, A{m}, holder) else "no"\n  note "x"\n',
        n,
    )
    + f'ability A{n}\n  target one any\n  note "x"\narchetype X\n'
    + lines("  grants A{n}\n", n + 1),
    "renamed": lambda n: lines("renamed S{n} to S{m}\n", n) + f"stat S{n}\n",
    "tags of one": lambda n: lines("tags T{n}\n", n)
    + "archetype X\n"
    + lines("  tags T{n}\n", n),
    "pools of one": lambda n: lines("pool P{n} max 9\n", n // 3)
    + "archetype X\n"
    + lines("  pools P{n}\n", n // 3),
    "instances of one": lambda n: "stat S\ntemplate effect E(n)\n  adds S n\n"
    "archetype X\n" + lines("  has E({n})\n", n),
    "effects that change a pool": lambda n: "pool P max 9\ndamage P\n"
    + lines("effect E{n}\n  before Damage of holder\n    absorb 1\n", n // 5),
}

REFUSED: dict[str, Callable[[int], str]] = {
    "a ring of stats": lambda n: ring("stat S{n} = holder.S{m}\n", n),
    "a ring of consts": lambda n: ring("const c{n} c{m}\n", n),
    "a ring of formulas": lambda n: ring("formula f{n}(x) = f{m}(x)\n", n),
    "a ring of routines": lambda n: ring("routine r{n}()\n  do r{m}()\n", n),
    "stats of all stats": lambda n: "".join(
        f"stat S{one} = "
        + " + ".join(f"holder.S{other}" for other in range(n // 25) if other != one)
        + "\n"
        for one in range(n // 25)
    ),
    "unknown names beside known ones": lambda n: lines("stat Stat{n}\n", n)
    + "archetype A\n"
    + lines("  base Sttat{n} 1\n", n),
    "long names that nobody declared": lambda n: f"stat {'a' * n}\narchetype A\n"
    + "".join(f"  base {'a' * n}{each} 1\n" for each in range(n // 10)),
    "tabs": lambda n: "routine R()\n" + "\tsettle\n" * n,
    "bodies that go to and fro": lambda n: "routine R()\n"
    + "".join(f"{' ' * depth}if 1 > 0\n" for depth in range(1, 49))
    + "".join(f"{' ' * (50 + each % 2)}if 1 > 0\n" for each in range(n)),
    "parameters that are not used": lambda n: (
        "formula f(" + ", ".join(f"p{each}" for each in range(n // 2)) + ") = 1 +\n"
    ),
    "texts that do not end": lambda n: "archetype A\n" + '  text "x\n' * n,
}


def compile_text(folder: Path, text: str) -> tuple[float, list[str]]:
    """The processor time that a catalog takes, told faults shown; and the codes of these."""
    path = folder / "game.ledger"
    path.write_text(text, encoding="utf-8")
    started = time.process_time()
    workspace = Workspace(folder, None)
    file = workspace.locate(path)
    analysed = workspace.analyse(file)
    if analysed.catalog is not None:
        compile(workspace.emit_catalog(analysed.catalog), "game", "exec")
    told = workspace.findings(((folder, each) for each in analysed.found), Sink())
    shown = render(told.diagnostics, told.sources, Format.TEXT)
    assert len(shown) < 2_000 * (1 + len(told.diagnostics)) + 4 * len(text)
    taken = time.process_time() - started
    return taken, [each.code for each in told.diagnostics if told.has_errors]


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_long_chain_is_accepted(tmp_path: Path, name: str) -> None:
    assert compile_text(tmp_path, ACCEPTED[name](LENGTH))[1] == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_long_chain_is_refused(tmp_path: Path, name: str) -> None:
    assert compile_text(tmp_path, REFUSED[name](LENGTH))[1]


GROWING = [name for name in (*ACCEPTED, *REFUSED) if name != "stats of all stats"]
"""All but that whose text itself grows with the square."""


@pytest.mark.parametrize("name", GROWING)
def test_four_times_as_much_takes_about_four_times_as_long(
    tmp_path: Path, name: str
) -> None:
    """What grows with the square would take sixteen times as long."""
    make = (ACCEPTED | REFUSED)[name]
    little, much = LENGTH // 4, LENGTH
    compile_text(tmp_path, make(little))
    ratios = []
    for _ in range(3):
        before = compile_text(tmp_path, make(little))[0]
        after = compile_text(tmp_path, make(much))[0]
        ratios.append((after + 0.1) / (before + 0.1))
        if ratios[-1] < 8:
            return
    raise AssertionError(f"{name}: {ratios}")
