import type { Backend, Link, LinkOptions } from '@holbench/netem/backend';
import { checkLink } from '@holbench/netem/certify/certify';
import type { Cell } from '@holbench/results/cell';
import type { LinkCertificate } from '@holbench/results/link-certificate';
import { failureReason, outsideTolerance } from '../failure-reason.ts';

export interface LinkedUse {
  /** Null when the network could not be made or measured. */
  readonly certificate: Cell['certificate'];
  /**
   * Why it failed, because of the network before the use or in the use itself; null when it did
   * not.
   */
  readonly failure: string | null;
  /** Why the samples do not count: the network was outside tolerance after the use. */
  readonly problem: string | null;
}

/**
 * Makes a link, measures it, uses it, measures it again and removes it. A link outside tolerance is
 * not used. Never rejects.
 */
export async function withCertifiedLink(
  backend: Backend,
  options: LinkOptions,
  use: (link: Link) => Promise<void>,
): Promise<LinkedUse> {
  let certificate: Cell['certificate'] = null;
  let failure: string | null = null;
  let problem: string | null = null;
  try {
    await using link = await backend.start(options);
    const before = await check(link, options.seed);
    certificate = { before, after: null };
    const refusal = outsideTolerance(before);
    if (refusal !== null) throw new Error(refusal);
    try {
      await use(link);
    } catch (thrown) {
      failure = failureReason(thrown);
    }
    // Also after a failure: the network may be its cause.
    const after = await check(link, options.seed);
    certificate = { before, after };
    const outside = outsideTolerance(after);
    problem = outside && `after the cell: ${outside}`;
  } catch (thrown) {
    failure ??= failureReason(thrown);
  }
  return { certificate, failure, problem };
}

/**
 * Checks the link, and repeats a check outside tolerance: the machine may have been busy with
 * ending processes. Both readings are kept.
 * @throws Error when the emulator ends meanwhile.
 */
async function check(link: Link, seed: number): Promise<LinkCertificate> {
  const broken = brokenLink(link);
  const first = await Promise.race([checkLink(link, seed), broken]);
  if (first.problems.length === 0) return first;
  const second = await Promise.race([checkLink(link, seed), broken]);
  return { ...second, readings: [...first.readings, ...second.readings] };
}

/** Rejects when the link's emulator ends early. Callers may ignore it. */
export function brokenLink(link: Link): Promise<never> {
  const broken = link.ended.then((how): never => {
    throw new Error(`the emulator of the network ended: ${how}`);
  });
  broken.catch(() => {});
  return broken;
}
