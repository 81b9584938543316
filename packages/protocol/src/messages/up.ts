import * as v from 'valibot';
import { Cancel } from './cancel.ts';
import { Chunk, ChunkReceived } from './chunk.ts';
import { Create } from './create.ts';
import { List } from './list.ts';
import { LoadFile } from './load-file.ts';
import { Load } from './load.ts';
import { Mutate } from './mutate.ts';
import { Subscribe } from './subscribe.ts';

/** Every message that a page may send on a WebSocket as text; some may share one, a line each. */
export const UpMessage = v.variant('type', [
  List,
  Load,
  LoadFile,
  Create,
  Chunk,
  ChunkReceived,
  Mutate,
  Subscribe,
  Cancel,
]);
export type UpMessage = v.InferOutput<typeof UpMessage>;
