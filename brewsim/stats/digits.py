"""Numbers as people read them: only the digits that the error supports."""

import math

NOT_ENOUGH = "not enough games"
MOST_PLACES = 4


def places(half_width: float, significant: int = 2) -> int:
    """How many decimals a number with this error may show, given the significant digits of the error to show.

    >>> places(0.34), places(0.34, 1), places(12.0), places(0.0)
    (2, 1, 0, 1)
    """
    return min(MOST_PLACES, max(0, significant - 1 - math.floor(math.log10(half_width)))) if half_width > 0 else 1


def with_unit(number: str, unit: str) -> str:
    """A number as it is shown, with its unit in words: 1 point, but 1.0 and 2 points.

    >>> with_unit("-1", " points"), with_unit("1.0", " points"), with_unit("1", " % of games"), with_unit("1", "")
    ('-1 point', '1.0 points', '1 % of games', '1')
    """
    is_one_thing = number.lstrip("+-±") == "1" and unit.replace(" ", "").isalpha()
    return number + (unit.removesuffix("s") if is_one_thing else unit)


def show(
    value: float | None, low: float | None, high: float | None, scale: float = 1.0, unit: str = "", significant: int = 2
) -> tuple[str, str]:
    """A value and its interval, times `scale`, as text; without an interval there is no number.

    >>> show(0.33382, 0.3273, 0.3404, 100, " %")
    ('33.38 %', '32.73 to 34.04 %')
    >>> show(0.33382, 0.3273, 0.3404, 100, significant=1)
    ('33.4', '32.7 to 34.0')
    >>> show(0.2, None, None)
    ('not enough games', '')
    """
    if value is None or low is None or high is None or any(math.isnan(number) for number in (value, low, high)):
        return NOT_ENOUGH, ""
    decimals = places(scale * (high - low) / 2, significant)
    number, left, right = (f"{round(scale * x, decimals) + 0.0:.{decimals}f}" for x in (value, low, high))  # no minus before a zero
    return with_unit(number, unit), f"{left} to {right}{unit}"


def plus_minus(value: float | None, low: float | None, high: float | None, scale: float = 1.0, unit: str = "", significant: int = 2) -> str:
    """The same in one: the value and how far its interval reaches, on the side where it reaches farther.

    >>> plus_minus(0.33382, 0.3273, 0.3404, 100, " %"), plus_minus(0.2, None, None)
    ('33.38 ± 0.66 %', 'not enough games')
    """
    number, interval = show(value, low, high, scale, "", significant)
    if value is None or low is None or high is None or not interval:
        return number
    decimals = len(number.partition(".")[2])
    return f"{number} ± {scale * max(high - value, value - low):.{decimals}f}{unit}"
