import { tcpSettingsOf } from '@holbench/netem/tcp-options';
import { type BufferLimits, parseBufferBytes, parseNotsentLowat } from '@holbench/netem/units';
import { UserError } from '@holbench/process/user-error';
import { hasFeature } from '@holbench/scenarios/registry';
import type { Settings } from '@holbench/results/settings';
import { settingId } from '@holbench/results/settings-text';
import type { Factor, Touched } from './factor.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const overTcp = ({ variant }: Touched): boolean => variant.protocol !== 'h3';
const overHttp2 = ({ variant }: Touched): boolean => variant.protocol === 'h2';
const overWebSocket = ({ variant }: Touched): boolean => variant.transport === 'websocket';
const withBulk = ({ scenario }: Touched): boolean => hasFeature(scenario, 'bulk');
const withFiles = (cell: Touched): boolean => cell.kind === 'binary' || withBulk(cell);
const withSubscribers = ({ scenario }: Touched): boolean => hasFeature(scenario, 'subscribers');

/**
 * Every factor. A new one is an entry here, in `Settings` and in the spellings beside it; what it
 * does is in the server, the page or the link.
 */
export const FACTORS: readonly Factor[] = [
  factor({
    key: 'congestionControl',
    argument: '<name>',
    help: 'congestion control of TCP on both sides, e.g. reno (default: cubic)',
    parse: (text) => tcpSettingsOf({ tcpCc: text }).congestionControl,
    touches: overTcp,
  }),
  factor({
    key: 'notsentLowatBytes',
    argument: '<bytes>',
    help: 'bytes a TCP socket takes beyond what is sent, e.g. 16k (default: the kernel’s, no limit)',
    parse: parseNotsentLowat,
    touches: overTcp,
  }),
  factor({
    key: 'http2WindowBytes',
    argument: '<bytes>',
    help: 'receive windows of the HTTP/2 server, e.g. 1m (default: the library’s, 65535)',
    parse: buffer({ least: 65_535, most: 1024 * MIB, unset: 'default' }),
    touches: overHttp2,
  }),
  factor({
    key: 'http2QueueBytes',
    argument: '<bytes>',
    help: 'bytes of files that the HTTP/2 server holds ahead of small responses, e.g. 64k (default: the library’s)',
    parse: buffer({ least: KIB, most: 64 * MIB, unset: 'default' }),
    touches: overHttp2,
  }),
  factor({
    key: 'chunkBytes',
    argument: '<bytes>',
    help: 'pieces in which files move, 1k to 512k (default: 100k)',
    parse: size({ least: KIB, most: 512 * KIB }),
    touches: withFiles,
  }),
  factor({
    key: 'encoding',
    argument: '<name>',
    help: 'of the pieces: raw, or base64-json as in the published microbenchmark (default: raw)',
    parse: oneOf(['raw', 'base64-json']),
    touches: withFiles,
  }),
  factor({
    key: 'bulkStreams',
    argument: '<n>',
    help: '4f, 4g: big files that move side by side (default: 1)',
    parse: number({ least: 1, most: 10, unit: '' }),
    touches: withBulk,
  }),
  factor({
    key: 'bulkWindowBytes',
    argument: '<bytes>',
    help: 'bytes of files on their way on a WebSocket, unacknowledged, e.g. 64k (default: none, no bound)',
    parse: buffer({ least: KIB, most: 64 * MIB, unset: 'none' }),
    touches: (cell) => overWebSocket(cell) && withFiles(cell),
  }),
  factor({
    key: 'batchMs',
    argument: '<time>',
    help: 'small messages of a WebSocket wait this long for others to travel with, e.g. 1ms (default: 0ms)',
    parse: number({ least: 0, most: 1_000, unit: 'ms' }),
    touches: overWebSocket,
  }),
  factor({
    key: 'overflow',
    argument: '<name>',
    help: 'what happens when a subscriber’s queue is full: drop-oldest or block (default: drop-oldest)',
    parse: oneOf(['drop-oldest', 'block']),
    touches: withSubscribers,
  }),
  factor({
    key: 'subscriberQueueEvents',
    argument: '<n>',
    help: 'events that may wait for one subscriber (default: 256)',
    parse: number({ least: 1, most: 4_096, unit: '' }),
    touches: withSubscribers,
  }),
];

/** @returns null for a name that none has. */
export function factorNamed(id: string): Factor | null {
  return FACTORS.find(({ key }) => settingId(key) === id) ?? null;
}

/** The list holds factors of different values; each is checked as it is written. */
function factor<Key extends keyof Settings>(definition: Factor<Key>): Factor {
  return definition;
}

function buffer(limits: Required<BufferLimits>) {
  return (text: string, of: string): number | null => parseBufferBytes(text, of, limits);
}

function size(limits: Omit<BufferLimits, 'unset'>) {
  // Without a text for "unset" it is never null.
  return (text: string, of: string): number => parseBufferBytes(text, of, limits) ?? limits.least;
}

function number({ least, most, unit }: { least: number; most: number; unit: string }) {
  return (text: string, of: string): number => {
    const digits = text.endsWith(unit) ? text.slice(0, text.length - unit.length) : '';
    const value = Number(digits);
    if (/^\d+$/.test(digits) && value >= least && value <= most) return value;
    const range = `from ${least}${unit} to ${most}${unit}`;
    throw new UserError(`${of}: expected a whole number ${range}, not "${text}"`);
  };
}

function oneOf<const Name extends string>(names: readonly Name[]) {
  return (text: string, of: string): Name => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new UserError(`${of}: expected ${names.join(' or ')}, not "${text}"`);
  };
}
