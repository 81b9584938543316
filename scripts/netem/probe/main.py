"""Measures a link from both of its ends: python3 main.py PLAN RESULT

PLAN is JSON: {"client": END, "server": END, "phases": [PHASE, ...]}, where an END is
{"netns": path or null, "address": IPv4} and a PHASE is what its function below documents, with
its "kind". RESULT gets a JSON list, one entry per phase, of raw observations.

One process holds the sockets of both namespaces, so that one clock (CLOCK_REALTIME, which the
kernel stamps arrivals with) reads both ends of a packet's way, and no thread waits for another.
"""

import gc
import json
import os
import sys

from round_trips import connect, echo
from stream import stream

PHASES = {"echo": echo, "connect": connect, "stream": stream}


def main():
    with open(sys.argv[1]) as file:
        plan = json.load(file)
    _go_before_others()
    gc.disable()
    results = [PHASES[phase["kind"]](plan, phase) for phase in plan["phases"]]
    with open(sys.argv[2], "w") as file:
        json.dump(results, file, separators=(",", ":"))


def _go_before_others():
    """Keeps other programs of a busy machine from delaying packets, where that is allowed.

    The lowest of the real-time priorities: an emulator may stand above it.
    """
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except (AttributeError, PermissionError):
        pass


main()
