"""Round trips of UDP and TCP."""

import errno
import select
import socket
import time

from carriers import UdpCarrier
from namespace import inside

CLOSE_WITH_RESET = b"\1\0\0\0\0\0\0\0"  # struct linger: on, 0 s


def echo(ends, plan):
    """Sends `count` UDP packets of `bytes` from the client every `gapUs`; the server sends them back.

    Returns microseconds of the way there plus the way back, each from the moment before sending to
    the kernel's stamp on arrival: the time until the server sends the packet back does not count.
    """
    carrier = UdpCarrier(ends["client"], ends["server"])
    send, send_back = (carrier.sender(side, plan["bytes"]) for side in ("client", "server"))
    sent, there, back, round_trips = {}, {}, {}, []

    def begin(number):
        sent[number] = time.time_ns()
        send(number)

    def collect(_ready):
        packet = carrier.receive("server")
        if packet is not None:
            number, at = packet
            there[number] = at - sent[number]
            back[number] = time.time_ns()
            send_back(number)
        packet = carrier.receive("client")
        if packet is not None:
            number, at = packet
            round_trips.append((there[number] + at - back[number]) // 1000)
        return len(round_trips)

    poller = select.poll()
    for side in ("client", "server"):
        poller.register(carrier.sockets[side], select.POLLIN)
    try:
        _paced(plan, poller, begin, collect)
    finally:
        carrier.close()
    return round_trips


def connect(ends, plan):
    """Opens `count` TCP connections from the client, one every `gapUs`.

    Returns microseconds from SYN to SYN-ACK. Each has `waitMs`, shorter than the kernel's second
    until it repeats a SYN: a connection whose SYN or SYN-ACK was lost is not counted.
    """
    with inside(ends["server"]["netns"]):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind((ends["server"]["address"], 0))
    listener.listen(plan["count"])
    poller = select.poll()
    connections, durations = {}, []

    def begin(_number):
        with inside(ends["client"]["netns"]):
            sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setblocking(False)
        connections[sock.fileno()] = (sock, time.time_ns())
        code = sock.connect_ex(listener.getsockname())
        if code not in (0, errno.EINPROGRESS):
            raise OSError(code, "connect")
        poller.register(sock, select.POLLOUT)

    def collect(ready):
        for descriptor, _ in ready:
            at = time.time_ns()
            sock, begun_at = connections[descriptor]
            poller.unregister(sock)
            code = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if code != 0:
                raise OSError(code, "connect")
            if at - begun_at <= plan["waitMs"] * 1e6:
                durations.append((at - begun_at) // 1000)
        return len(durations)

    try:
        _paced(plan, poller, begin, collect)
    finally:
        for sock, _ in connections.values():
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, CLOSE_WITH_RESET)
            sock.close()
        listener.close()
    return durations


def _paced(plan, poller, begin, collect):
    """Calls `begin` for each number when it is due, and `collect` with what is ready in between.

    Ends when `collect` has counted all of them, or `waitMs` after the last has begun.
    """
    count, gap_ns = plan["count"], plan["gapUs"] * 1000
    start = time.time_ns()
    deadline = start + int((count - 1) * gap_ns + plan["waitMs"] * 1e6)
    begun = done = 0
    while done < count:
        now = time.time_ns()
        if now >= deadline:
            return
        due = start + int(begun * gap_ns) if begun < count else deadline
        if begun < count and due <= now:
            begin(begun)
            begun += 1
        else:
            done = collect(poller.poll((due - now) / 1e6))
