"""Where the small messages of download and upload waited."""

from raw import mean_kbps, succeeded

# The middle of a longer time would be a guess.
MOST_UNSURE_MS = 100


def parts(sample, scenario, profile):
    """{part: ms} of one load; None where its way is not known.

    The passage in the transfer's direction is taken apart, the way before or after it is one part.
    """
    way = sample.get("way")
    if not way or not succeeded(sample) or way["handledMs"] is None:
        return None
    handled, answered = way["handledMs"], sample["outcome"]["durationMs"]
    passage = way["answer"] if scenario == "download" else way["request"]
    if passage is None:
        return None
    if scenario == "download":
        link, begun, ended, whole = profile["down"], handled, answered, {"request": handled}
    else:
        link, begun, ended, whole = profile["up"], 0, handled, {"answer": answered - handled}
    crossing = passage["arrivedMs"] - passage["resentMs"]
    per_byte = 8 / mean_kbps(link) if mean_kbps(link) else 0
    path = min(crossing, link["delayMs"] + passage["packetBytes"] * per_byte)
    return {
        **whole,
        **before_device(passage, begun),
        "path": path,
        "queue": crossing - path,
        "retransmission": (passage["resentMs"] - passage["sentMs"]) + (passage["inOrderMs"] - passage["arrivedMs"]),
        "receiver": ended - passage["inOrderMs"],
    }


def before_device(passage, begun):
    """Where the sender's socket told when it had the last byte, its time is halved between both ends of that."""
    taken = passage["accepted"]
    if taken is None or taken["toMs"] - taken["fromMs"] > MOST_UNSURE_MS:
        return {"sender": passage["sentMs"] - begun}
    middle = (taken["fromMs"] + taken["toMs"]) / 2
    return {"application": middle - begun, "send-buffer": passage["sentMs"] - middle}
