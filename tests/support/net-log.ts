import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

/**
 * The part of Chromium's net log (`--log-net-log`) that is read. It is complete once the browser
 * has ended.
 */
const NetLog = v.object({
  constants: v.object({
    logEventTypes: v.record(v.string(), v.number()),
    logEventPhase: v.object({ PHASE_BEGIN: v.number() }),
    timeTickOffset: v.number(),
  }),
  events: v.array(
    v.object({
      type: v.number(),
      phase: v.number(),
      /** In ms. */
      time: v.pipe(v.string(), v.transform(Number)),
      source: v.object({ id: v.number() }),
      params: v.optional(v.record(v.string(), v.unknown()), {}),
    }),
  ),
});

async function read(path: string): Promise<v.InferOutput<typeof NetLog>> {
  return v.parse(NetLog, JSON.parse(await readFile(path, 'utf8')));
}

/** The parameters of each event of a type, in their order. */
export async function eventsOf(path: string, name: string): Promise<Record<string, unknown>[]> {
  const { constants, events } = await read(path);
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

/**
 * When requests whose address matches began to be sent, in ms since 1970, in the order in which they were made. A
 * request that waits for a connection or a stream is not sent yet.
 */
export async function departuresOf(path: string, address: RegExp): Promise<number[]> {
  const { constants, events } = await read(path);
  const { logEventTypes, logEventPhase, timeTickOffset } = constants;
  const begins = (name: string) =>
    events.filter(
      ({ type, phase }) => type === logEventTypes[name] && phase === logEventPhase.PHASE_BEGIN,
    );
  const made = begins('URL_REQUEST_START_JOB').filter(({ params }) =>
    address.test(String(params['url'])),
  );
  const sentAt = new Map(
    begins('HTTP_TRANSACTION_SEND_REQUEST').map(({ source, time }) => [source.id, time]),
  );
  return made.flatMap(({ source }) => {
    const time = sentAt.get(source.id);
    return time === undefined ? [] : [time + timeTickOffset];
  });
}
