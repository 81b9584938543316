import { CHUNK_BYTES, MAX_CHUNK_BYTES, MIN_CHUNK_BYTES } from '@holbench/protocol/limits';
import { expect, test } from 'vitest';
import {
  DEFAULT_SERVER_SETTINGS,
  parseServerSettings,
  serverSettingsArguments,
  type ServerSettings,
} from './settings.ts';

test('what is not named is the default', () => {
  expect(parseServerSettings('{}')).toEqual(DEFAULT_SERVER_SETTINGS);
  expect(parseServerSettings('{"batchMs":1}')).toEqual({ ...DEFAULT_SERVER_SETTINGS, batchMs: 1 });
});

test('a process learns from its arguments what was set, and nothing that is not its own', () => {
  const settings: ServerSettings = {
    http2WindowBytes: 1_048_576,
    http2QueueBytes: 16_384,
    chunkBytes: 4_096,
    encoding: 'base64-json',
    bulkWindowBytes: 65_536,
    batchMs: 5,
    overflow: 'block',
    subscriberQueueEvents: 16,
  };
  const all = { ...settings, congestionControl: 'reno', bulkStreams: 6 };
  const [flag, json = ''] = serverSettingsArguments(all);
  expect(flag).toBe('--settings');
  expect(parseServerSettings(json)).toEqual(settings);
});

test.each(['', 'null', '{"chunkBytes":"16k"}', '{"cunkBytes":4096}', '{"overflow":"wait"}'])(
  'refuses %j in one line',
  (json) => {
    expect(() => parseServerSettings(json)).toThrow(/^--settings: [^\n]+$/);
  },
);

// The run's settings and the protocol each say it: the packages do not know each other.
test('chunks may be of the sizes that the protocol has', () => {
  const sized = (chunkBytes: number): ServerSettings =>
    parseServerSettings(JSON.stringify({ chunkBytes }));
  expect(DEFAULT_SERVER_SETTINGS.chunkBytes).toBe(CHUNK_BYTES);
  expect(sized(MIN_CHUNK_BYTES).chunkBytes).toBe(MIN_CHUNK_BYTES);
  expect(sized(MAX_CHUNK_BYTES).chunkBytes).toBe(MAX_CHUNK_BYTES);
  expect(() => sized(MIN_CHUNK_BYTES - 1)).toThrow('chunkBytes');
  expect(() => sized(MAX_CHUNK_BYTES + 1)).toThrow('chunkBytes');
});
