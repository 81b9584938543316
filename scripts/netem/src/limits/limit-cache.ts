import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';
import { LimitStep } from './limit-step.ts';

/** What may change the answer. */
const LimitKey = v.strictObject({
  backend: v.string(),
  backendVersion: v.string(),
  cpu: v.string(),
  cores: v.number(),
  kernel: v.string(),
});
export type LimitKey = v.InferOutput<typeof LimitKey>;

const EmulatorLimit = v.strictObject({
  key: LimitKey,
  measuredAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Highest rate at which it lost nothing and added at most 1 ms; null when none held. */
  rateKbps: v.nullable(v.number()),
  /** Why the series went no further. */
  stoppedBy: v.picklist(['loss', 'delay', 'probe', 'end of the series']),
  /** 95th percentile of the added delay at 100 Mbit/s; null when the series did not get there. */
  addedMs: v.nullable(v.number()),
  steps: v.array(LimitStep),
});
export type EmulatorLimit = v.InferOutput<typeof EmulatorLimit>;

/** The limit kept at `path`; null when there is none, one of something else or of an older form. */
export async function readLimit(path: string, key: LimitKey): Promise<EmulatorLimit | null> {
  try {
    const limit = v.parse(EmulatorLimit, JSON.parse(await readFile(path, 'utf8')));
    return JSON.stringify(limit.key) === JSON.stringify(key) ? limit : null;
  } catch {
    return null;
  }
}

/** Whole or not at all: another process may read it meanwhile. */
export async function writeLimit(path: string, limit: EmulatorLimit): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, JSON.stringify(limit, null, 2));
}
