"""Dice: PCG32 in plain Python, the same numbers on every machine and version.

The generator is M. E. O'Neill's PCG-XSH-RR 64/32 (pcg-random.org), of which only arithmetic on
integers is used.
"""

from __future__ import annotations

from ledger_runtime.errors import DiceError

_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
_MASK = (1 << 64) - 1
_LOW = (1 << 32) - 1

MOST_SIDES = 10**18


def seed_state(seed: int) -> int:
    """The state that a seed (any integer) starts from."""
    state = 1 if seed < 0 else 0
    seed = abs(seed)
    while True:
        state = _scramble((state + (seed & _MASK)) & _MASK)
        seed >>= 64
        if not seed:
            return state


def _scramble(value: int) -> int:
    """SplitMix64's mixing of one word: seeds that are near give states that are not."""
    value = (value + 0x9E3779B97F4A7C15) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def step(state: int) -> tuple[int, int]:
    """The next state, and 32 random bits."""
    word = ((state >> 18) ^ state) >> 27 & _LOW
    turn = state >> 59
    bits = (word >> turn | word << (-turn & 31)) & _LOW
    return (state * _MULTIPLIER + _INCREMENT) & _MASK, bits


def roll(state: int, sides: int) -> tuple[int, int]:
    """The next state, and a number from 1 to ``sides``, each as likely as any.

    Raises :class:`DiceError` for fewer than one side, or more than a die can have.
    """
    if not 1 <= sides <= MOST_SIDES:
        raise DiceError(f"a die cannot have {sides} sides")
    if sides == 1:
        return state, 1
    words = (sides.bit_length() + 31) // 32
    span = 1 << (32 * words)
    fair = span - span % sides
    while True:
        value = 0
        for _ in range(words):
            state, bits = step(state)
            value = value << 32 | bits
        if value < fair:
            return state, value % sides + 1
