import * as v from 'valibot';
import { SaveRequest } from '../save/save-request.ts';
import { Control } from './control.ts';

/** What the page’s server passes on to the demo, which alone can do it. */
export const Asked = v.union([
  v.strictObject({ control: Control }),
  v.strictObject({ save: SaveRequest }),
]);
export type Asked = v.InferOutput<typeof Asked>;
