import * as v from 'valibot';
import { Cancel } from './cancel.ts';
import { Create } from './create.ts';
import { List } from './list.ts';
import { LoadFile } from './load-file.ts';
import { Load } from './load.ts';
import { Mutate } from './mutate.ts';
import { Subscribe } from './subscribe.ts';

/** Every text message that a page may send on a WebSocket. */
export const UpMessage = v.variant('type', [
  List,
  Load,
  LoadFile,
  Create,
  Mutate,
  Subscribe,
  Cancel,
]);
export type UpMessage = v.InferOutput<typeof UpMessage>;
