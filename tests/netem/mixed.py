"""For tests: numbered UDP packets of given lengths, both ways: python3 mixed.py CLIENT SERVER DOWN UP

CLIENT and SERVER are JSON: {"netns": path, "address": IPv4}, DOWN and UP the lengths of the IP packets of that
direction, in order: [1500, 60, …]. Prints the numbers of those that arrived, from 0: {"down": [0, 1, …], "up": …}.
"""

import json
import os
import socket
import struct
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/netem/measure"))
from namespace import inside  # noqa: E402

PORT = 5002
GAP_SECONDS = 0.001
# Longer than anything takes on a busy machine.
QUIET_SECONDS = 1
HEADER_BYTES = 28


def socket_of(side):
    with inside(side["netns"]):
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind((side["address"], PORT))
        return made


def receive(receiver, arrived):
    while True:
        try:
            arrived.append(struct.unpack_from("<I", receiver.recv(2048))[0])
        except socket.timeout:
            return


client, server, down, up = (json.loads(each) for each in sys.argv[1:])
at_client, at_server = socket_of(client), socket_of(server)
arrived = {"down": [], "up": []}
receiving = []
for receiver, numbers in ((at_client, arrived["down"]), (at_server, arrived["up"])):
    receiver.settimeout(QUIET_SECONDS)
    receiving.append(threading.Thread(target=receive, args=(receiver, numbers)))
    receiving[-1].start()
for number in range(max(len(down), len(up))):
    for lengths, sender, to in ((down, at_server, client), (up, at_client, server)):
        if number < len(lengths):
            sender.sendto(struct.pack("<I", number).ljust(lengths[number] - HEADER_BYTES), (to["address"], PORT))
    time.sleep(GAP_SECONDS)
for thread in receiving:
    thread.join()
print(json.dumps(arrived))
