"""Round trips of UDP and TCP."""

import errno
import select
import socket
import time

from carriers import UdpCarrier
from namespace import inside

CLOSE_WITH_RESET = b"\1\0\0\0\0\0\0\0"  # struct linger: on, 0 s


def echo(ends, plan):
    """UDP packets from the client that the server sends back: `packets`, `bytes`, `gapUs`.

    Microseconds of the way there plus the way back, each from the moment before sending to the
    kernel's stamp on arrival: how long this process took to send it back does not count.
    """
    carrier = UdpCarrier(ends["client"], ends["server"])
    try:
        return {"rttUs": _echo(carrier, plan)}
    finally:
        carrier.close()


def _echo(carrier, plan):
    send = carrier.sender("client", plan["bytes"])
    send_back = carrier.sender("server", plan["bytes"])
    poller = select.poll()
    for side in ("client", "server"):
        poller.register(carrier.socket_of(side), select.POLLIN)
    count, gap_ns = plan["packets"], plan["gapUs"] * 1000
    sent, there, back, round_trips = {}, {}, {}, []
    start = time.time_ns()
    deadline = start + int((count - 1) * gap_ns + plan["waitMs"] * 1e6)
    while len(round_trips) < count:
        now = time.time_ns()
        if now >= deadline:
            break
        number = len(sent)
        due = start + int(number * gap_ns) if number < count else deadline
        if number < count and due <= now:
            sent[number] = time.time_ns()
            send(number)
            continue
        poller.poll((due - now) / 1e6)
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
    return round_trips


def connect(ends, plan):
    """Microseconds from SYN to SYN-ACK of `connections`, begun every `gapUs`.

    Each is given `waitMs`, shorter than the kernel's second until it repeats a SYN: one whose SYN
    or SYN-ACK was lost is not counted.
    """
    with inside(ends["server"]["netns"]):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind((ends["server"]["address"], 0))
    listener.listen(plan["connections"])
    connections = {}
    try:
        return {"connectUs": _connect(ends["client"], listener.getsockname(), plan, connections)}
    finally:
        for sock, _ in connections.values():
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, CLOSE_WITH_RESET)
            sock.close()
        listener.close()


def _connect(client, address, plan, connections):
    poller = select.poll()
    count, gap_ns, wait_ns = plan["connections"], plan["gapUs"] * 1000, int(plan["waitMs"] * 1e6)
    start = time.time_ns()
    deadline = start + int((count - 1) * gap_ns) + wait_ns
    durations = []
    while len(durations) < count:
        now = time.time_ns()
        if now >= deadline:
            break
        begun = len(connections)
        due = start + int(begun * gap_ns) if begun < count else deadline
        if begun < count and due <= now:
            with inside(client["netns"]):
                sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            sock.setblocking(False)
            connections[sock.fileno()] = (sock, time.time_ns())
            code = sock.connect_ex(address)
            if code not in (0, errno.EINPROGRESS):
                raise OSError(code, "connect")
            poller.register(sock, select.POLLOUT)
            continue
        for descriptor, _ in poller.poll((due - now) / 1e6):
            at = time.time_ns()
            sock, begun_at = connections[descriptor]
            poller.unregister(sock)
            code = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if code != 0:
                raise OSError(code, "connect")
            if at - begun_at <= wait_ns:
                durations.append((at - begun_at) // 1000)
    return durations
