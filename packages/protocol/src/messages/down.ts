import * as v from 'valibot';
import { ChunkStored, Created } from './create.ts';
import { Failed } from './failed.ts';
import { Listed } from './list.ts';
import { FileBegin } from './load-file.ts';
import { Loaded } from './load.ts';
import { Mutated } from './mutate.ts';
import { Event, Subscribed } from './subscribe.ts';

/** Every text message that a server may send on a WebSocket. */
export const DownMessage = v.variant('type', [
  Listed,
  Loaded,
  FileBegin,
  Created,
  ChunkStored,
  Mutated,
  Subscribed,
  Event,
  Failed,
]);
export type DownMessage = v.InferOutput<typeof DownMessage>;
