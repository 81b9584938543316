"""The AF_PACKET sockets of a running rattan."""

import os
import socket

from system_call import PIDFD_GETFD, PIDFD_OPEN, system_call

# rattan's end of the device that leads to the client begins with vL, to the server with vR.
WAYS = {"vL": "up", "vR": "down"}


def packet_sockets(pid):
    """Copies of its descriptors, by the direction of the packets that arrive there."""
    process = system_call(PIDFD_OPEN, pid, 0)
    found = {}
    for name in os.listdir(f"/proc/{pid}/fd"):
        if not os.readlink(f"/proc/{pid}/fd/{name}").startswith("socket:"):
            continue
        copy = socket.socket(fileno=system_call(PIDFD_GETFD, process, int(name), 0))
        if copy.family == socket.AF_PACKET:
            device = copy.getsockname()[0]
            found[WAYS[device[:2]]] = copy
    return found
