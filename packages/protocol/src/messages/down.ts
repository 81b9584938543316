import * as v from 'valibot';
import { Chunk } from './chunk.ts';
import { ChunkStored, Created } from './create.ts';
import { Failed } from './failed.ts';
import { Listed } from './list.ts';
import { FileBegin } from './load-file.ts';
import { Loaded } from './load.ts';
import { Mutated } from './mutate.ts';
import { Event, Subscribed } from './subscribe.ts';
import { Welcome } from './welcome.ts';

/** Every message that a server may send on a WebSocket as text; some may share one, a line each. */
export const DownMessage = v.variant('type', [
  Welcome,
  Listed,
  Loaded,
  FileBegin,
  Chunk,
  Created,
  ChunkStored,
  Mutated,
  Subscribed,
  Event,
  Failed,
]);
export type DownMessage = v.InferOutput<typeof DownMessage>;
