"""Clients over QUIC that do as they are told, hostile or not (docs/decisions/0044).

A client is a connection to this program's Unix socket, whose path is the argument. Its first line opens a connection of
QUIC, each further line is something to do there, and what happens there is written back: all as JSON, bytes as Base64.
When the connection to the Unix socket ends, the client has left. A first line `{"do": "probe"}` asks which connections
of clients that have left the server still keeps.

Some private functions of aioquic are replaced, so that it sends what no QUIC may send. Its version is pinned.
"""

import asyncio
import base64
import itertools
import json
import resource
import ssl
import sys

from aioquic.asyncio.protocol import QuicConnectionProtocol
from aioquic.buffer import encode_uint_var
from aioquic.h3.connection import H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.h3.exceptions import H3Error
from aioquic.quic import events
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.quic.packet import QuicFrameType, QuicPacketType
from aioquic.quic.packet_builder import QuicPacketBuilder
from aioquic.tls import Epoch

HOST = "127.0.0.1"
# Time that a server has to answer a probe.
PROBE_S = 1
# As much as quic-go (of Caddy) takes: fewer packets to encrypt in Python.
DATAGRAM_BYTES = 1452
# Frames with a body of 1 MiB, as Base64, and more.
LINE_BYTES = 4 * 1024 * 1024


class Connection(QuicConnection):
    """Sends frames that aioquic would not send. Its windows grow only for streams that are read."""

    def __init__(self, configuration, windows_grow):
        super().__init__(configuration=configuration)
        self.windows_grow = windows_grow
        self.unread = set()
        self.forged = []

    def _write_connection_limits(self, builder, space):
        if self.windows_grow:
            super()._write_connection_limits(builder, space)

    def _write_stream_limits(self, builder, space, stream):
        if self.windows_grow and stream.stream_id not in self.unread:
            super()._write_stream_limits(builder, space, stream)

    def _write_ping_frame(self, builder, uids=(), comment=""):
        while self.forged:
            frame_type, payload = self.forged[0]
            builder.start_frame(frame_type, capacity=8 + len(payload)).push_bytes(payload)
            self.forged.pop(0)
        super()._write_ping_frame(builder, list(uids), comment)

    def forge(self, frame_type, payload):
        self.forged.append((frame_type, payload))
        self.send_ping(0)

    def datagram_of(self, frame_type, payload=b""):
        """With one frame, whatever the windows, the pacing and the congestion control say."""
        builder = QuicPacketBuilder(
            host_cid=self.host_cid,
            peer_cid=self._peer_cid.cid,
            version=self._version,
            is_client=True,
            max_datagram_size=self._max_datagram_size,
            packet_number=self._packet_number,
        )
        builder.start_packet(QuicPacketType.ONE_RTT, self._cryptos[Epoch.ONE_RTT])
        builder.start_frame(frame_type, capacity=8 + len(payload)).push_bytes(payload)
        self._packet_number += 1
        return builder.flush()[0][0]

    def received(self):
        """Number of the last packet that was encrypted for this connection: no stateless reset is."""
        return self._spaces[Epoch.ONE_RTT].largest_received_packet


class Wire:
    """The way to the server, on which each datagram has its fate, in turns."""

    def __init__(self, transport, fates):
        self.transport = transport
        self.fates = itertools.cycle(fates)

    def sendto(self, data, address):
        fate = next(self.fates)
        if fate == "lost":
            return
        if fate == "changed":
            at = sum(data[:32]) % len(data)
            data = data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
        if fate == "cut":
            data = data[: sum(data[:32]) % len(data)]
        self.transport.sendto(data, address)
        if fate == "repeated":
            self.transport.sendto(data, address)

    def close(self):
        self.transport.close()


class Client(QuicConnectionProtocol):
    """One connection, and what its owner wants to know of it."""

    def __init__(self, quic, tell, with_http, fates):
        super().__init__(quic)
        self.tell = tell
        self.with_http = with_http
        self.fates = fates
        self.http = None
        self.is_ready = False
        self.is_closed = False
        self.has_left = False
        self.is_asked = False
        self.is_answered = False

    def connection_made(self, transport):
        super().connection_made(Wire(transport, self.fates))

    def datagram_received(self, data, addr):
        if not self.has_left:
            super().datagram_received(data, addr)
        elif self.is_asked and not self.is_closed:
            received = self._quic.received()
            self._quic.receive_datagram(data, addr, now=self._loop.time())
            # The answer to a probe may be that it has closed the connection.
            self._process_events()
            self.is_answered = not self.is_closed and self._quic.received() > received

    def quic_event_received(self, event):
        if isinstance(event, events.ConnectionTerminated):
            self.is_closed = True
            self.tell(event="closed", code=event.error_code, reason=event.reason_phrase)
        elif isinstance(event, events.HandshakeCompleted):
            self.is_ready = True
            self.http = H3Connection(self._quic) if self.with_http else None
            self.tell(event="ready")
        elif isinstance(event, events.StreamReset):
            self.tell(event="reset", stream=event.stream_id)
        elif isinstance(event, events.StreamDataReceived) and self.http is None:
            self.tell_data(event.stream_id, event.data, event.end_stream)
        if self.http is None:
            return
        for each in self.http.handle_event(event):
            if isinstance(each, HeadersReceived):
                headers = {name.decode("latin1"): value.decode("latin1") for name, value in each.headers}
                self.tell(event="head", stream=each.stream_id, headers=headers)
                self.tell_data(each.stream_id, b"", each.stream_ended)
            elif isinstance(each, DataReceived):
                self.tell_data(each.stream_id, each.data, each.stream_ended)

    def tell_data(self, stream, data, end):
        self.tell(event="data", stream=stream, bytes=base64.b64encode(data).decode(), end=end)

    async def do(self, order):
        quic, stream = self._quic, order.get("stream")
        content = base64.b64decode(order.get("bytes", ""))
        match order["do"]:
            case "send":
                quic.send_stream_data(stream, content, order["end"])
            case "request":
                headers = [(name.encode("latin1"), value.encode("latin1")) for name, value in order["headers"]]
                if self.http is None:
                    raise ValueError("the handshake is not complete")
                self.http.send_headers(stream, headers, end_stream=not content)
                if content:
                    self.http.send_data(stream, content, end_stream=True)
            case "hold":
                quic.unread.add(stream)
            case "read":
                quic.unread.discard(stream)
            case "reset":
                quic.reset_stream(stream, order["code"])
            case "stop":
                quic.stop_stream(stream, order["code"])
            case "forge":
                quic.forge(order["type"], content)
            case "ping":
                for _ in range(order["count"]):
                    quic.send_ping(0)
                    self.transmit()
            case "new keys":
                quic.request_key_update()
            case "new id":
                quic.change_connection_id()
            case "new port":
                await self.bind()
            case "leave":
                self.leave(order["code"])
        if not self.has_left:
            self.transmit()

    async def bind(self):
        """To a port of its own; the one before is left."""
        before = self._transport
        await self._loop.create_datagram_endpoint(lambda: self, local_addr=(HOST, 0))
        if before is not None:
            before.close()

    def leave(self, code):
        """With a CONNECTION_CLOSE or, where the code is null, without a word."""
        if self.has_left:
            return
        if code is not None and self.is_ready:
            # aioquic itself would forget the keys, with which the server is asked later.
            close = self._quic.datagram_of(
                QuicFrameType.APPLICATION_CLOSE, encode_uint_var(code) + encode_uint_var(0)
            )
            self._transport.sendto(close, self._quic.get_peer_address())
        elif code is not None:
            self.close(code)
        self.has_left = True
        if self._timer is not None:
            self._timer.cancel()
        if not self.is_ready or self.is_closed:
            self._transport.close()


class Program:
    def __init__(self):
        self.clients = []

    async def serve(self, reader, writer):
        try:
            line = await reader.readline()
            if not line:
                return
            first = json.loads(line)
            if first["do"] == "probe":
                writer.write(json.dumps(await self.probe()).encode() + b"\n")
            else:
                await self.serve_client(first, reader, writer)
        finally:
            writer.close()

    async def serve_client(self, first, reader, writer):
        def tell(**event):
            if not writer.is_closing():
                writer.write(json.dumps(event).encode() + b"\n")

        configuration = QuicConfiguration(
            is_client=True,
            alpn_protocols=first["alpn"],
            server_name="localhost",
            verify_mode=ssl.CERT_NONE,
            idle_timeout=first["idleMs"] / 1000,
            max_data=first["maxData"],
            max_stream_data=first["maxStreamData"],
            max_datagram_frame_size=65_536,
            max_datagram_size=DATAGRAM_BYTES,
        )
        quic = Connection(configuration, first["windowsGrow"])
        client = Client(quic, tell, first["http"], first["fates"])
        self.clients.append(client)
        await client.bind()
        client.connect((HOST, first["port"]))
        try:
            while line := await reader.readline():
                try:
                    await client.do(json.loads(line))
                except (ValueError, AssertionError, LookupError, RuntimeError, H3Error) as error:
                    # aioquic knows that the stream has ended, or may not be.
                    tell(event="refused", reason=str(error))
        except ConnectionError:
            pass
        finally:
            client.leave(None)

    async def probe(self):
        """Asks the server about each connection that it has not closed itself."""
        clients, self.clients = self.clients, []
        asked = [client for client in clients if client.is_ready and client.has_left and not client.is_closed]
        for client in asked:
            client.is_asked = True
            ping = client._quic.datagram_of(QuicFrameType.PING)
            client._transport.transport.sendto(ping, client._quic.get_peer_address())
        await asyncio.sleep(PROBE_S)
        for client in asked:
            client._transport.close()
        return {
            "opened": len(clients),
            "ready": sum(client.is_ready for client in clients),
            "asked": len(asked),
            "kept": sum(client.is_answered for client in asked),
        }


async def main(path):
    # Each client has a socket, until it has been asked for.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    program = Program()
    server = await asyncio.start_unix_server(program.serve, path, limit=LINE_BYTES)
    async with server:
        await server.serve_forever()


asyncio.run(main(sys.argv[1]))
