"""Exact order statistics, of operations and of rounds, by the section "Statistics" of docs/measurement.md."""

import math

NEVER = math.inf
PROBE_DEADLINE_MS = 20_000


class Bound(float):
    """A number of a round that rests on messages without an answer: it may be anything above."""


class Added(float):
    """A number of a round that was added to another: its `base`."""


def percentile(values, percent):
    """Nearest rank: the smallest value that at least so many per cent of them do not exceed."""
    rank = -(-len(values) * percent // 100)
    return sorted(values)[max(rank, 1) - 1]


def median(values):
    middle = sorted(values)
    return (middle[(len(middle) - 1) // 2] + middle[len(middle) // 2]) / 2


def mean(values):
    return math.fsum(values) / len(values)


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
    if not math.isfinite(value):
        return None
    return Bound(value) if isinstance(loaded, Bound) else value


def added(loaded, base):
    """What the loaded phase adds to the other one."""
    value = both(lambda a, b: a - b, loaded, base)
    if value is None:
        return None
    delay = value if isinstance(value, Bound) else Added(value)
    delay.base = base
    return delay


def over_rounds(values):
    """(median of rounds, whether it is a lower bound)."""
    ordered = sorted(values)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    # One that is anything above itself may end up above the middle.
    is_bound = any(isinstance(each, Bound) and each <= high for each in values)
    return (low if is_bound else (low + high) / 2), is_bound


def lower_regime(values, least=1):
    """How many of the values are below a gap of three times; at the widest of such gaps.

    least: the least step of their unit, such as 1 ms; where they were added to something else, 5 % of that.
    """
    bases = [each.base for each in values if hasattr(each, "base")]
    ordered, gaps = sorted(values), []
    for count in range(2, len(values) - 1):
        low, high = ordered[count - 1], ordered[count]
        step = max(0.05 * abs(median(bases) if bases else low), least)
        floor = max(low, step)
        factor = high / floor if floor > 0 else NEVER
        if high - low > step and factor >= 3:
            gaps.append((factor, count))
    return max(gaps)[1] if gaps else 0


def covered(n, rank):
    """How probable it is that the range from the rank-th lowest to the rank-th highest has the median.

    It does not if fewer than `rank` of n fair coins show heads, or fewer than `rank` tails.
    """
    return 1 - 2 * sum(math.comb(n, heads) for heads in range(rank)) / 2**n
