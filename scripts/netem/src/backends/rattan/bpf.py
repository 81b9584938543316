"""Maps and programs of the kernel's BPF, by bpf(2): https://docs.kernel.org/bpf/"""

import ctypes
import os
import struct

from system_call import BPF, system_call

MAP_CREATE, MAP_LOOKUP, MAP_UPDATE, PROGRAM_LOAD, MAP_BY_ID, INFO_BY_DESCRIPTOR = 0, 1, 2, 5, 14, 15
TYPE_ARRAY, TYPE_ARRAY_OF_MAPS = 2, 12
TYPE_SOCKET_FILTER = 1

LOG_BYTES = 1 << 16


def call(command, layout, *values):
    attributes = struct.pack("<" + layout, *values)
    return system_call(BPF, command, attributes, len(attributes))


class Map:
    """It lives as long as a program or another map uses it, or this does."""

    def __init__(self, descriptor):
        self.descriptor = descriptor

    @classmethod
    def by_id(cls, identifier):
        return cls(call(MAP_BY_ID, "III", identifier, 0, 0))

    @property
    def id(self):
        info = ctypes.create_string_buffer(8)
        call(INFO_BY_DESCRIPTOR, "IIQ", self.descriptor, len(info), ctypes.addressof(info))
        return struct.unpack("<II", info.raw)[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.descriptor)

    def _access(self, command, index, value):
        key = ctypes.create_string_buffer(struct.pack("<I", index), 4)
        addresses = (ctypes.addressof(each) for each in (key, value))
        call(command, "IxxxxQQQ", self.descriptor, *addresses, 0)


class Record(Map):
    """One entry of 64-bit numbers."""

    @classmethod
    def create(cls, numbers):
        count = len(numbers)
        record = cls(call(MAP_CREATE, "IIIII", TYPE_ARRAY, 4, 8 * count, 1, 0))
        value = struct.pack(f"<{count}Q", *numbers)
        record._access(MAP_UPDATE, 0, ctypes.create_string_buffer(value, 8 * count))
        return record

    def read(self, count):
        value = ctypes.create_string_buffer(8 * count)
        self._access(MAP_LOOKUP, 0, value)
        return struct.unpack(f"<{count}Q", value.raw)


class Records(Map):
    """Places for records of one length, empty at first."""

    @classmethod
    def create(cls, places, example):
        layout = (TYPE_ARRAY_OF_MAPS, 4, 4, places, 0, example.descriptor)
        return cls(call(MAP_CREATE, "IIIIII", *layout))

    def put(self, place, record):
        """At once, for a program that is running, too: the kernel exchanges a pointer."""
        self._access(MAP_UPDATE, place, ctypes.create_string_buffer(struct.pack("<I", record.descriptor), 4))

    def get(self, place):
        """None where it is empty."""
        identifier = ctypes.create_string_buffer(4)
        try:
            self._access(MAP_LOOKUP, place, identifier)
        except FileNotFoundError:
            return None
        return Record.by_id(*struct.unpack("<I", identifier.raw))


def load_socket_filter(instructions):
    """The descriptor of a program. Raises an OSError with the verifier's words if it is refused."""
    code = ctypes.create_string_buffer(instructions, len(instructions))
    licence = ctypes.create_string_buffer(b"MIT")
    log = ctypes.create_string_buffer(LOG_BYTES)
    code_at, licence_at, log_at = (ctypes.addressof(each) for each in (code, licence, log))
    size = len(instructions) // 8
    layout = "IIQQIIQII"
    values = (TYPE_SOCKET_FILTER, size, code_at, licence_at, 1, LOG_BYTES, log_at, 0, 0)
    try:
        return call(PROGRAM_LOAD, layout, *values)
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror}: {log.value.decode()}") from None
