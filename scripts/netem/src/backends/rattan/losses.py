"""Random losses of a running rattan: python3 losses.py PID JSON

{"begin": {"down": {"seed", "thresholds"}, "up": …}} begins a new sequence of losses in both
directions. A packet is lost when its 53 random bits are below the first threshold, or after a loss
below the second. Prints for each direction the id of its records: {"down": 12, "up": 13}.

{"arm": {"id": 12, "sequence": {"seed", "thresholds", "first"}}} begins a sequence for the full-size
packets of a direction. The packet `first` is lost, none before it; null: none ever. Prints {}.

{"count": {"down": 12, "up": 13}} prints what was counted since then: {"down": {"lost", "full",
"overflowed"}, "up": …}: packets lost at random, full-size ones since the direction was armed (null: it
is not), and those dropped because the emulator did not read them in time.

Run as root. Python 3.8, standard library only.
"""

import json
import os
import socket
import struct
import sys

import bpf
from loss_filter import ARRIVED, EVERY, FULL, LOST, PLACES, RECORD_LENGTH, loss_filter
from packet_sockets import packet_sockets

SO_ATTACH_BPF = 50
SOL_PACKET = 263
PACKET_STATISTICS = 6


# A number that no packet reaches.
NEVER = 2**64 - 1


def begin(pid, sequences):
    sockets, ids = packet_sockets(pid), {}
    for way, sequence in sequences.items():
        with new_record(sequence, 0) as every, bpf.Records.create(PLACES, every) as records:
            records.put(EVERY, every)
            program = bpf.load_socket_filter(loss_filter(records))
            # It replaces the one before. The kernel keeps program and records while they are used.
            sockets[way].setsockopt(socket.SOL_SOCKET, SO_ATTACH_BPF, program)
            ids[way] = records.id
            os.close(program)
        overflowed(sockets[way])
    return ids


def arm(_, asked):
    sequence = asked["sequence"]
    first = NEVER if sequence["first"] is None else sequence["first"]
    with new_record(sequence, first) as full, bpf.Records.by_id(asked["id"]) as records:
        records.put(FULL, full)
    return {}


def new_record(sequence, first):
    return bpf.Record.create([0, 0, sequence["seed"], *sequence["thresholds"], 0, first])


def count(pid, ids):
    sockets, counts = packet_sockets(pid), {}
    for way, identifier in ids.items():
        with bpf.Records.by_id(identifier) as records:
            every, full = (numbers(records, place) for place in (EVERY, FULL))
        counts[way] = {
            "lost": every[LOST] + (full[LOST] if full else 0),
            "full": full[ARRIVED] if full else None,
            "overflowed": overflowed(sockets[way]),
        }
    return counts


def numbers(records, place):
    record = records.get(place)
    if record is None:
        return None
    with record:
        return record.read(RECORD_LENGTH)


def overflowed(each):
    """Packets that its buffer had no room for since the last call."""
    return struct.unpack("<II", each.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))[1]


command, asked = json.loads(sys.argv[2]).popitem()
print(json.dumps({"begin": begin, "arm": arm, "count": count}[command](int(sys.argv[1]), asked)))
