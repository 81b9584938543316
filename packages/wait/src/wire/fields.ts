import type { Transport } from './packet.ts';

/** Between the values of a field that a packet has more than once: in no URL, and in no JSON. */
export const BETWEEN = '\u001f';

const ADDRESSED = ['frame.time_epoch', 'ip.id', 'ip.len'] as const;

const FIELDS = {
  tcp: [
    ...ADDRESSED,
    'tcp.srcport',
    'tcp.dstport',
    'tcp.seq',
    'tcp.len',
    'tls.record.length',
    'tls.alert_message.desc',
    'http.request.method',
    'http.request.uri',
    'http2.streamid',
    'http2.type',
    'http2.flags',
    'http2.length',
    'http2.headers.method',
    'http2.headers.path',
    'websocket.payload.text',
  ],
  quic: [
    ...ADDRESSED,
    'udp.srcport',
    'udp.dstport',
    'quic.packet_number',
    'quic.stream.stream_id',
    'quic.stream.off',
    'quic.stream.offset',
    'quic.stream.fin',
    'quic.stream_data',
  ],
} as const;

/** What `tshark -T fields` is to print of a packet, in this order (`-e`). */
export function wireFields(transport: Transport): readonly string[] {
  return FIELDS[transport];
}

/** A line of tshark: the values of each field. */
export type Values = (field: string) => readonly string[];

/** Reads lines that have the fields of `wireFields`. */
export function lineReader(transport: Transport): (line: string) => Values {
  const places = new Map<string, number>(FIELDS[transport].map((field, place) => [field, place]));
  return (line) => {
    const columns = line.split('\t');
    return (field) => {
      const text = columns[places.get(field) ?? -1] ?? '';
      return text === '' ? [] : text.split(BETWEEN);
    };
  };
}
