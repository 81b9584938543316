"""The losses that a run's seeds make, by docs/networks.md ("Losses that begin with a transfer")."""

import hashlib
import json
import math

MASK = 2**64 - 1
WAYS = ("down", "up")


def fractions(seed, count):
    """The first outputs of SplitMix64, as fractions."""
    for n in range(1, count + 1):
        z = (seed + n * 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield ((z ^ (z >> 31)) >> 11) / 2**53


def begins(link):
    """The probability that a run of losses begins."""
    loss, run = link["lossFraction"], link["lossBurstPackets"]
    return loss if run == 1 else loss / (run * (1 - loss))


def losses(link, seed, count, first=0):
    """How many of so many packets; in an armed sequence the first lost one is given, from 1."""
    begin, run = begins(link), link["lossBurstPackets"]
    lost, is_lost = 0, False
    for n, drawn in enumerate(fractions(seed, count), 1):
        limit = 1 - 1 / run if is_lost and run > 1 else begin
        is_lost = n == first or (n > first and drawn < limit)
        lost += is_lost
    return lost


def first_lost(link, quantile):
    """The number of the first lost packet, from 1."""
    return max(1, math.ceil(math.log1p(-quantile) / math.log1p(-begins(link))))


def armed_seed(seed):
    digest = hashlib.sha256(json.dumps(["armed-losses", seed], separators=(",", ":")).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def of_connection(profile, line, way):
    """Losses of a connection in one direction: of its full-size packets since they were armed, and of all others."""
    count, link = line["transfer"]["link"][way], profile[way]
    if not link["lossFraction"]:
        return 0
    full, at = count.get("fullPackets", 0), WAYS.index(way)
    others = losses(link, 2 * line["transfer"]["linkSeed"] + at, count["sentPackets"] - full)
    if not full:
        return others
    own = losses(link, 2 * armed_seed(line["seed"]) + at, full, first_lost(link, line["firstLoss"]["quantile"]))
    return others + own
