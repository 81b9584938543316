import { expect, test } from 'vitest';
import { isGood, resultLine, type UnreadResult } from './unread-result.ts';

const GOOD: UnreadResult = {
  variant: 'node-ws',
  kind: 'lists',
  idleRssBytes: 60e6,
  peakRssBytes: 500e6,
  peakOfEach: { server: 500e6 },
  toAsk: 900,
  unread: 900,
  readers: 100,
  verified: 100,
  refused: 0,
  seconds: 12.3,
  failures: [],
};

test('every connection, every reader and the bound on memory make a result good', () => {
  expect(isGood(GOOD)).toBe(true);
  expect(resultLine(GOOD)).toBe(
    'ok     node-ws lists: peak 500 MB (server 500; idle 60); 900 of 900 unread; 100 of 100 downloads verified; 12 s',
  );
});

test('says how often readers were refused at first', () => {
  expect(resultLine({ ...GOOD, refused: 7 })).toContain('verified; asked again 7 times; 12 s');
});

test.each([
  ['more memory', { peakRssBytes: 501e6 }],
  ['fewer connections than should ask', { unread: 861 }],
  ['a reader without its file', { verified: 99 }],
  ['a failure of what has to happen meanwhile', { failures: ['the status 500'] }],
])('%s makes it fail', (_what, changed) => {
  expect(isGood({ ...GOOD, ...changed })).toBe(false);
  expect(resultLine({ ...GOOD, ...changed })).toMatch(/^FAILED node-ws lists: /);
});
