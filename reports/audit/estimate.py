"""Exact order statistics, of operations and of rounds, by docs/reference/formulas.md."""

import math
from statistics import median

NEVER = math.inf
PROBE_DEADLINE_MS = 20_000


class Bound(float):
    """A number of a round that rests on messages without an answer: it may be anything above."""


def percentile(values, percent):
    """Nearest rank: the smallest value that at least so many per cent of them do not exceed."""
    rank = -(-len(values) * percent // 100)
    return sorted(values)[max(rank, 1) - 1]


def known(values):
    return [each for each in values if each is not None]


def of_round(values, percent, bound=None):
    """A percentile of one round; None where it is not supported, or no number."""
    if not values or len(values) * (100 - percent) < 100:
        return None
    value = percentile(values, percent)
    return value if value < NEVER else None if bound is None else Bound(bound)


def both(compare, loaded, base):
    """Of two phases; a bound where the loaded one is, nothing where the base is."""
    if loaded is None or base is None or isinstance(base, Bound):
        return None
    value = compare(loaded, base)
    return Bound(value) if isinstance(loaded, Bound) else value


def added(loaded, base):
    """What the loaded phase adds to the other one."""
    return both(lambda a, b: a - b, loaded, base)


def over_rounds(values):
    """(median of rounds, whether it is a lower bound)."""
    ordered = sorted(values)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    # One that is anything above itself may end up above the middle.
    is_bound = any(isinstance(each, Bound) and each <= high for each in values)
    return (low if is_bound else (low + high) / 2), is_bound


def has_two_regimes(values, bases):
    """Whether a gap of three times, 1 ms at least, lies between two rounds or more on each side.

    bases: what the values were added to, if they were. Then the gap is 5 % of that at least, and else of the lower end.
    """
    ordered = sorted(values)
    for low, high in zip(ordered[1:], ordered[2:-1]):
        step = max(1, 0.05 * abs(median(bases) if bases else low))
        if high - low > step and high / max(low, step) >= 3:
            return True
    return False


def covered(n, rank):
    """How probable it is that the range from the rank-th lowest to the rank-th highest has the median.

    It does not if fewer than `rank` of n fair coins show heads, or fewer than `rank` tails.
    """
    return 1 - 2 * sum(math.comb(n, heads) for heads in range(rank)) / 2**n
