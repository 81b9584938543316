"""Measures a link from both of its ends: python3 main.py PLAN RESULT

PLAN is JSON: {"client": END, "server": END, "echo": P, "connect": P, "streams": [P, ...]}. An END is
{"netns": path or null, "address": IPv4}; a P is what the function of that name documents, or null.
RESULT gets the raw observations as JSON: {"rttUs": [], "connectUs": [], "streams": []};
`startUs` of a stream is in µs since the epoch.

One process holds the sockets of both namespaces. So one clock (CLOCK_REALTIME, which the kernel
stamps arrivals with) reads both ends of a packet's way, and no thread waits for another.
"""

import gc
import json
import sys

from precedence import take_precedence
from round_trips import connect, echo
from stream import stream


def main():
    with open(sys.argv[1]) as file:
        plan = json.load(file)
    take_precedence()
    gc.disable()
    observed = {
        "rttUs": echo(plan, plan["echo"]) if plan["echo"] else [],
        "connectUs": connect(plan, plan["connect"]) if plan["connect"] else [],
        "streams": [stream(plan, each) for each in plan["streams"]],
    }
    with open(sys.argv[2], "w") as file:
        json.dump(observed, file, separators=(",", ":"))


main()
