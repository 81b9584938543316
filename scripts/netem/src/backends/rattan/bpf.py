"""Maps and programs of the kernel's BPF, by bpf(2): https://docs.kernel.org/bpf/"""

import ctypes
import os
import struct

from system_call import BPF, system_call

MAP_CREATE, MAP_LOOKUP, MAP_UPDATE, PROGRAM_LOAD, MAP_BY_ID, INFO_BY_DESCRIPTOR = 0, 1, 2, 5, 14, 15
TYPE_ARRAY = 2
TYPE_SOCKET_FILTER = 1

KEY_0 = ctypes.create_string_buffer(4)
LOG_BYTES = 1 << 16


def call(command, layout, *values):
    attributes = struct.pack("<" + layout, *values)
    return system_call(BPF, command, attributes, len(attributes))


class Record:
    """A map with one entry of 64-bit numbers. It lives as long as a program uses it, or this does."""

    def __init__(self, descriptor, count):
        self.descriptor = descriptor
        self.value = ctypes.create_string_buffer(8 * count)

    @classmethod
    def create(cls, numbers):
        count = len(numbers)
        record = cls(call(MAP_CREATE, "IIIII", TYPE_ARRAY, 4, 8 * count, 1, 0), count)
        record.value.raw = struct.pack(f"<{count}Q", *numbers)
        record._access(MAP_UPDATE)
        return record

    @classmethod
    def by_id(cls, identifier, count):
        return cls(call(MAP_BY_ID, "III", identifier, 0, 0), count)

    @property
    def id(self):
        info = ctypes.create_string_buffer(8)
        call(INFO_BY_DESCRIPTOR, "IIQ", self.descriptor, len(info), ctypes.addressof(info))
        return struct.unpack("<II", info.raw)[1]

    def read(self):
        self._access(MAP_LOOKUP)
        return struct.unpack(f"<{len(self.value) // 8}Q", self.value.raw)

    def close(self):
        os.close(self.descriptor)

    def _access(self, command):
        key, value = ctypes.addressof(KEY_0), ctypes.addressof(self.value)
        call(command, "IxxxxQQQ", self.descriptor, key, value, 0)


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
