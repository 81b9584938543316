"""Audits a run folder, by the rules of docs/reference/audit.md.

It shares no code with bench and report and needs nothing but Python, so that an error would have to be
made twice.
"""

import argparse
import json
import re
import signal
import sys
import zlib
from pathlib import Path

from design import few_rounds, left_out, loss_seed, same_seed, strata
from finding import places
from latencies import batch_order, faster_batch, impossible, late, two_modes
from levels import false_level
from link import link_losses
from proof import unproven
from raw import NotARun, read
from ways import way_alone, way_count, way_loss, way_order, way_queue, way_speed
from windows import outside_window, short_window

# A rule finds nothing where its scenarios were not run.
RULES = (
    short_window,
    outside_window,
    loss_seed,
    same_seed,
    strata,
    left_out,
    few_rounds,
    impossible,
    two_modes,
    late,
    faster_batch,
    batch_order,
    link_losses,
    unproven,
    way_order,
    way_speed,
    way_alone,
    way_queue,
    way_loss,
    way_count,
)

HOMES = [Path(__file__).parents[1] / name for name in ("runs", "published")]


def run_folder(name):
    """The folder of a run that is named by its path, or by its name alone as in pnpm report."""
    named = [home / name for home in HOMES] if Path(name).name == name else []
    for path in (Path(name), *named):
        if name and path.is_dir():
            return path
    raise NotARun(
        f"{name or 'an empty name'}: no such folder, and no run of that name in reports/runs or reports/published; "
        "name the folder of a run, or make one: pnpm bench"
    )


def audit(run, report):
    """(findings, number of cells, number of rules) of a run and, if it is given, its report."""
    manifest, rounds = read(run)
    found = places(manifest, rounds)
    cells = sum(len(place.cells) for place in found)
    if cells == 0:
        raise NotARun(f"{run}: no cell counts, so there is nothing to audit; pnpm report {run} says why")
    findings = [finding for rule in RULES for place in found for finding in rule(place)]
    if report:
        findings += false_level(report / "figures.csv")
    return findings, cells, len(RULES) + bool(report)


def printable(text):
    """Names in a run of somebody else may steer a terminal."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", str(text))


def fail(text):
    print(f"pnpm audit-run: {printable(text)}", file=sys.stderr)
    sys.exit(2)


def main():
    parser = argparse.ArgumentParser(
        prog="pnpm audit-run",
        description="Says which rules of a valid measurement a run breaks: one finding a line, from its raw lines alone. "
        'The rules: docs/reference/audit.md.',
        epilog="exit code: 0 without a finding, 1 with findings, 2 where nothing was audited",
        allow_abbrev=False,
    )
    parser.add_argument("run", metavar="RUN", help="run folder, or name of a run in reports/runs or reports/published")
    parser.add_argument("report", metavar="REPORT", nargs="?", type=Path, help="folder of its report, whose intervals are audited, too")
    parser.add_argument("--json", action="store_true", help="one line of JSON, instead of text")
    parser.error = lambda text: fail(f"{text} (--help says what it takes)")
    options = parser.parse_args()
    findings, cells, rules = audit(run_folder(options.run), options.report)
    if options.json:
        print(json.dumps({"findings": [finding.to_json() for finding in findings], "cells": cells, "rules": rules}))
    else:
        for finding in findings:
            print(printable(finding))
        print(f"{len(findings)} findings in {cells} cells that count, by {rules} rules")
    sys.exit(1 if findings else 0)


# A closed pipe and Ctrl-C end it without a stack.
for each in (signal.SIGPIPE, signal.SIGINT):
    signal.signal(each, signal.SIG_DFL)
try:
    main()
except NotARun as error:
    fail(error)
except (OSError, ValueError, EOFError, zlib.error) as error:
    fail(f"not a run folder and its report: {error}; name the folder that pnpm bench wrote, and that of pnpm report")
except (LookupError, TypeError, AttributeError, RecursionError) as error:
    fail(f"damaged lines or table, {type(error).__name__}: {error}; pnpm report names the place")
