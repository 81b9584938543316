import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { ensureDataset } from '@holbench/dataset/generate';
import { PROPERTY } from '@holbench/test-support/property';
import { ErrorBody, LabError } from '@holbench/protocol/errors';
import { parseJson } from '@holbench/protocol/parse';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakePeer } from '../fixtures/fake-peer.ts';
import { fromBase64, toBase64 } from './files/base64-chunks.ts';
import { admission, tokenCookie } from './http/access.ts';
import { labRoutes } from './http/routes.ts';
import { LabApp } from './lab-app.ts';
import { DEFAULT_SERVER_FACTORS } from './server/factors.ts';
import { WebSocketSession } from './websocket/session.ts';

let root: string;
let lab: LabApp;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holbench-properties-'));
  const data = await ensureDataset(root, 1_000);
  const uploads = join(root, 'uploads');
  lab = await LabApp.open({ data, uploads, factors: DEFAULT_SERVER_FACTORS });
});
afterAll(async () => {
  await lab.close();
  await rm(root, { recursive: true });
});

/** Ids that exist, that could, and that cannot. */
const id = fc.oneof(
  fc.nat().map((at) => lab.list()[at % lab.list().length]?.id ?? ''),
  fc.stringMatching(/^co_[a-z0-9]{16}$/),
  fc.string(),
);
const text = fc.record({
  author: fc.string(),
  title: fc.string(),
  summary: fc.string(),
  preview: fc.string(),
});
const sha256 = fc.stringMatching(/^[0-9a-f]{64}$/);
const file = fc.record({ bytes: fc.integer({ min: -1, max: 300_000 }), sha256 });
const newCoValue = fc.record({ text, file }, { requiredKeys: ['text'] });

test('base64 is read as it was written; other text is refused, or as long as it says', () => {
  const written = fc.property(fc.uint8Array(), (bytes) => {
    expect(fromBase64(toBase64(Uint8Array.from(bytes)))).toEqual(Buffer.from(bytes));
  });
  fc.assert(written, PROPERTY);
  const any = fc.oneof(fc.base64String(), fc.string({ unit: 'binary' }));
  const read = fc.property(any, (data) => {
    try {
      const padding = /=*$/.exec(data)?.[0].length ?? 0;
      expect(fromBase64(data)).toHaveLength((data.length / 4) * 3 - padding);
    } catch (error) {
      expect(error).toBeInstanceOf(LabError);
    }
  });
  fc.assert(read, PROPERTY);
});

test('cookies are admitted where the token is among them, and nowhere else', () => {
  const token = fc.stringMatching(/^[\w-]{16,40}$/);
  const others = fc.array(fc.string({ unit: 'binary' }));
  const property = fc.property(token, token, others, (token, another, others) => {
    const admits = admission(token);
    const cookies = others.filter((cookie) => !cookie.includes(';'));
    expect(admits([...cookies, tokenCookie(token), ...cookies].join('; '))).toBe(true);
    expect(admits(cookies.join('; '))).toBe(false);
    expect(admits(tokenCookie(another))).toBe(another === token);
    expect(admits(`${tokenCookie(token)}x`)).toBe(false);
  });
  fc.assert(property, PROPERTY);
});

test('each route answers any request, and says which rule it broke', async () => {
  const utf8 = (json: string): Buffer => Buffer.from(json);
  const bodies = [fc.json(), newCoValue.map((body) => JSON.stringify(body)), fc.string()] as const;
  const body = fc.oneof(...bodies.map((each) => each.map(utf8)), fc.uint8Array());
  const index = fc.oneof(fc.nat().map(String), fc.string());
  const lastEventId = fc.oneof(fc.constant(undefined), fc.nat().map(String), fc.string());
  const request = fc.record({ id, index, body, lastEventId });
  const route = fc.nat().map((at) => labRoutes(lab).at(at % labRoutes(lab).length));
  const property = fc.asyncProperty(route, request, async (route, { id, index, ...given }) => {
    const bytes = Uint8Array.from(given.body);
    const answer = await route?.handle({
      ...given,
      client: 'a client',
      body: bytes,
      params: { id, index },
    });
    if (!answer) throw new Error('there is no such route');
    expect(answer.status).not.toBe(500);
    if (answer.status < 400) return;
    const text = typeof answer.body === 'string' ? answer.body : utf8String(answer.body);
    expect(parseJson(ErrorBody, text).message).not.toBe('');
  });
  await fc.assert(property, PROPERTY);
});

test('a session answers any messages, closes by a rule, and nothing of its own fails', async () => {
  const requestId = fc.integer({ min: 0, max: 5 });
  const type = fc.constantFrom(
    'list',
    'load',
    'loadFile',
    'create',
    'mutate',
    'subscribe',
    'cancel',
  );
  const chunkType = fc.constantFrom('chunk', 'chunkReceived');
  const valid = fc.oneof(
    fc.record({ type, requestId, id }),
    fc.record({ type: fc.constant('create'), requestId, text, file }, { noNullPrototype: true }),
    fc.record({ type: chunkType, requestId, index: fc.nat({ max: 3 }), data: fc.base64String() }),
    fc.record({ type: fc.constant('list'), requestId }),
    fc.record({ type: fc.constant('mutate'), requestId, id, mutation: text }),
  );
  const message = fc.oneof(
    { weight: 8, arbitrary: valid.map((each) => Buffer.from(JSON.stringify(each))) },
    {
      weight: 1,
      arbitrary: fc
        .array(valid)
        .map((all) => Buffer.from(all.map((each) => JSON.stringify(each)).join('\n'))),
    },
    { weight: 1, arbitrary: fc.json().map((each) => Buffer.from(each)) },
    { weight: 1, arbitrary: fc.uint8Array() },
  );
  const binary = fc
    .tuple(requestId, fc.nat({ max: 3 }), fc.uint8Array())
    .map(([id, index, bytes]) => Uint8Array.from([0, 0, 0, id, 0, 0, 0, index, ...bytes]));
  const step = fc.oneof(
    { weight: 6, arbitrary: message.map((bytes) => ({ bytes, isBinary: false })) },
    { weight: 2, arbitrary: binary.map((bytes) => ({ bytes, isBinary: true })) },
    { weight: 1, arbitrary: fc.constantFrom('stop' as const, 'readOn' as const, 'turn' as const) },
  );
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    const peer = new FakePeer();
    const session = new WebSocketSession(lab, peer);
    for (const step of steps) {
      if (step === 'turn') await turn();
      else if (step === 'stop') peer.reads = false;
      else if (step === 'readOn') peer.readOn();
      else if (step.isBinary) session.receiveBinary(Uint8Array.from(step.bytes));
      else session.receiveText(Uint8Array.from(step.bytes));
    }
    peer.readOn();
    await turn();
    expect([undefined, 1003, 1007, 1008, 1009]).toContain(peer.closedWith);
    expect(
      peer.messages.filter((each) => each.type === 'failed' && each.error === 'internal'),
    ).toEqual([]);
    peer.leave();
  });
  // A promise that nobody waits for fails the test file itself.
  await fc.assert(property, PROPERTY);
});

function utf8String(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('utf8');
}
