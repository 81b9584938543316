import { lineReader } from './fields.ts';
import type { Transport, WirePacket } from './packet.ts';
import { quicReader } from './read-quic.ts';
import { tcpReader } from './read-tcp.ts';

const READERS = { tcp: tcpReader, quic: quicReader } as const;

/**
 * The packets with payload of a capture, in its order.
 * @param lines what `tshark -T fields` printed of it, with the fields of `wireFields`.
 * @param serverPort which tells the two directions apart.
 * @throws Error for a line that lacks a field.
 */
export async function readWire(
  lines: AsyncIterable<string>,
  transport: Transport,
  serverPort: number,
): Promise<WirePacket[]> {
  const valuesOf = lineReader(transport);
  const read = READERS[transport](serverPort);
  const packets: WirePacket[] = [];
  for await (const line of lines) {
    const packet = read(valuesOf(line));
    if (packet) packets.push(packet);
  }
  return packets;
}
