import * as v from 'valibot';

/** What a page may ask to be raced: a network of the lab, and where the transfer goes. */
export const Choice = v.strictObject({
  network: v.pipe(v.string(), v.maxLength(40)),
  direction: v.picklist(['download', 'upload']),
});
export type Choice = v.InferOutput<typeof Choice>;
