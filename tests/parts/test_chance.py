"""The mixer against published numbers, and the uniformity of what is made of it."""

import numpy as np
import pytest
from scipy import stats

from brewsim.parts.chance import below, draw, game_key, gumbel, mix, stream_key, unit
from tests.conftest import fewer_if_interpreted

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")  # the mixer wraps around on purpose
N = fewer_if_interpreted(200_000)


def keys(n: int, seed: int = 5, stream: int = 0) -> np.ndarray:
    return np.array([draw(np.uint64(stream_key(np.uint64(game_key(seed, game)), stream)), 0) for game in range(n)], np.uint64)


def test_published_vectors_of_splitmix64():
    """The first numbers of SplitMix64 seeded with 1234567, and of the reference code seeded with 0."""
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [int(draw(np.uint64(1234567), i)) for i in range(5)] == expected
    assert [int(draw(np.uint64(0), i)) for i in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_the_mixer_is_a_bijection_on_a_sample():
    values = {int(mix(np.uint64(i))) for i in range(10_000)}
    assert len(values) == 10_000
    assert int(mix(np.uint64(0))) == 0


def test_dice_are_uniform_over_games():
    """Chi-square at a fixed seed: one die in each of many games, as a title would roll it."""
    rolls = np.array([below(np.uint64(bits), 6) for bits in keys(N // 4)])
    assert rolls.min() == 0
    assert rolls.max() == 5
    assert stats.chisquare(np.bincount(rolls, minlength=6)).pvalue > 0.001


def test_streams_and_neighbouring_games_are_independent():
    """Chi-square of the pair of a die in two streams, and in two neighbouring games."""
    n = N // 8
    first, second = (np.array([below(np.uint64(bits), 6) for bits in keys(n, stream=stream)]) for stream in (0, 1))
    for a, b in ((first, second), (first[:-1], first[1:])):
        assert stats.chi2_contingency(np.histogram2d(a, b, bins=6)[0]).pvalue > 0.001


def test_unit_stays_strictly_inside_and_is_uniform():
    assert 0 < unit(np.uint64(0)) < unit(np.uint64(2**64 - 1)) < 1
    values = np.array([unit(np.uint64(bits)) for bits in keys(N // 8)])
    assert stats.kstest(values, "uniform").pvalue > 0.001


def test_gumbel_has_its_distribution():
    values = np.array([gumbel(np.uint64(bits)) for bits in keys(N // 8)])
    assert stats.kstest(values, "gumbel_r").pvalue > 0.001


def test_seed_game_stream_and_index_all_matter():
    def value(seed: int, game: int, stream: int, index: int) -> int:
        return int(draw(np.uint64(stream_key(np.uint64(game_key(seed, game)), stream)), index))

    grid = {value(s, g, t, i) for s in range(6) for g in range(6) for t in range(6) for i in range(6)}
    assert len(grid) == 6**4
