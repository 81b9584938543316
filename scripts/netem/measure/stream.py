"""Numbered packets in both directions at once, on schedule."""

import select
import time

from carriers import CARRIERS

# Longest sleep between two looks at the schedule: packets due in between are sent together.
TICK_NS = 500_000
# A sender that is later than this shifts its schedule. Else it would send what it missed as one
# burst, and overflow a queue that the schedule leaves empty.
LATE_NS = 5_000_000
# Time for stragglers after the packet with the last number.
GRACE_NS = 5_000_000
RECEIVE_BATCH = 32

SIDES = {"down": ("server", "client"), "up": ("client", "server")}


class Lane:
    """One direction. Packet i is of the protocol `protocols[i % len(protocols)]`."""

    def __init__(self, direction, plan, carriers, start_ns):
        sender, self._receiver = SIDES[direction]
        self._count = plan["packets"]
        self._gap_ns = plan["gapUs"] * 1000
        self._carriers = [carriers[protocol] for protocol in plan["protocols"]]
        self._senders = [carrier.sender(sender, plan["bytes"]) for carrier in self._carriers]
        self._start_ns = self._zero_ns = start_ns
        self._sent_ns = []
        self._arrivals = []
        self.done = self._count == 0

    def sockets(self):
        return [carrier.sockets[self._receiver] for carrier in self._carriers]

    def next_due_ns(self):
        """When the next packet is to be sent, None after the last."""
        number = len(self._sent_ns)
        return None if number == self._count else self._start_ns + int(number * self._gap_ns)

    def send_due(self):
        due, now = self.next_due_ns(), time.time_ns()
        if due is not None and now - due > LATE_NS:
            self._start_ns += now - due
            due = now
        while due is not None and due <= now:
            number = len(self._sent_ns)
            self._sent_ns.append(time.time_ns())
            self._senders[number % len(self._senders)](number)
            due = self.next_due_ns()

    def receive_some(self):
        """Reads up to a batch per protocol. False when nothing was there."""
        before = len(self._arrivals)
        for carrier in self._carriers:
            for _ in range(RECEIVE_BATCH):
                packet = carrier.receive(self._receiver)
                if packet is None:
                    break
                self._arrivals.append(packet)
                # Links keep the order: after the last one there is little to come.
                self.done = self.done or packet[0] == self._count - 1
        return len(self._arrivals) > before

    def report(self):
        """Times in microseconds since the start."""
        return {
            "sentUs": [(at - self._zero_ns) // 1000 for at in self._sent_ns],
            "arrived": [number for number, _ in self._arrivals],
            "arrivedUs": [(at - self._zero_ns) // 1000 for _, at in self._arrivals],
        }


def stream(ends, plan):
    """Sends what `down` and `up` of the plan say, then waits up to `waitMs` for what is on the link."""
    protocols = {name for side in SIDES for name in plan[side]["protocols"]}
    carriers = {name: CARRIERS[name](ends["client"], ends["server"]) for name in sorted(protocols)}
    try:
        start_ns = time.time_ns() + 1_000_000
        lanes = {name: Lane(name, plan[name], carriers, start_ns) for name in SIDES}
        _send(list(lanes.values()))
        _drain(list(lanes.values()), time.time_ns() + int(plan["waitMs"] * 1e6))
        seen = {name: lane.report() for name, lane in lanes.items()}
        return {**seen, "startUs": start_ns // 1000}
    finally:
        for carrier in carriers.values():
            carrier.close()


def _send(lanes):
    while True:
        for lane in lanes:
            lane.send_due()
        dues = [due for due in (lane.next_due_ns() for lane in lanes) if due is not None]
        if not dues:
            return
        wake = max(min(dues), time.time_ns() + TICK_NS)
        # The time until then is for reading, so that no receive buffer overflows.
        while time.time_ns() < wake and any([lane.receive_some() for lane in lanes]):
            pass
        pause = wake - time.time_ns()
        if pause > 0:
            time.sleep(pause / 1e9)


def _drain(lanes, deadline_ns):
    poller = select.poll()
    for lane in lanes:
        for sock in lane.sockets():
            poller.register(sock, select.POLLIN)
    end_ns = None
    while True:
        while any([lane.receive_some() for lane in lanes]):
            pass
        now = time.time_ns()
        if end_ns is None and all(lane.done for lane in lanes):
            end_ns = min(deadline_ns, now + GRACE_NS)
        end = deadline_ns if end_ns is None else end_ns
        if now >= end:
            return
        poller.poll(max(1, (end - now) / 1e6))
