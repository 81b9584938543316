import { createHash } from 'node:crypto';
import type { ErrorCode } from '@holbench/protocol/errors';
import { chunkCount, chunkLength } from '@holbench/protocol/wire-limits';
import type { RawClient, RawUpload } from '@holbench/raw-clients/raw-client';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { TEXT } from '../lab/page-operations.ts';

/** What a client knows of its own CoValues: what the server must say of them. */
export interface SessionModel {
  /** By their order of creation: the titles that each has had, of which the last is in force. */
  covalues: { titles: string[]; fileBytes: number | null }[];
  /** Uploads that are open. `stored`: indexes of the chunks that have been taken. */
  uploads: { bytes: number; isWrong: boolean; stored: Set<number> }[];
}

/** The same on the server: what the model names by its place, by its id. */
export interface RealSession {
  client: RawClient;
  readonly open: () => Promise<RawClient>;
  ids: string[];
  uploads: RawUpload[];
  /** Uploads that a rule of the server has ended. */
  broken: number;
}

type Command = fc.AsyncCommand<SessionModel, RealSession>;
type Run = (model: SessionModel, real: RealSession) => Promise<void>;

/** @param can whether the command can be run in this state; default: always. */
const command = (
  name: string,
  run: Run,
  can: (model: SessionModel) => boolean = () => true,
): Command => ({ check: can, run, toString: () => name });

const hasCoValue = ({ covalues }: SessionModel): boolean => covalues.length > 0;
const hasUpload = ({ uploads }: SessionModel): boolean => uploads.length > 0;

/** The place that `at` picks in a list that is not empty. */
const pick = (list: readonly unknown[], at: number): number => at % list.length;

const place = fc.nat({ max: 99 });
const title = fc.string({ unit: 'grapheme', maxLength: 20 });
const UNKNOWN = 'co_ffffffffffffffff';

/** Every operation, by clients that keep the rules and by clients that break them. */
export const SESSION_COMMANDS: fc.Arbitrary<Command>[] = [
  fc.constant(command('list', list)),
  title.map((title) => command(`create ${JSON.stringify(title)}`, create(title))),
  place.map((at) => command(`load ${at}`, load(at), hasCoValue)),
  fc
    .tuple(place, title)
    .map(([at, title]) => command(`mutate ${at}`, mutate(at, title), hasCoValue)),
  place.map((at) => command(`events of ${at}`, events(at), hasMutated)),
  place.map((at) => command(`download ${at}`, download(at), hasCoValue)),
  fc.constant(command('download of nothing', downloadOfNothing)),
  fc
    .tuple(fc.integer({ min: 1, max: 250_000 }), fc.boolean())
    .map(([bytes, isWrong]) => command(`upload ${bytes} ${isWrong}`, upload(bytes, isWrong))),
  fc
    .tuple(place, place)
    .map(([at, index]) => command(`store ${at} ${index}`, store(at, index), hasUpload)),
  fc
    .tuple(place, fc.constantFrom(-1, 1))
    .map(([at, by]) => command(`store ${by} byte ${at}`, storeOtherLength(at, by), hasUpload)),
  place.map((at) => command(`finish ${at}`, finish(at), hasUpload)),
  place.map((at) => command(`give up ${at}`, giveUp(at), hasUpload)),
  fc.constant(command('leave and come again', comeAgain)),
];

async function list({ covalues }: SessionModel, { client, ids }: RealSession): Promise<void> {
  const listed = new Map((await client.list()).map((each) => [each.id, each]));
  for (const [at, { titles, fileBytes }] of covalues.entries()) {
    const found = listed.get(ids[at] ?? '');
    expect(found?.title).toBe(titles.at(-1));
    expect(found?.file?.bytes ?? null).toBe(fileBytes);
  }
}

function create(title: string): Run {
  return async (model, real) => {
    real.ids.push(await real.client.create({ ...TEXT, title }));
    model.covalues.push({ titles: [title], fileBytes: null });
  };
}

function load(at: number): Run {
  return async ({ covalues }, { client, ids }) => {
    const covalue = await client.load(ids[pick(ids, at)] ?? '');
    expect(covalue.title).toBe(covalues[pick(covalues, at)]?.titles.at(-1));
  };
}

function mutate(at: number, title: string): Run {
  return async ({ covalues }, { client, ids }) => {
    const titles = covalues[pick(covalues, at)]?.titles ?? [];
    const eventId = await client.mutate(ids[pick(ids, at)] ?? '', { title });
    titles.push(title);
    // Without gaps from 1: each mutation has added a title.
    expect(eventId).toBe(titles.length - 1);
  };
}

const hasMutated = ({ covalues }: SessionModel): boolean =>
  covalues.some(({ titles }) => titles.length > 1);

/** A subscriber of its own, that has seen a part of the events. */
function events(at: number): Run {
  return async ({ covalues }, { open, ids }) => {
    const mutated = covalues.flatMap(({ titles }, place) => (titles.length > 1 ? [place] : []));
    const place = mutated[pick(mutated, at)] ?? 0;
    const last = (covalues[place]?.titles.length ?? 1) - 1;
    const seen = at % last;
    await using subscriber = await open();
    const arrived = await subscriber.events(ids[place] ?? '', seen, last - seen);
    expect(arrived).toEqual(Array.from({ length: last - seen }, (_, index) => seen + 1 + index));
  };
}

function download(at: number): Run {
  return async ({ covalues }, { client, ids }) => {
    const { fileBytes = null } = covalues[pick(covalues, at)] ?? {};
    const answer = client.download(ids[pick(ids, at)] ?? '');
    if (fileBytes === null) return expect(answer).rejects.toThrow('no_file');
    const { loaded, chunks } = await answer;
    expect(loaded.file.bytes).toBe(fileBytes);
    expect(chunks.reduce((sum, length) => sum + length, 0)).toBe(fileBytes);
  };
}

async function downloadOfNothing(_model: SessionModel, { client }: RealSession): Promise<void> {
  await expect(client.download(UNKNOWN)).rejects.toThrow('unknown_covalue');
}

function upload(bytes: number, isWrong: boolean): Run {
  return async (model, real) => {
    const sha256 = createHash('sha256').update(Buffer.alloc(bytes)).digest('hex');
    const declared = isWrong ? '0'.repeat(64) : sha256;
    real.uploads.push(await real.client.upload(TEXT, { bytes, sha256: declared }));
    model.uploads.push({ bytes, isWrong, stored: new Set() });
    // Before its end it is not there.
    await expect(real.client.load(real.uploads.at(-1)?.id ?? '')).rejects.toThrow(
      'unknown_covalue',
    );
  };
}

/** A chunk of the right length: taken once, refused when it comes again or is none of this file. */
function store(at: number, anyIndex: number): Run {
  return async (model, real) => {
    const { place, upload, terms } = chosen(model, real, at);
    const count = chunkCount(upload.bytes, terms.chunkBytes);
    // One more than there are.
    const index = anyIndex % (count + 1);
    const bytes = index < count ? chunkLength(upload.bytes, index, terms.chunkBytes) : 1;
    const refusal = await real.uploads[place]?.store(index, new Uint8Array(bytes));
    const wasStored = upload.stored.has(index);
    upload.stored.add(index);
    const isLast = index < count && upload.stored.size === count;
    const rules: [ErrorCode, boolean][] = [
      ['chunk_index', index === count],
      ['chunk_repeated', wasStored],
      ['hash_mismatch', isLast && upload.isWrong],
    ];
    const broken = rules.find(([, isBroken]) => isBroken)?.[0] ?? null;
    expect(refusal).toBe(broken);
    if (broken) await isGone(model, real, place);
    else if (isLast) isComplete(model, real, place);
  };
}

function storeOtherLength(at: number, by: number): Run {
  return async (model, real) => {
    const { place, upload, terms } = chosen(model, real, at);
    const bytes = Math.max(1, chunkLength(upload.bytes, 0, terms.chunkBytes) + by);
    // A file of one byte has no shorter chunk that is sent.
    if (bytes === upload.bytes) return;
    const refusal = await real.uploads[place]?.store(0, new Uint8Array(bytes));
    expect(refusal).toBe('chunk_length');
    await isGone(model, real, place);
  };
}

/** All chunks that are missing, in an order that no page has: the last first. */
function finish(at: number): Run {
  return async (model, real) => {
    const { place, upload, terms } = chosen(model, real, at);
    const count = chunkCount(upload.bytes, terms.chunkBytes);
    for (let index = count - 1; index >= 0; index--) {
      if (upload.stored.has(index)) continue;
      const chunk = new Uint8Array(chunkLength(upload.bytes, index, terms.chunkBytes));
      upload.stored.add(index);
      const isLast = upload.stored.size === count;
      const refusal = await real.uploads[place]?.store(index, chunk);
      expect(refusal).toBe(isLast && upload.isWrong ? 'hash_mismatch' : null);
    }
    if (upload.isWrong) await isGone(model, real, place);
    else isComplete(model, real, place);
  };
}

function giveUp(at: number): Run {
  return async (model, real) => {
    const { place } = chosen(model, real, at);
    await real.uploads[place]?.giveUp();
    await isGone(model, real, place);
  };
}

/** Uploads of a WebSocket end with it; by HTTP they are requests of their own, and have to be given up. */
async function comeAgain(model: SessionModel, real: RealSession): Promise<void> {
  await leave(real);
  model.uploads = [];
  real.client = await real.open();
}

/** What a client does before it leaves; nothing of its uploads must stay behind. */
export async function leave(real: RealSession): Promise<void> {
  for (const upload of real.uploads) await upload.giveUp();
  real.broken += real.uploads.length;
  real.uploads = [];
  await real.client[Symbol.asyncDispose]();
}

function chosen(model: SessionModel, real: RealSession, at: number) {
  const place = pick(model.uploads, at);
  const [upload, open] = [model.uploads[place], real.uploads[place]];
  if (!upload || !open) throw new Error('there is no upload');
  return { place, upload, terms: open.terms };
}

/** An upload has ended without a file: another chunk is refused, and nobody sees a CoValue. */
async function isGone(model: SessionModel, real: RealSession, place: number): Promise<void> {
  const [gone] = real.uploads.splice(place, 1);
  model.uploads.splice(place, 1);
  real.broken++;
  expect(await gone?.store(0, new Uint8Array(1))).toBe('unknown_upload');
  await expect(real.client.load(gone?.id ?? '')).rejects.toThrow('unknown_covalue');
}

function isComplete(model: SessionModel, real: RealSession, place: number): void {
  const [{ id } = { id: '' }] = real.uploads.splice(place, 1);
  const [{ bytes } = { bytes: null }] = model.uploads.splice(place, 1);
  real.ids.push(id);
  model.covalues.push({ titles: [TEXT.title], fileBytes: bytes });
}
