import * as v from 'valibot';
import { count } from './quantities.ts';

const version = v.nullable(v.string());

/** A machine, as a manifest describes it. */
export const Machine = v.strictObject({
  os: v.string(),
  kernel: v.string(),
  arch: v.string(),
  cpu: v.string(),
  cores: count,
  memoryBytes: count,
});

/** The machine on which the servers of a run were, where that is another one. */
export const TargetMachine = v.strictObject({
  machine: Machine,
  sysctls: v.record(v.string(), v.string()),
  git: v.strictObject({ commit: version, dirty: v.nullable(v.boolean()) }),
});
export type TargetMachine = v.InferOutput<typeof TargetMachine>;
