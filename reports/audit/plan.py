"""What a run was to do: in blocks since schema 8, in one configuration and its networks before."""

from finding import BESIDE_BULK


def variants(manifest):
    """Each once, in its order."""
    if "blocks" not in manifest:
        return manifest["config"]["variants"]
    return list(dict.fromkeys(variant for block in manifest["blocks"] for variant in block["variants"]))


def workload(manifest, network, scenario):
    """How much a scenario moved over a network: all of its blocks there say the same."""
    if "blocks" not in manifest:
        return next(each["workload"] for each in manifest["networks"] if each["profile"]["id"] == network)
    own = [block for block in manifest["blocks"] if network in block["networks"] and scenario in block["scenarios"]]
    return own[0]["workload"]


def ended_when_precise(manifest, scenario):
    """Whether rounds of a scenario ended when their intervals were narrow."""
    if "blocks" not in manifest:
        return scenario in BESIDE_BULK and manifest["config"].get("until") is not None
    return any(block["precision"] is not None and scenario in block["scenarios"] for block in manifest["blocks"])
