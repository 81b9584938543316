"""Exact order statistics, of operations and of rounds, by docs/reference/formulas.md."""

import math

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


def over_rounds(values):
    """(median of rounds, whether it is a lower bound)."""
    ordered = sorted(values)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    # One that is anything above itself may end up above the middle.
    is_bound = any(isinstance(each, Bound) and each <= high for each in values)
    return (low if is_bound else (low + high) / 2), is_bound


def covered(n, rank):
    """How probable it is that the range from the rank-th lowest to the rank-th highest has the median.

    It does not if fewer than `rank` of n fair coins show heads, or fewer than `rank` tails.
    """
    return 1 - 2 * sum(math.comb(n, heads) for heads in range(rank)) / 2**n
