"""Numbered packets in both directions at once, on schedule."""

import select
import time

from carriers import CARRIERS

# Longest sleep between two looks at the schedule: packets due in between go out together.
TICK_SECONDS = 0.0005
# A sender that was kept from running further behind than this shifts its schedule: what it missed
# would go out as one burst, and overflow a queue that the schedule leaves empty.
LATE_NS = 5_000_000
# Stragglers that arrive after the packet with the last number are waited for this long.
GRACE_NS = 5_000_000
RECEIVE_BATCH = 32

RECEIVER = {"down": "client", "up": "server"}
SENDER = {"down": "server", "up": "client"}


class Lane:
    """One direction. Packet i goes by the protocol `protocols[i % len(protocols)]`."""

    def __init__(self, direction, plan, carriers):
        self._count = plan["packets"]
        self._gap_ns = plan["gapUs"] * 1000
        self._senders = [
            carriers[protocol].sender(SENDER[direction], plan["bytes"])
            for protocol in plan["protocols"]
        ]
        self._receiver = RECEIVER[direction]
        self._carriers = [carriers[protocol] for protocol in plan["protocols"]]
        self._start_ns = 0
        self.sent_ns = []
        self.arrivals = []
        self._done = self._count == 0

    def begin(self, start_ns):
        self._start_ns = start_ns

    def sockets(self):
        return [carrier.socket_of(self._receiver) for carrier in self._carriers]

    def next_due_ns(self):
        """When the next packet is to be sent, None after the last."""
        number = len(self.sent_ns)
        return None if number == self._count else self._start_ns + int(number * self._gap_ns)

    def send_due(self):
        due = self.next_due_ns()
        if due is None:
            return
        now = time.time_ns()
        if now - due > LATE_NS:
            self._start_ns += now - due
            due = now
        sent, senders, count = self.sent_ns, self._senders, self._count
        kinds = len(senders)
        while due <= now:
            number = len(sent)
            sent.append(time.time_ns())
            senders[number % kinds](number)
            if number + 1 == count:
                return
            due = self._start_ns + int((number + 1) * self._gap_ns)

    def receive_some(self):
        """Reads up to a batch per protocol. False when nothing was there."""
        before = len(self.arrivals)
        for carrier in self._carriers:
            for _ in range(RECEIVE_BATCH):
                packet = carrier.receive(self._receiver)
                if packet is None:
                    break
                self.arrivals.append(packet)
                # Links keep the order: after the last one there is little to come.
                self._done = self._done or packet[0] == self._count - 1
        return len(self.arrivals) > before

    def is_done(self):
        return self._done

    def report(self, start_ns):
        """Times in microseconds since `start_ns`."""
        return {
            "sentUs": [(at - start_ns) // 1000 for at in self.sent_ns],
            "arrived": [number for number, _ in self.arrivals],
            "arrivedUs": [(at - start_ns) // 1000 for _, at in self.arrivals],
        }


def stream(ends, plan):
    """Sends what `down` and `up` of the plan say, then waits up to `waitMs` for what is under way."""
    protocols = {name for side in RECEIVER for name in plan[side]["protocols"]}
    carriers = {name: CARRIERS[name](ends["client"], ends["server"]) for name in sorted(protocols)}
    try:
        lanes = {name: Lane(name, plan[name], carriers) for name in RECEIVER}
        start_ns = time.time_ns() + 1_000_000
        for lane in lanes.values():
            lane.begin(start_ns)
        _send(list(lanes.values()))
        _drain(list(lanes.values()), time.time_ns() + int(plan["waitMs"] * 1e6))
        return {name: lane.report(start_ns) for name, lane in lanes.items()}
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
        next_due = min(dues)
        wake = max(next_due, time.time_ns() + int(TICK_SECONDS * 1e9))
        # The time until then is for reading, so that no receive buffer overflows.
        busy = True
        while busy and time.time_ns() < wake:
            busy = any([lane.receive_some() for lane in lanes])
        pause = wake - time.time_ns()
        if pause > 0:
            time.sleep(pause / 1e9)


def _drain(lanes, deadline_ns):
    poller = select.poll()
    for lane in lanes:
        for sock in lane.sockets():
            poller.register(sock, select.POLLIN)
    grace_ends_ns = None
    while True:
        while any([lane.receive_some() for lane in lanes]):
            pass
        now = time.time_ns()
        if grace_ends_ns is None and all(lane.is_done() for lane in lanes):
            grace_ends_ns = min(deadline_ns, now + GRACE_NS)
        end = deadline_ns if grace_ends_ns is None else grace_ends_ns
        if now >= end:
            return
        poller.poll(max(1, (end - now) / 1e6))
