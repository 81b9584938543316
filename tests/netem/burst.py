"""For tests: an initial window of TCP, server to client: python3 burst.py CLIENT SERVER PACKETS

CLIENT and SERVER are JSON: {"netns": path, "address": IPv4}. Prints the time in ms from the arrival of the first
bytes to that of the last.
"""

import json
import os
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/netem/measure"))
from namespace import inside  # noqa: E402

PORT = 5001
# 1500 bytes of an IP packet, without headers and time stamps.
PAYLOAD_BYTES = 1448

near, far = (json.loads(end) for end in sys.argv[1:3])
size = PAYLOAD_BYTES * int(sys.argv[3])
target = (far["address"], PORT)
with inside(far["netns"]):
    listener = socket.create_server(target)
with inside(near["netns"]):
    client = socket.create_connection(target)
server, _ = listener.accept()
threading.Thread(target=server.sendall, args=(bytes(size),)).start()
received = len(client.recv(1 << 16))
first_at = time.perf_counter()
while received < size:
    received += len(client.recv(1 << 16))
print((time.perf_counter() - first_at) * 1e3)
