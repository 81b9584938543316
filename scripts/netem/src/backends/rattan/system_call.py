"""Calls of the Linux kernel that Python's library lacks."""

import ctypes
import os
import platform

# Since Linux 5.1 new system calls have the same numbers on all architectures; bpf(2) is older.
PIDFD_OPEN = 434
PIDFD_GETFD = 438
BPF = 321 if platform.machine() == "x86_64" else 280

libc = ctypes.CDLL(None, use_errno=True)


def system_call(number, *arguments):
    result = libc.syscall(number, *arguments)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
