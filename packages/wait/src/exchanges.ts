import type { WirePacket } from './wire/packet.ts';

/**
 * Where in its stream a request or an answer ends: its last byte is one of those from `from` to before `end`.
 * Over TCP it is the last byte of a record of TLS: of one of those that end in its packet. Where none is known,
 * it may be any byte of the packet.
 */
export interface StreamEnd {
  readonly stream: number;
  readonly from: number;
  readonly end: number;
}

/** A request on the wire with its answer. */
export interface Exchange {
  readonly what: 'load' | 'other';
  /** The client's port. */
  readonly port: number;
  readonly request: StreamEnd;
  /** When its last byte was first sent, in ms since 1970. */
  readonly requestSentMs: number;
  /** Null without one. */
  readonly answer: (StreamEnd & { readonly bytes: number }) | null;
}

/** Packets of a connection of either transport at both devices. */
export interface Captures {
  readonly client: readonly WirePacket[];
  readonly server: readonly WirePacket[];
}

/** Requests of small messages over TCP, in the order in which their last bytes were sent. */
export function exchangesOverTcp({ client, server }: Captures): Exchange[] {
  const answers = answersByKey(server);
  const http1 = http1Answers(server);
  const requests = client.filter(({ fromClient }) => fromClient);
  return requests.flatMap((packet) =>
    packet.ended.flatMap(({ what, key }): Exchange[] => {
      if (what === 'answer' || what === 'close') return [];
      const answer = key === null ? (http1.get(packet.port)?.shift() ?? null) : answers.get(key);
      return [
        {
          what,
          port: packet.port,
          request: placeOf(packet),
          requestSentMs: packet.atMs,
          answer: answer ?? null,
        },
      ];
    }),
  );
}

type AnswerEnd = NonNullable<Exchange['answer']>;

function answersByKey(server: readonly WirePacket[]): ReadonlyMap<string, AnswerEnd> {
  return new Map(
    server.flatMap((packet) =>
      packet.ended.flatMap(({ what, key, bytes }): [string, AnswerEnd][] =>
        what === 'answer' && key !== null && !packet.fromClient
          ? [[key, { ...placeOf(packet), bytes: bytes ?? 0 }]]
          : [],
      ),
    ),
  );
}

/** HTTP/1.1: an answer is all until the next request of its connection. Null: nothing was answered. */
function http1Answers(server: readonly WirePacket[]): ReadonlyMap<number, (AnswerEnd | null)[]> {
  const byPort = new Map<number, (AnswerEnd | null)[]>();
  const sentTo = new Map<number, number>();
  for (const packet of server) {
    const answers = byPort.get(packet.port) ?? [];
    byPort.set(packet.port, answers);
    if (packet.fromClient) {
      const requests = packet.ended.filter(({ what, key }) => what !== 'close' && key === null);
      answers.push(...requests.map(() => null));
      continue;
    }
    // A packet that closes may end the answer, too, with a record in front of the alert.
    if (packet.ended.some(({ what }) => what === 'close') && packet.recordEnds.length < 2) continue;
    const before = sentTo.get(packet.port) ?? 0;
    const place = placeOf(packet);
    if (place.end <= before) continue;
    sentTo.set(packet.port, place.end);
    if (answers.length === 0) continue;
    const bytes = (answers.at(-1)?.bytes ?? 0) + place.end - before;
    answers[answers.length - 1] = { ...place, bytes };
  }
  return byPort;
}

/** TCP has one stream. */
function placeOf({ spans, recordEnds }: WirePacket): StreamEnd {
  const from = Math.min(...spans.map((span) => span.from));
  const end = Math.max(...spans.map(({ to }) => to));
  const [first, last] = [recordEnds[0], recordEnds.at(-1)];
  const known = first !== undefined && last !== undefined && first > from && last <= end;
  return known ? { stream: 0, from: first - 1, end: last } : { stream: 0, from, end };
}

/** A stream of a page in one capture: the packet with its last byte, and when that was first sent. */
interface Sent {
  readonly from: number;
  readonly end: number;
  readonly atMs: number;
}

/** An answer to a load is a text of about 5 kB, one to a mutation a number, and a file is larger. */
const LEAST_LOAD_BYTES = 1_000;
const MOST_LOAD_BYTES = 16_000;

/**
 * Requests over QUIC, in the order of their streams, which is that in which the page made those of a
 * kind. tshark does not read their compressed headers, so their sizes tell their kind. Of the connections
 * it is the one with most requests: the page of the messages.
 */
export function exchangesOverQuic({ client, server }: Captures): Exchange[] {
  const byPort = Map.groupBy(
    client.filter(({ fromClient }) => fromClient),
    ({ port }) => port,
  );
  const requests = [...byPort].map(([port, packets]) => ({ port, sent: streamsOf(packets) }));
  const own = requests.toSorted((a, b) => b.sent.size - a.sent.size)[0];
  if (own === undefined) return [];
  const { port, sent } = own;
  const answered = streamsOf(server.filter((each) => !each.fromClient && each.port === port));
  const all = [...sent].toSorted(([a], [b]) => a - b);
  const sizes = all.map(([stream, { end }]) => ({
    end,
    answer: answered.get(stream)?.end ?? null,
  }));
  const kinds = kindsOf(sizes);
  return all.map(([stream, { from, end, atMs }], index): Exchange => {
    const answer = answered.get(stream);
    return {
      what: kinds[index] ?? 'other',
      port,
      request: { stream, from, end },
      requestSentMs: atMs,
      answer: answer ? { stream, from: answer.from, end: answer.end, bytes: answer.end } : null,
    };
  });
}

/** Bytes of a request, and of its answer; null: none. */
interface Sizes {
  readonly end: number;
  readonly answer: number | null;
}

/** A request without an answer is what the answered small one is whose size is nearest to its own. */
function kindsOf(all: readonly Sizes[]): Exchange['what'][] {
  const answered = all.flatMap(({ end, answer }) =>
    answer === null || answer > MOST_LOAD_BYTES ? [] : [{ end, what: kindOf(answer) }],
  );
  return all.map(({ end, answer }) => {
    if (answer !== null) return kindOf(answer);
    const away = (other: { end: number }) => Math.abs(other.end - end);
    return answered.toSorted((a, b) => away(a) - away(b))[0]?.what ?? 'other';
  });
}

function kindOf(answerBytes: number): Exchange['what'] {
  return answerBytes >= LEAST_LOAD_BYTES && answerBytes <= MOST_LOAD_BYTES ? 'load' : 'other';
}

/** Streams that a client opens in both directions (RFC 9000, section 2.1): one for each request. */
function streamsOf(packets: readonly WirePacket[]): ReadonlyMap<number, Sent> {
  const streams = new Map<number, Sent>();
  for (const { atMs, spans } of packets) {
    for (const { stream, from, to } of spans) {
      if (stream % 4 === 0 && to > (streams.get(stream)?.end ?? 0)) {
        streams.set(stream, { from, end: to, atMs });
      }
    }
  }
  return streams;
}
