"""Keeps the machine from distorting an emulated link: python3 favour_emulator.py PID

Run as root beside a running rattan. Enlarges the receive buffers of its AF_PACKET sockets, switches
IPv6 off where its ends of the devices are (their multicast would arrive on the link), makes the
kernel run it before other programs, and prints for each whether that worked. Python 3.8, standard
library only.
"""

import fcntl
import glob
import os
import socket
import sys

from packet_sockets import packet_sockets
from system_call import libc

# Unlike SO_RCVBUF it may go beyond net.core.rmem_max, which is the machine's own.
SO_RCVBUFFORCE = 33

# Gives the namespace of a socket: https://man7.org/linux/man-pages/man7/socket.7.html
SIOCGSKNS = 0x894C
CLONE_NEWNET = 0x40000000

# The kernel doubles it and counts about 2.3 KB for a full packet: 14 000 of them, 1.7 s at 100 Mbit/s.
# The default of 212992 holds 92: fewer than arrive while the emulator waits for a processor.
RECEIVE_BUFFER_BYTES = 16 << 20
# Any real-time priority goes before all ordinary processes.
PRIORITY = 10


def enlarge_buffers(pid):
    sockets = packet_sockets(pid).values()
    for each in sockets:
        each.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES)
    return f"receive buffers of {len(sockets)} sockets: {RECEIVE_BUFFER_BYTES} bytes each"


def switch_ipv6_off(pid):
    socket_inside = next(iter(packet_sockets(pid).values()))
    if libc.setns(fcntl.ioctl(socket_inside, SIOCGSKNS), CLONE_NEWNET) != 0:
        raise OSError("setns failed")
    # None in a kernel without IPv6.
    for path in glob.glob("/proc/sys/net/ipv6/conf/*/disable_ipv6"):
        with open(path, "w") as file:
            file.write("1")
    return "no IPv6 in its namespace"


def run_first(pid):
    threads = [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    for thread in threads:
        os.sched_setscheduler(thread, os.SCHED_FIFO, os.sched_param(PRIORITY))
    return f"{len(threads)} threads under SCHED_FIFO, priority {PRIORITY}"


STEPS = {
    "enlarge its buffers": enlarge_buffers,
    "switch IPv6 off": switch_ipv6_off,
    "run it first": run_first,
}
for what, step in STEPS.items():
    try:
        print("holbench:", step(int(sys.argv[1])))
    except OSError as error:
        print(f"holbench: cannot {what}, so the machine may distort this link: {error}")
