"""For tests: sends traffic over a link and says what arrived: python3 traffic.py CLIENT SERVER

CLIENT and SERVER are JSON: {"netns": path or null, "address": IPv4}. TCP sends as fast as it can in
both directions, then large UDP data leaves in datagrams of 1200 bytes: with UDP_SEGMENT on Linux, as
QUIC stacks do it. Prints JSON.
"""

import ctypes
import json
import os
import socket
import sys
import threading
import time

PORT = 5000
BYTES = 300_000
ETH_P_ALL, PACKET_HOST, PACKET_OUTGOING = 3, 0, 4
SOL_UDP, UDP_SEGMENT = 17, 103
libc = ctypes.CDLL(None, use_errno=True)


def enter(path):
    if path is not None and libc.setns(os.open(path, os.O_RDONLY), 0):
        raise OSError(ctypes.get_errno(), path)


def sniffer():
    # SOCK_DGRAM: what arrives begins with the IP header.
    sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ETH_P_ALL))
    sniffer.bind(("hb0", ETH_P_ALL))
    return sniffer


def watch(sniffer, lengths):
    while True:
        packet, sender = sniffer.recvfrom(1 << 17)
        if sender[2] in (PACKET_HOST, PACKET_OUTGOING):
            lengths.append(len(packet))


def exchange(connection, received):
    sending = threading.Thread(target=connection.sendall, args=(bytes(BYTES),))
    sending.start()
    while received[0] < BYTES:
        received[0] += len(connection.recv(1 << 16))
    sending.join()


def control(connection):
    name = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16)
    return name.rstrip(b"\0").decode()


near, far = (json.loads(end) for end in sys.argv[1:])
target = (far["address"], PORT)
enter(far["netns"])
listener = socket.create_server(target)
receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
receiver.bind(target)
sniffers = [sniffer()]
enter(near["netns"])
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sender.bind((near["address"], 0))
sniffers += [sniffer()]
lengths = []
for each in sniffers:
    threading.Thread(target=watch, args=(each, lengths), daemon=True).start()

client = socket.create_connection(target, source_address=(near["address"], 0))
server, _ = listener.accept()
up, down = [0], [0]
serving = threading.Thread(target=exchange, args=(server, up))
serving.start()
exchange(client, down)
serving.join()

sender.setsockopt(SOL_UDP, UDP_SEGMENT, 1200)
sender.sendto(bytes(6000), target)
receiver.settimeout(2)
datagrams = [len(receiver.recv(1 << 16)) for _ in range(5)]

time.sleep(0.05)
print(
    json.dumps(
        {
            "upBytes": up[0],
            "downBytes": down[0],
            "datagrams": datagrams,
            "largestPacketBytes": max(lengths),
            "control": [control(client), control(server)],
        }
    )
)
