"""Runs up to schema 6 with the names of schema 7: of scenarios, networks, phases and one setting."""

import re

SCENARIOS = {"4f": "download", "4g": "upload", "5h": "connect", "6i": "stalled-reader", "7j": "throughput", "8k": "crowd"}
NETWORKS = {name: f"reference-{name}" for name in ("4g", "3g", "high-loss", "extreme-loss")}
PHASES = {"idle": "alone", "foreign": "other", "self": "same"}


def network_of(name):
    """A network may have changes: 4g+loss=0%."""
    base, *changes = name.split("+")
    return "+".join((NETWORKS.get(base, base), *changes))


def renamed(cell):
    """Its id stays, as nothing shows it."""
    cell["network"] = network_of(cell["network"])
    cell["scenario"] = SCENARIOS.get(cell["scenario"], cell["scenario"])
    cell["arm"] = re.sub(r"(^|\+)foreign=", r"\1other-load=", cell["arm"])
    for each in cell["phases"]:
        each["phase"] = PHASES.get(each["phase"], each["phase"])
    return cell


def renamed_sample(sample):
    sample["label"] = "-".join(PHASES.get(word, word) for word in sample["label"].split("-"))
    return sample
