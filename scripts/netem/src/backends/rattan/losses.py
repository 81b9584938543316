"""Random losses of a running rattan: python3 losses.py PID JSON

{"begin": {"down": {"seed", "thresholds"}, "up": …}} begins a new sequence of losses in both
directions. A packet is lost when its 53 random bits are below the first threshold, or after a loss
below the second. Prints for each direction the id of its counters: {"down": 12, "up": 13}.

{"count": {"down": 12, "up": 13}} prints what was counted since then: {"down": {"arrived", "lost",
"overflowed"}, "up": …}: packets at the emulator, lost at random, and dropped because the emulator
did not read them in time.

Run as root. Python 3.8, standard library only.
"""

import json
import os
import socket
import struct
import sys

import bpf
from loss_filter import ARRIVED, LOST, RECORD_LENGTH, loss_filter
from packet_sockets import packet_sockets

SO_ATTACH_BPF = 50
SOL_PACKET = 263
PACKET_STATISTICS = 6


def begin(sockets, sequences):
    ids = {}
    for way, sequence in sequences.items():
        record = bpf.Record.create([0, 0, sequence["seed"], *sequence["thresholds"], 0])
        program = bpf.load_socket_filter(loss_filter(record))
        # It replaces the one before. The kernel keeps both program and record while they are used.
        sockets[way].setsockopt(socket.SOL_SOCKET, SO_ATTACH_BPF, program)
        ids[way] = record.id
        record.close()
        os.close(program)
        overflowed(sockets[way])
    return ids


def count(sockets, ids):
    counts = {}
    for way, identifier in ids.items():
        record = bpf.Record.by_id(identifier, RECORD_LENGTH)
        numbers = record.read()
        record.close()
        counts[way] = {
            "arrived": numbers[ARRIVED],
            "lost": numbers[LOST],
            "overflowed": overflowed(sockets[way]),
        }
    return counts


def overflowed(each):
    """Packets that its buffer had no room for since the last call."""
    return struct.unpack("<II", each.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))[1]


command, asked = json.loads(sys.argv[2]).popitem()
print(json.dumps({"begin": begin, "count": count}[command](packet_sockets(int(sys.argv[1])), asked)))
