"""A program for the kernel that loses packets at random before a socket gets them.

It is a socket filter (https://docs.kernel.org/networking/filter.html), so that it counts and loses
exactly the packets that arrive at the socket. Packet n, from 1, draws the 53 upper bits of output n
of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
It is lost if they are below a threshold, which after a loss may be another (Gilbert's chain). The
draw is a function of seed and n alone. A record with a FIRST loses that packet and none before it.

Each packet draws from the record at EVERY. Where there is one at FULL, full-size packets draw from that.
"""

import struct

# Positions in a record of 64-bit numbers that a program shares with this one.
ARRIVED, LOST, SEED, BEGIN, GO_ON, LOST_LAST, FIRST = range(7)
RECORD_LENGTH = 7
# Where the records are.
EVERY, FULL = range(2)
PLACES = 2

# A full-size packet, with its IP header. A transfer consists of these, but for the last one of a burst: 1500 bytes
# over TCP, from 1228 on over QUIC (Chromium's and quic-go's first ones). Acknowledgements and beacons are smaller. The
# answer to a load has a few of these, too: one in a hundred, beside a transfer.
FULL_PACKET_BYTES = 1200
# rattan's sockets get it with its Ethernet header.
HEADER_BYTES = 14

# https://www.rfc-editor.org/rfc/rfc9669: instructions as (opcode, registers, offset, immediate).
R0, R1, R2, LENGTH, STATE, DRAW, FRAME = 0, 1, 2, 6, 7, 8, 10
MAP_VALUE_OF_DESCRIPTOR = 1
LOOK_UP_ELEMENT = 1
ATOMIC_ADD, ATOMIC_FETCH_ADD = 0, 1
# Of the packet's description, struct __sk_buff.
LENGTH_AT, PACKET_TYPE_AT = 0, 4
PACKET_HOST, PACKET_OTHERHOST = 0, 3
ALL_BYTES, NOTHING = -1, 0


def _code(opcode, to=0, source=0, offset=0, value=0):
    return struct.pack("<BBhi", opcode, source << 4 | to, offset, value)


def _set_64(to, value, kind=0):
    low, high = value & 0xFFFFFFFF, value >> 32
    return struct.pack("<BBhIxxxxI", 0x18, kind << 4 | to, 0, low, high)


def _load(to, position):
    return _code(0x79, to, STATE, 8 * position)


def _store(position, value):
    return _code(0x7A, STATE, 0, 8 * position, value)


def _add_atomically(position, source, kind):
    return _code(0xDB, STATE, source, 8 * position, kind)


def _set(to, value):
    return _code(0xB7, to, value=value)


def _move(to, source):
    return _code(0xBF, to, source)


def _add(to, source):
    return _code(0x0F, to, source)


def _add_value(to, value):
    return _code(0x07, to, value=value)


def _multiply_64(to, value):
    return _set_64(R1, value) + _code(0x2F, to, R1)


def _shift_right(to, bits):
    return _code(0x77, to, value=bits)


def _mix(bits):
    """DRAW ^= DRAW >> bits"""
    return _move(R1, DRAW) + _shift_right(R1, bits) + _code(0xAF, DRAW, R1)


def _return(value):
    return _set(R0, value) + _code(0x95)


def _skip(skipped, opcode, to, source=0, value=0):
    """Skips these instructions when a comparison holds."""
    return _code(opcode, to, source, len(skipped) // 8, value)


def _unless_equal(register, value, instructions):
    return _skip(instructions, 0x15, register, value=value) + instructions


def _skip_if_found(instructions):
    return _skip(instructions, 0x55, R0)


def _look_up(index):
    """R0 = the entry of the map in R1; 0 without one."""
    key = _code(0x62, FRAME, 0, -4, index) + _move(R2, FRAME) + _add_value(R2, -4)
    return key + _code(0x85, value=LOOK_UP_ELEMENT)


def loss_filter(records):
    """Instructions for a socket filter with these bpf.Records."""
    let_pass = _return(ALL_BYTES)
    read_packet = _code(0x61, LENGTH, R1, LENGTH_AT) + _code(0x61, R1, R1, PACKET_TYPE_AT)
    is_arrival = _unless_equal(R1, PACKET_HOST, _unless_equal(R1, PACKET_OTHERHOST, let_pass))

    def find(place):
        return _set_64(R1, records.descriptor, MAP_VALUE_OF_DESCRIPTOR) + _look_up(place)

    of_every = find(EVERY) + _skip_if_found(let_pass) + let_pass
    of_full = find(FULL) + _skip_if_found(of_every)
    is_small = _skip(of_full, 0xA5, LENGTH, value=HEADER_BYTES + FULL_PACKET_BYTES)
    find_record = is_small + of_full + of_every
    enter = _move(R1, R0) + _look_up(0) + _skip_if_found(let_pass) + let_pass + _move(STATE, R0)
    count = _set(DRAW, 1) + _add_atomically(ARRIVED, DRAW, ATOMIC_FETCH_ADD) + _add_value(DRAW, 1)
    draw = (
        _multiply_64(DRAW, 0x9E3779B97F4A7C15)
        + _load(R1, SEED)
        + _add(DRAW, R1)
        + _mix(30)
        + _multiply_64(DRAW, 0xBF58476D1CE4E5B9)
        + _mix(27)
        + _multiply_64(DRAW, 0x94D049BB133111EB)
        + _mix(31)
        + _shift_right(DRAW, 11)
    )
    pass_by_draw = _store(LOST_LAST, 0) + let_pass
    decide = (
        _load(R2, LOST_LAST)
        + _load(R1, BEGIN)
        + _unless_equal(R2, 0, _load(R1, GO_ON))
        + _skip(pass_by_draw, 0xAD, DRAW, R1)
        + pass_by_draw
    )
    after_first = _skip(let_pass, 0x2D, DRAW, R1) + let_pass + draw + decide
    fate = _load(R1, FIRST) + _skip(after_first, 0x1D, DRAW, R1) + after_first
    lose = _store(LOST_LAST, 1) + _set(R1, 1) + _add_atomically(LOST, R1, ATOMIC_ADD) + _return(NOTHING)
    return read_packet + is_arrival + find_record + enter + count + fate + lose
