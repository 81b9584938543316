import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { udpSocket } from '../address.ts';

const ID_BYTES = 8;
/** RFC 9000, section 14.1: servers ignore smaller first datagrams. */
const DATAGRAM_BYTES = 1_200;
/** RFC 9000, section 15: versions 0x?a?a?a?a are reserved, so that no server speaks this one. */
const RESERVED_VERSION = 0x1a2a3a4a;

/**
 * Asks whether an address speaks QUIC, by one datagram of an unused version. A server must answer
 * with a Version Negotiation packet (RFC 9000, section 6.1). No TLS, no state.
 * @returns true when it answered so.
 */
export async function answersQuic(
  host: string,
  port: number,
  limit: AbortSignal,
): Promise<boolean> {
  const destinationId = randomBytes(ID_BYTES);
  const sourceId = randomBytes(ID_BYTES);
  const socket = udpSocket(host);
  try {
    // Connected, so that "port unreachable" becomes an error at once.
    socket.connect(port, host);
    await once(socket, 'connect');
    const answer = once(socket, 'message', { signal: limit });
    socket.send(initialPacket(destinationId, sourceId));
    const [datagram]: unknown[] = await answer;
    return Buffer.isBuffer(datagram) && isVersionNegotiation(datagram, destinationId, sourceId);
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

/** A long-header packet (RFC 8999, section 5.1), padded to the size of a first datagram. */
function initialPacket(destinationId: Buffer, sourceId: Buffer): Buffer {
  const packet = Buffer.alloc(DATAGRAM_BYTES);
  packet.writeUInt8(0xc0, 0);
  packet.writeUInt32BE(RESERVED_VERSION, 1);
  packet.writeUInt8(ID_BYTES, 5);
  destinationId.copy(packet, 6);
  packet.writeUInt8(ID_BYTES, 6 + ID_BYTES);
  sourceId.copy(packet, 7 + ID_BYTES);
  return packet;
}

/** Version 0, and our two connection ids the other way round (RFC 8999, section 6). */
function isVersionNegotiation(packet: Buffer, destinationId: Buffer, sourceId: Buffer): boolean {
  const header = Buffer.concat([
    Buffer.from([0, 0, 0, 0, ID_BYTES]),
    sourceId,
    Buffer.from([ID_BYTES]),
    destinationId,
  ]);
  return (
    packet.length > header.length &&
    (packet.readUInt8(0) & 0x80) !== 0 &&
    packet.subarray(1, 1 + header.length).equals(header)
  );
}
