import * as v from 'valibot';

/**
 * Id of a CoValue: `co_` and 16 lower-case letters or digits. The alphabet has no separator, so an
 * id can never be read as a path.
 */
export const CoValueId = v.pipe(
  v.string(),
  v.regex(/^co_[a-z0-9]{16}$/, 'not a CoValue id: expected co_ and 16 letters or digits'),
);
export type CoValueId = v.InferOutput<typeof CoValueId>;

/** Chosen by the client, unique among its open requests on one WebSocket; fits a chunk header. */
export const RequestId = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
export type RequestId = v.InferOutput<typeof RequestId>;
