"""Small packets both ways over a link in use: python3 beacons.py PLAN

PLAN is JSON: {"client": END, "server": END, "bytes": of the IP packet, "gapUs": between two,
"waitMs": the longest that one takes}; END as in main.py. Node starts it with a channel, on which it
is sent lines of JSON and answers each: the first when the first beacons are sent; the second, which
ends them, with {"down": SEEN, "up": SEEN} when the last ones have had time to arrive. SEEN is
{"sentUs": [], "arrived": numbers, "arrivedUs": []} in µs since the epoch.
"""

import gc
import json
import os
import select
import socket
import sys
import time

from carriers import UdpCarrier
from precedence import take_precedence
from stream import SIDES


class Direction:
    def __init__(self, carrier, sides, packet_bytes):
        sender, self._receiver = sides
        self._carrier = carrier
        self._send = carrier.sender(sender, packet_bytes)
        self._sent_ns, self._arrivals = [], []

    def send(self):
        number = len(self._sent_ns)
        self._sent_ns.append(time.time_ns())
        self._send(number)

    def receive(self):
        while (packet := self._carrier.receive(self._receiver)) is not None:
            self._arrivals.append(packet)

    def is_complete(self):
        """The last one is there; links keep the order."""
        return bool(self._arrivals) and self._arrivals[-1][0] == len(self._sent_ns) - 1

    def report(self):
        return {
            "sentUs": [at // 1000 for at in self._sent_ns],
            "arrived": [number for number, _ in self._arrivals],
            "arrivedUs": [at // 1000 for _, at in self._arrivals],
        }


def main():
    plan = json.loads(sys.argv[1])
    channel = socket.socket(fileno=int(os.environ["NODE_CHANNEL_FD"]))
    channel.setblocking(True)
    take_precedence()
    gc.disable()
    # Connected sockets would count as connections of the variant.
    carrier = UdpCarrier(plan["client"], plan["server"], connected=False)
    directions = {name: Direction(carrier, SIDES[name], plan["bytes"]) for name in SIDES}
    _hear(channel)
    _send(directions)
    _answer(channel, {"begun": True})
    _go_on(channel, directions, int(plan["gapUs"] * 1000))
    _hear(channel)
    _drain(directions, time.time_ns() + int(plan["waitMs"] * 1e6))
    _answer(channel, {name: direction.report() for name, direction in directions.items()})


def _send(directions):
    for direction in directions.values():
        direction.send()


def _go_on(channel, directions, gap_ns):
    """Until there is a message. Sleeps in between: the kernel stamps arrivals."""
    poller = select.poll()
    poller.register(channel, select.POLLIN)
    due = time.time_ns() + gap_ns
    while not poller.poll(max(0, (due - time.time_ns()) / 1e6)):
        if time.time_ns() < due:
            continue
        _send(directions)
        for direction in directions.values():
            direction.receive()
        # Late ones are left out: sent together they would see one moment.
        due = max(due, time.time_ns() - gap_ns) + gap_ns


def _drain(directions, deadline_ns):
    while True:
        for direction in directions.values():
            direction.receive()
        if all(each.is_complete() for each in directions.values()) or time.time_ns() >= deadline_ns:
            return
        time.sleep(0.005)


def _hear(channel):
    """The next message; ends with the other side."""
    heard = b""
    while not heard.endswith(b"\n"):
        part = channel.recv(4096)
        if not part:
            sys.exit(0)
        heard += part


def _answer(channel, answer):
    channel.sendall(json.dumps(answer, separators=(",", ":")).encode() + b"\n")


main()
