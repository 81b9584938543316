"""Numbered packets over UDP and as TCP segments, with the kernel's time of arrival.

A carrier is the pair of sockets of one IP protocol, one in each namespace. `sender` takes the side
that sends (`client` or `server`), `receive` the side that receives. Sizes are those of the IP
packet, headers included.
"""

import socket
import struct
import time

from namespace import inside

# asm-generic/socket.h; the socket module does not have them.
SO_SNDBUFFORCE = 32
SO_RCVBUFFORCE = 33
SO_TIMESTAMPNS = 35

# Holds all packets of a stream if this process cannot read for a while. A small packet takes about
# 800 bytes of it, a full-size one 2.3 KB.
BUFFER_BYTES = 64 << 20

# More than the headers and the number: the kernel cuts off the rest of a packet.
HEAD_BYTES = 64
CONTROL_BYTES = socket.CMSG_SPACE(16)

IP_HEADER_BYTES = 20
UDP_HEADER_BYTES = 8
TCP_HEADER_BYTES = 20
TCP_RST = 0x04
# Any port without a listener; also tells our segments from those of others.
TCP_PORT = 47113


class Carrier:
    """Two sockets by side, bound to the addresses of `ends`."""

    def __init__(self, ends, kind, protocol):
        self.sockets = {}
        for side, end in ends.items():
            with inside(end["netns"]):
                sock = socket.socket(socket.AF_INET, kind, protocol)
            _prepare(sock)
            sock.bind((end["address"], 0))
            self.sockets[side] = sock

    def close(self):
        for sock in self.sockets.values():
            sock.close()


class UdpCarrier(Carrier):
    """Datagrams between two sockets, connected or not: number, then zeros."""

    def __init__(self, client, server, connected=True):
        super().__init__({"client": client, "server": server}, socket.SOCK_DGRAM, 0)
        names = {side: sock.getsockname() for side, sock in self.sockets.items()}
        self._peers = {"client": names["server"], "server": names["client"]}
        self._connected = connected
        if connected:
            for side, sock in self.sockets.items():
                sock.connect(self._peers[side])

    def sender(self, side, packet_bytes):
        """A function that sends the packet with the number it is given."""
        padding = bytes(packet_bytes - IP_HEADER_BYTES - UDP_HEADER_BYTES - 4)
        sock, peer = self.sockets[side], self._peers[side]
        send = sock.send if self._connected else lambda packet: sock.sendto(packet, peer)
        number_of = struct.Struct("!I").pack
        return lambda number: send(number_of(number) + padding)

    def receive(self, side):
        """(number, time in ns) of the next packet, None when there is none yet."""
        head, at = _receive(self.sockets[side])
        return None if head is None else (int.from_bytes(head[:4], "big"), at)


class TcpCarrier(Carrier):
    """TCP segments through raw sockets: the number is the sequence number.

    A TCP connection cannot fill a link with loss within seconds (Mathis et al. 1997: its rate is
    at most 1.22 MSS / (RTT sqrt(p)), 1.4 Mbit/s at 100 ms and 1 %): it would measure its own
    congestion control. These segments belong to no connection and carry RST, which no stack
    answers (RFC 9293, 3.5.2): they show what the link does to IP protocol 6.
    """

    def __init__(self, client, server):
        super().__init__(
            {"client": client, "server": server}, socket.SOCK_RAW, socket.IPPROTO_TCP
        )
        self._addresses = {"client": client["address"], "server": server["address"]}
        self.sockets["client"].connect((server["address"], 0))
        self.sockets["server"].connect((client["address"], 0))

    def sender(self, side, packet_bytes):
        other = "server" if side == "client" else "client"
        payload = bytes(packet_bytes - IP_HEADER_BYTES - TCP_HEADER_BYTES)
        header = struct.Struct("!HHIIBBHHH")

        def segment(number, checksum):
            return header.pack(
                TCP_PORT, TCP_PORT, number, 0, TCP_HEADER_BYTES // 4 << 4, TCP_RST, 0, checksum, 0
            )

        # Only the number differs between packets, and zeros add nothing to the sum.
        pseudo = socket.inet_aton(self._addresses[side]) + socket.inet_aton(self._addresses[other])
        pseudo += struct.pack("!HH", socket.IPPROTO_TCP, TCP_HEADER_BYTES + len(payload))
        constant = sum(struct.unpack("!16H", pseudo + segment(0, 0)))
        send = self.sockets[side].send

        def send_number(number):
            total = constant + (number >> 16) + (number & 0xFFFF)
            total = (total & 0xFFFF) + (total >> 16)
            total = (total & 0xFFFF) + (total >> 16)
            send(segment(number, ~total & 0xFFFF) + payload)

        return send_number

    def receive(self, side):
        while True:
            head, at = _receive(self.sockets[side])
            if head is None:
                return None
            tcp = head[(head[0] & 0x0F) * 4 :]
            if int.from_bytes(tcp[:2], "big") == TCP_PORT:
                return int.from_bytes(tcp[4:8], "big"), at


CARRIERS = {"udp": UdpCarrier, "tcp": TcpCarrier}


def _prepare(sock):
    for option in (SO_SNDBUFFORCE, SO_RCVBUFFORCE):
        sock.setsockopt(socket.SOL_SOCKET, option, BUFFER_BYTES)
    sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)


def _receive(sock):
    try:
        head, control, _flags, _address = sock.recvmsg(
            HEAD_BYTES, CONTROL_BYTES, socket.MSG_DONTWAIT
        )
    except BlockingIOError:
        return None, 0
    for level, kind, data in control:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS:
            seconds, nanoseconds = struct.unpack("@ll", data[:16])
            return head, seconds * 1_000_000_000 + nanoseconds
    return head, time.time_ns()
