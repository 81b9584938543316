"""Moves a running rattan's replay to another time: python3 rewind.py PID < JSON

JSON is {"port": of its control server, "cells": {name: the replay from there on, as its netem-trace library reads it}}.
Prints the time at which it was there, as its middle and half its width: {"atUs": µs since the epoch, "withinUs": µs}.

Run as root. Python 3.8, standard library only.
"""

import json
import socket
import sys
import time

from system_call import libc

CLONE_NEWNET = 0x40000000
TIMEOUT_SECONDS = 5


def main():
    asked = json.load(sys.stdin)
    with open(f"/proc/{sys.argv[1]}/ns/net") as namespace:
        if libc.setns(namespace.fileno(), CLONE_NEWNET) != 0:
            raise OSError("setns failed")
    requests = [(connect(asked["port"]), request(*cell)) for cell in asked["cells"].items()]
    # All but the last byte of each, so that little is left to do when all of them begin.
    for connection, data in requests:
        connection.sendall(data[:-1])
    time.sleep(0.01)
    begun = time.time_ns()
    for connection, data in requests:
        connection.sendall(data[-1:])
    answers = [connection.recv(4096) for connection, _ in requests]
    ended = time.time_ns()
    for answer in answers:
        if not answer.startswith(b"HTTP/1.1 200"):
            sys.exit(f"rattan answered {answer!r}")
    print(json.dumps({"atUs": (begun + ended) // 2_000, "withinUs": (ended - begun) // 2_000}))


def connect(port):
    connection = socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def request(cell, trace):
    body = json.dumps({"trace_config": trace}, separators=(",", ":")).encode()
    head = (
        f"POST /config/{cell} HTTP/1.1\r\nHost: rattan\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


main()
