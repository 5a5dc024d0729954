"""Chance as a function of (seed, game, stream, index): no generator state that a changed decision could shift.

A stream is the sequence of SplitMix64 (Steele, Lea, Flood 2014; the finaliser is Stafford's variant 13) that starts at a
key mixed from seed, game and stream; `draw(key, i)` is its i-th number. Keep every constant uint64: mixed with int64 it
would become int64, and `>>` would turn arithmetic.
"""

import numpy as np

from brewsim.parts.compiling import inlined
from brewsim.parts.exact import log

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FACTOR_A = np.uint64(0xBF58476D1CE4E5B9)
FACTOR_B = np.uint64(0x94D049BB133111EB)
ONE = np.uint64(1)
S12, S27, S30, S31, S32 = np.uint64(12), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
UNIT = 2.0**-52

# Streams of the bots come after all streams of a title's decks and dice.
BOT_STREAM = 1000


@inlined
def mix(x):
    """The finaliser of SplitMix64: a bijection of 64 bits in which every input bit moves every output bit."""
    x = (x ^ (x >> S30)) * FACTOR_A
    x = (x ^ (x >> S27)) * FACTOR_B
    return x ^ (x >> S31)


@inlined
def draw(key, index):
    """Number `index` of the SplitMix64 sequence seeded with `key`."""
    return mix(key + (np.uint64(index) + ONE) * GOLDEN)


@inlined
def game_key(seed, game):
    """The key of one game, from which all its streams are derived."""
    return draw(draw(np.uint64(seed), 0), game)


@inlined
def stream_key(key, stream):
    """The key of one stream (a deck, a pool of dice, a seat's bot) of the game with this key."""
    return draw(key, stream)


@inlined
def below(bits, n):
    """A number from 0 to n - 1 (n < 2**16) out of 64 random bits; the bias is below n / 2**32."""
    return np.int64(((bits >> S32) * np.uint64(n)) >> S32)


@inlined
def unit(bits):
    """A float strictly between 0 and 1 out of 64 random bits."""
    return (np.float64(bits >> S12) + 0.5) * UNIT


@inlined
def gumbel(bits):
    """A standard Gumbel value: adding temperature times it to each option makes the argmax a softmax draw."""
    return -log(-log(unit(bits)))
