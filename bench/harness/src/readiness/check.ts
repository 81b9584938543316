import * as v from 'valibot';
import { readHealth } from './health-check.ts';
import { answersQuic } from './quic-check.ts';

/** What to ask of a server to know that it is ready. */
export const Probe = v.variant('kind', [
  v.strictObject({
    kind: v.literal('health'),
    /** Such as "https://127.0.0.1:8443". */
    origin: v.string(),
    protocol: v.picklist(['http/1.1', 'h2']),
    /** Id of the variant that must answer. */
    variant: v.string(),
  }),
  v.strictObject({ kind: v.literal('quic'), host: v.string(), port: v.number() }),
]);
export type Probe = v.InferOutput<typeof Probe>;

/** Asks once. @returns true when it is ready; false for another answer, or none in `timeoutMs`. */
export async function probeOnce(probe: Probe, timeoutMs: number): Promise<boolean> {
  if (probe.kind === 'quic') return answersQuic(probe.host, probe.port, timeoutMs);
  const health = await readHealth(probe.origin, probe.protocol, timeoutMs);
  return health?.variant === probe.variant;
}
