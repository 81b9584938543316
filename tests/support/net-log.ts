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
