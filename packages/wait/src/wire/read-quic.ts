import type { Values } from './fields.ts';
import type { Span, WirePacket } from './packet.ts';
import { addressed, numberOf } from './read-tcp.ts';

/** What tshark prints for a frame without data. */
const NO_DATA = '<MISSING>';

/** Reads packets of QUIC. A stream's end counts as one byte more, because it may arrive after its data. */
export function quicReader(serverPort: number): (of: Values) => WirePacket | null {
  return (of) => {
    const spans = spansOf(of);
    if (spans.length === 0) return null;
    const [from, to] = [numberOf(of, 'udp.srcport'), numberOf(of, 'udp.dstport')];
    const fromClient = to === serverPort;
    return {
      // Several packets may share a datagram.
      ...addressed(of, of('quic.packet_number').join(',')),
      port: fromClient ? from : to,
      fromClient,
      spans,
      recordEnds: [],
      ended: [],
    };
  };
}

/** Of each STREAM frame (RFC 9000, section 19.8); one without an offset begins its stream. */
function spansOf(of: Values): Span[] {
  const hasOffset = of('quic.stream.off').map(isSet);
  const ends = of('quic.stream.fin').map(isSet);
  const data = of('quic.stream_data');
  const offsets = of('quic.stream.offset').map(Number).values();
  return of('quic.stream.stream_id').map((id, frame) => {
    const from = hasOffset[frame] === true ? (offsets.next().value ?? 0) : 0;
    const hex = data[frame] ?? NO_DATA;
    const length = hex === NO_DATA ? 0 : hex.length / 2;
    return { stream: Number(id), from, to: from + length + (ends[frame] === true ? 1 : 0) };
  });
}

/** Booleans are 1 and 0, or words in later versions of tshark. */
function isSet(text: string): boolean {
  return text === '1' || text === 'True';
}
