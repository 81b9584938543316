import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

/**
 * The part of Chromium's net log (`--log-net-log`) that is read. It is complete once the browser
 * has ended.
 */
const NetLog = v.object({
  constants: v.object({ logEventTypes: v.record(v.string(), v.number()) }),
  events: v.array(
    v.object({ type: v.number(), params: v.optional(v.record(v.string(), v.unknown()), {}) }),
  ),
});

/** The parameters of each event of a type, in their order. */
export async function eventsOf(path: string, name: string): Promise<Record<string, unknown>[]> {
  const { constants, events } = v.parse(NetLog, JSON.parse(await readFile(path, 'utf8')));
  const wanted = constants.logEventTypes[name];
  return events.filter(({ type }) => type === wanted).map(({ params }) => params);
}

/**
 * The settings of HTTP/3 that a browser received (RFC 9114, section 7.2.4), as it names them.
 * @returns such as "SETTINGS_MAX_FIELD_SECTION_SIZE 16384"; `none` where no server sent any.
 */
export async function http3Settings(path: string): Promise<string> {
  const [settings = {}] = await eventsOf(path, 'HTTP3_SETTINGS_RECEIVED');
  const named = Object.entries(settings).map(([name, value]) => `${name} ${String(value)}`);
  return named.join(', ') || 'none';
}

/** Why the first QUIC connection of a browser was closed; null where it tried none. */
export async function whyQuicClosed(path: string): Promise<string | null> {
  const [closed] = await eventsOf(path, 'QUIC_SESSION_CLOSED');
  return closed === undefined ? null : String(closed['details']);
}

const TransportParameters = v.object({ quic_transport_parameters: v.string() });
const Setting = v.object({ id: v.string(), value: v.number() });
const WindowUpdate = v.object({ stream_id: v.number(), delta: v.number() });

/** What an HTTP/2 connection has until its peer says otherwise (RFC 9113, section 6.9.2). */
const HTTP2_WINDOW_BYTES = 65_535;

/**
 * The bytes that a server lets a browser send on a stream and on a connection, when the connection begins.
 * @returns null where the browser spoke neither HTTP/2 nor QUIC. The log is of one connection, without uploads.
 */
export async function receiveWindows(
  path: string,
): Promise<{ readonly streamBytes: number; readonly connectionBytes: number } | null> {
  const [quic] = await eventsOf(path, 'QUIC_SESSION_TRANSPORT_PARAMETERS_RECEIVED');
  if (quic !== undefined) {
    const text = v.parse(TransportParameters, quic).quic_transport_parameters;
    const number = (name: string) => Number(new RegExp(`\\b${name} (\\d+)`).exec(text)?.[1]);
    // The streams that the client opens are remote to the server.
    return {
      streamBytes: number('initial_max_stream_data_bidi_remote'),
      connectionBytes: number('initial_max_data'),
    };
  }
  if ((await eventsOf(path, 'HTTP2_SESSION_RECV_SETTINGS')).length === 0) return null;
  const settings = await eventsOf(path, 'HTTP2_SESSION_RECV_SETTING');
  const initial = settings
    .map((setting) => v.parse(Setting, setting))
    .find(({ id }) => id.includes('SETTINGS_INITIAL_WINDOW_SIZE'));
  const updates = (await eventsOf(path, 'HTTP2_SESSION_RECV_WINDOW_UPDATE'))
    .map((update) => v.parse(WindowUpdate, update))
    .filter(({ stream_id: stream }) => stream === 0);
  return {
    streamBytes: initial?.value ?? HTTP2_WINDOW_BYTES,
    connectionBytes: updates.reduce((sum, { delta }) => sum + delta, HTTP2_WINDOW_BYTES),
  };
}
