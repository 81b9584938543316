import type { Values } from './fields.ts';
import type { Ended, Span, WirePacket } from './packet.ts';

/** HTTP/2's frames (RFC 9113, section 6), and the flag that ends a stream. */
const DATA = 0;
const HEADERS = 1;
const END_STREAM = 0x1;

/** In front of each record of TLS (RFC 8446, section 5.1). */
const RECORD_HEADER_BYTES = 5;

/** The end of a connection: no part of an answer. */
const CLOSED: Ended = { what: 'close', key: null, bytes: null };

/** One reader for each capture: a request's headers and its end may be in different packets. */
export function tcpReader(serverPort: number): (of: Values) => WirePacket | null {
  /** By connection and stream: what was asked for, and bytes of the answer so far. */
  const requests = new Map<string, Ended['what']>();
  const answered = new Map<string, number>();
  /** By sender and connection: where the last record so far ends. Records fill the stream without a gap. */
  const lastEnds = new Map<string, number>();

  function recordEnds(of: Values, sender: string): number[] {
    let end = lastEnds.get(sender) ?? 0;
    const ends = of('tls.record.length').map(
      (length) => (end += RECORD_HEADER_BYTES + Number(length)),
    );
    lastEnds.set(sender, end);
    return ends;
  }

  function http2Ended(of: Values, port: number, fromClient: boolean): Ended[] {
    const streams = of('http2.streamid');
    const types = of('http2.type').map(Number);
    const flags = of('http2.flags').map(Number);
    const lengths = of('http2.length').map(Number);
    const methods = of('http2.headers.method').values();
    const paths = of('http2.headers.path').values();
    return streams.flatMap((stream, frame): Ended[] => {
      const type = types[frame];
      if (type !== DATA && type !== HEADERS) return [];
      const key = `${port}/${stream}`;
      if (!fromClient) answered.set(key, (answered.get(key) ?? 0) + (lengths[frame] ?? 0));
      if (fromClient && type === HEADERS) {
        requests.set(key, whatOf(methods.next().value ?? '', paths.next().value ?? ''));
      }
      if (((flags[frame] ?? 0) & END_STREAM) === 0) return [];
      return fromClient
        ? [{ what: requests.get(key) ?? 'other', key, bytes: null }]
        : [{ what: 'answer', key, bytes: answered.get(key) ?? null }];
    });
  }

  return (of) => {
    const [seq, length] = [numberOf(of, 'tcp.seq'), numberOf(of, 'tcp.len')];
    if (length === 0) return null;
    const [from, to] = [numberOf(of, 'tcp.srcport'), numberOf(of, 'tcp.dstport')];
    const fromClient = to === serverPort;
    const port = fromClient ? from : to;
    // The SYN has number 0.
    const span: Span = { stream: 0, from: seq - 1, to: seq - 1 + length };
    return {
      ...addressed(of, `${of('ip.id')[0]}/${seq}`),
      port,
      fromClient,
      spans: [span],
      recordEnds: recordEnds(of, `${port} ${fromClient}`),
      ended: [
        ...http1Ended(of),
        ...http2Ended(of, port, fromClient),
        ...webSocketEnded(of, port),
        ...(isClose(of) ? [CLOSED] : []),
      ],
    };
  };
}

function isClose(of: Values): boolean {
  return of('tls.alert_message.desc').length > 0;
}

/** Fields that the packets of both transports have. */
export function addressed(of: Values, id: string): Pick<WirePacket, 'atMs' | 'id' | 'bytes'> {
  return { atMs: numberOf(of, 'frame.time_epoch') * 1_000, id, bytes: numberOf(of, 'ip.len') };
}

/** The first value of a field, as a number. @throws Error without one. */
export function numberOf(of: Values, field: string): number {
  const number = Number(of(field)[0] ?? Number.NaN);
  if (Number.isNaN(number)) throw new Error(`tshark printed no number as ${field}`);
  return number;
}

function http1Ended(of: Values): Ended[] {
  const uris = of('http.request.uri');
  return of('http.request.method').map((method, index) => ({
    what: whatOf(method, uris[index] ?? ''),
    key: null,
    bytes: null,
  }));
}

/** Messages of both directions; a batch has a line each (docs/reference/protocol.md). */
function webSocketEnded(of: Values, port: number): Ended[] {
  return of('websocket.payload.text').flatMap((text) =>
    [...text.matchAll(LOADS)].map(([, asked, answered]): Ended => {
      const key = `${port}/${asked ?? answered}`;
      return asked === undefined
        ? { what: 'answer', key, bytes: text.length }
        : { what: 'load', key, bytes: null };
    }),
  );
}

/** Requests for a text and their answers, with their `requestId`: the page writes it last, the server first. */
const LOADS =
  /\{"type":"load","id":"[^"]*","requestId":(\d+)|\{"type":"loaded","requestId":(\d+),/g;

/** `docs/reference/protocol.md`: what a request of HTTP asks for. */
function whatOf(method: string, uri: string): Ended['what'] {
  return method === 'GET' && /^\/covalues\/[^/?]+(?:\?|$)/.test(uri) ? 'load' : 'other';
}
