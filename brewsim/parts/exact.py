"""Functions whose last digit is the same on every machine: only +, -, * and / of doubles, in a fixed order.

The `exp`, `log` and `**` of numpy and of C libraries round differently from one processor or system to the next, and a
bot's close call would be decided differently there. What decides a game uses these.
"""

import math

import numpy as np

from brewsim.parts.compiling import inlined

LN_2 = 0.6931471805599453
SQRT_2 = 1.4142135623730951
EXP_TERMS = 14  # of the power series for |x| <= ln(2) / 2: the next one is below the last digit
LOG_TERMS = 12  # of the series in (m - 1) / (m + 1) for m between 1 / sqrt(2) and sqrt(2)


def powers(base: float, n: int) -> np.ndarray:
    """base to the power of 0, 1, ..., n - 1.

    >>> powers(0.5, 4).tolist()
    [1.0, 0.5, 0.25, 0.125]
    """
    values = np.ones(n)
    for k in range(1, n):
        values[k] = values[k - 1] * base
    return values


def exp(x: float) -> float:
    """e to the power of x.

    >>> round(exp(1.0), 12), exp(0.0)
    (2.718281828459, 1.0)
    """
    halvings = round(x / LN_2)
    rest = x - halvings * LN_2
    total = 1.0
    for term in range(EXP_TERMS, 0, -1):
        total = 1.0 + total * rest / term
    return math.ldexp(total, halvings)


@inlined
def log(x):
    """The natural logarithm of a positive number."""
    doublings = 0
    while x < 1.0 / SQRT_2:
        x *= 2.0
        doublings -= 1
    while x > SQRT_2:
        x *= 0.5
        doublings += 1
    ratio = (x - 1.0) / (x + 1.0)
    square = ratio * ratio
    total = 0.0
    for term in range(LOG_TERMS, -1, -1):
        total = total * square + 1.0 / (2 * term + 1)
    return 2.0 * ratio * total + doublings * LN_2
