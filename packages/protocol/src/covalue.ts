import * as v from 'valibot';
import { CoValueId } from './id.ts';
import { MAX_FILE_BYTES } from './wire-limits.ts';

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in hexadecimal'));
const Xxh64 = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'not an xxHash64 in hexadecimal'));
const FileBytes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_FILE_BYTES));

/** A client's declaration of the file that it will upload. */
export const FileDeclaration = v.strictObject({ bytes: FileBytes, sha256: Sha256 });
export type FileDeclaration = v.InferOutput<typeof FileDeclaration>;

/**
 * A stored file. `sha256` is its identity; `xxh64` is what a page checks every download against,
 * because it costs a twentieth of SHA-256 in WebAssembly (docs/decisions/0003).
 */
export const FileInfo = v.strictObject({ bytes: FileBytes, sha256: Sha256, xxh64: Xxh64 });
export type FileInfo = v.InferOutput<typeof FileInfo>;

const line = v.pipe(v.string(), v.maxLength(1_000));
const text = v.pipe(v.string(), v.maxLength(100_000));

/** The text of a CoValue as its author writes it. `preview` is about 5 KB. */
export const CoValueText = v.strictObject({
  author: line,
  title: line,
  summary: v.pipe(v.string(), v.maxLength(10_000)),
  preview: text,
});
export type CoValueText = v.InferOutput<typeof CoValueText>;

/** One row of the list of CoValues. */
export const CoValueSummary = v.strictObject({
  id: CoValueId,
  /** Milliseconds since the Unix epoch. */
  lastUpdated: v.pipe(v.number(), v.integer(), v.minValue(0)),
  author: line,
  title: line,
  file: v.nullable(FileInfo),
});
export type CoValueSummary = v.InferOutput<typeof CoValueSummary>;

/** A synthetic sync-engine object. */
export const CoValue = v.strictObject({
  ...CoValueSummary.entries,
  ...CoValueText.entries,
  /** A CoValue whose file belongs to this one: how a binary mutation refers to its bytes. */
  attachment: v.nullable(CoValueId),
});
export type CoValue = v.InferOutput<typeof CoValue>;

/** A change of a CoValue: at least one of its texts, or another attachment. */
export const Mutation = v.pipe(
  v.strictObject({ ...v.partial(CoValueText).entries, attachment: v.optional(CoValueId) }),
  v.check((mutation) => Object.keys(mutation).length > 0, 'a mutation must change something'),
);
export type Mutation = v.InferOutput<typeof Mutation>;

/** What a subscriber receives. `eventId` counts from 1 per CoValue, without gaps. */
export const MutationEvent = v.strictObject({
  id: CoValueId,
  eventId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  mutation: Mutation,
});
export type MutationEvent = v.InferOutput<typeof MutationEvent>;

/** Id of the last event that a subscriber has seen; 0 for none. */
export const LastEventId = v.pipe(v.number(), v.integer(), v.minValue(0));
