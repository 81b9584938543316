import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { certifyOnce } from '@holbench/netem/certify/certify';
import type { RunNetwork } from '@holbench/results/run-network';
import { failureReason, outsideTolerance } from '../failure-reason.ts';
import type { BenchNetwork } from './bench-network.ts';

export interface CertifiedNetwork {
  readonly record: RunNetwork;
  /** Why its cells are not run, or null. */
  readonly refusal: string | null;
}

/**
 * Measures a network in full, and reads the kernel's settings inside it, before its first cell. It
 * never rejects: a network that cannot be made or measured refuses its cells.
 * @param logs the run folder's folder of logs.
 */
export async function certifyNetwork(
  { backend, tcp, record }: BenchNetwork,
  { seed, logs }: { readonly seed: number; readonly logs: string },
): Promise<CertifiedNetwork> {
  if (backend === null) return { record, refusal: null };
  // Of a resumed run: measured when it began.
  if (record.certificate) return { record, refusal: outsideTolerance(record.certificate) };
  const { profile } = record;
  const logFolder = join(logs, `${profile.id}_certificate`);
  const options = { profile, seed, tcp, logFolder };
  try {
    await mkdir(logFolder, { recursive: true });
    const certificate = await certifyOnce(backend, options);
    await using link = await backend.start(options);
    return {
      record: { ...record, sysctls: link.sysctls, certificate },
      refusal: outsideTolerance(certificate),
    };
  } catch (error) {
    return { record, refusal: `the network cannot be measured: ${failureReason(error)}` };
  }
}
