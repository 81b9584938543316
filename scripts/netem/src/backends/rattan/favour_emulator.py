"""Keeps a busy machine from distorting an emulated link: python3 favour_emulator.py PID

Run as root beside a running rattan. Enlarges the receive buffers of its AF_PACKET sockets, makes the
kernel run it before other programs, and prints for each whether that worked. Python 3.8, standard
library only.
"""

import ctypes
import os
import socket
import sys

# Since Linux 5.1 system calls have the same numbers on all architectures.
PIDFD_OPEN = 434
PIDFD_GETFD = 438
# Unlike SO_RCVBUF it may go beyond net.core.rmem_max, which is the machine's own.
SO_RCVBUFFORCE = 33

# The kernel doubles it and counts about 2.3 KB for a full packet: 14 000 of them, 1.7 s at 100 Mbit/s.
# The default of 212992 holds 92: fewer than arrive while the emulator waits for a processor.
RECEIVE_BUFFER_BYTES = 16 << 20
# Any real-time priority goes before all ordinary processes.
PRIORITY = 10

libc = ctypes.CDLL(None, use_errno=True)


def system_call(number, *arguments):
    result = libc.syscall(number, *arguments)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def enlarge_buffers(pid):
    """Through copies of the descriptors of its sockets."""
    process = system_call(PIDFD_OPEN, pid, 0)
    enlarged = 0
    for name in os.listdir(f"/proc/{pid}/fd"):
        if not os.readlink(f"/proc/{pid}/fd/{name}").startswith("socket:"):
            continue
        copy = socket.socket(fileno=system_call(PIDFD_GETFD, process, int(name), 0))
        if copy.family == socket.AF_PACKET:
            copy.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES)
            enlarged += 1
    return f"receive buffers of {enlarged} sockets: {RECEIVE_BUFFER_BYTES} bytes each"


def run_first(pid):
    threads = [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    for thread in threads:
        os.sched_setscheduler(thread, os.SCHED_FIFO, os.sched_param(PRIORITY))
    return f"{len(threads)} threads under SCHED_FIFO, priority {PRIORITY}"


for what, step in {"enlarge its buffers": enlarge_buffers, "run it first": run_first}.items():
    try:
        print("holbench:", step(int(sys.argv[1])))
    except OSError as error:
        print(f"holbench: cannot {what}, so a busy machine may distort this link: {error}")
