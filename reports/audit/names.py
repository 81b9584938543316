"""Runs up to schema 6 with the names of schema 7: of scenarios, networks, phases and one setting."""

import re

SCENARIOS = {"4f": "download", "4g": "upload", "5h": "connect", "6i": "stalled-reader", "7j": "throughput", "8k": "crowd"}
NETWORKS = {name: f"reference-{name}" for name in ("4g", "3g", "high-loss", "extreme-loss")}
PHASES = {"idle": "alone", "foreign": "other", "self": "same"}
OF_PHASE = re.compile(r"^(probe|first|bulk)-(idle|foreign|self)")


def scenario_of(name):
    return SCENARIOS.get(name, name)


def network_of(name):
    """A network may have changes: 4g+loss=0%."""
    base, *changes = name.split("+")
    return "+".join((NETWORKS.get(base, base), *changes))


def arm_of(name):
    return re.sub(r"(^|\+)foreign=", r"\1other-load=", name)


def cell_of(name):
    network, variant, what, *round_ = name.split("/")
    scenario, *kind = re.split(r"(?=-(?:text|binary))", what, maxsplit=1)
    return "/".join((network_of(network), variant, scenario_of(scenario) + arm_of("".join(kind)), *round_))


def renamed(line):
    """A line of cells or samples."""
    line["cell"], line["network"] = cell_of(line["cell"]), network_of(line["network"])
    line["scenario"] = scenario_of(line["scenario"])
    if "label" in line:
        line["label"] = OF_PHASE.sub(lambda found: f"{found[1]}-{PHASES[found[2]]}", line["label"])
    if "arm" in line:
        line["arm"] = arm_of(line["arm"])
    for each in line.get("phases", ()):
        each["phase"] = PHASES.get(each["phase"], each["phase"])
    return line


def renamed_manifest(manifest):
    for part in (manifest["config"], *manifest["config"].get("parts", ())):
        part["scenarios"] = [*map(scenario_of, part["scenarios"])]
        part["networks"] = [*map(network_of, part["networks"])]
    for each in manifest["networks"]:
        each["profile"]["id"] = network_of(each["profile"]["id"])
    return manifest
