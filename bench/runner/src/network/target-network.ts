import { isDeepStrictEqual } from 'node:util';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import { factorsOf } from '@holbench/factors/values';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { UserError } from '@holbench/process/user-error';
import { shellWord } from '@holbench/process/shell-word';
import { namesIn, settingsIn } from '@holbench/results/block';
import type { NetworkReading } from '@holbench/results/real-network';
import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import type { Run } from '@holbench/results/run-reader';
import { isOwn } from '@holbench/variants/registry';
import { Target } from '@holbench/target/target';
import type { Configuration } from '../configuration.ts';
import { needsLink } from '../sweep.ts';
import type { BenchNetwork } from './bench-network.ts';
import { REAL_NETWORK_ID, type RealNetworkChoice } from './chosen-networks.ts';
import { readCertificate } from '@holbench/harness/certificate';

/** Of a network that is not slower than this machine, or of which nothing is known yet. */
const FAST_PROFILE: NetworkProfile = { ...PLAIN_PROFILE, id: REAL_NETWORK_ID };

/** From here on a network is as fast as this machine's own: loads are not scaled to it. */
const FAST_KBPS = 100_000;
const FAST_MS = 2;

interface Asked {
  readonly target?: string;
  readonly targetKey?: string;
  readonly variants?: readonly string[];
}

/** A network to a target, before its first cell. */
export type MeasuredChoice = RealNetworkChoice & { readonly reading: NetworkReading };

/**
 * Connects to the target of `--target`, or of a run that is resumed.
 * @returns null where servers are on this machine.
 * @throws UserError
 */
export async function openTarget(
  { target: origin, targetKey, variants = [] }: Asked,
  begun: Run | null,
): Promise<Target | null> {
  const [known] = begun?.manifest.networks.flatMap(({ found }) => found ?? []) ?? [];
  if (origin === undefined && known === undefined) {
    if (targetKey === undefined) return null;
    throw new UserError('--target-key is for --target; add it');
  }
  const asked = origin ?? known?.target ?? '';
  const key = targetKey ?? known?.key ?? undefined;
  const ownKey = (await readCertificate())?.spki;
  const chosen = begun ? namesIn(begun.manifest, 'variants') : variants;
  const target = await Target.open({ origin: asked, key, ownKey, isOwn: chosen.some(isOwn) });
  if (known === undefined || isDeepStrictEqual(known.helper, target.machine)) return target;
  await target[Symbol.asyncDispose]();
  throw new UserError(
    target.machine === null
      ? `the run had a helper at ${asked}: set ${TOKEN_VARIABLE} to the token that pnpm serve printed there`
      : `the machine at ${asked}, or its commit, is not that of the run; start a new run`,
  );
}

/** The same options with a network of which nothing is known yet. */
export function unknownNetwork<Options extends object>(
  options: Options,
): Options & { readonly found: RealNetworkChoice } {
  return { ...options, found: { profile: FAST_PROFILE, options: '' } };
}

/** Measures what is between: what is planned depends on it. */
export async function measureNetwork(target: Target, asked: Asked): Promise<MeasuredChoice> {
  console.error('measuring the network to the target, about 10 s');
  const reading = await target.readNetwork('full');
  const key = asked.targetKey === undefined ? '' : ` --target-key ${shellWord(asked.targetKey)}`;
  const options = `--target ${shellWord(target.origin)}${key}`;
  return { profile: profileOf(reading), options, reading };
}

/** As a network's profile would have to be to make such a one: two digits, no queue and no losses, which are not known. */
function profileOf({ rttMs, tcpConnectMs, quicMs, down, up }: NetworkReading): NetworkProfile {
  const ms = (rttMs ?? tcpConnectMs ?? quicMs)?.median ?? 0;
  const isFast =
    ms < FAST_MS && [down, up].every((each) => (each?.goodputKbps ?? Infinity) > FAST_KBPS);
  if (isFast) return FAST_PROFILE;
  const direction = (goodputKbps: number | null | undefined): LinkDirection => ({
    ...FAST_PROFILE.down,
    rateKbps: goodputKbps ? Number(goodputKbps.toPrecision(2)) : null,
    delayMs: Number((ms / 2).toPrecision(2)),
  });
  return { ...FAST_PROFILE, down: direction(down?.goodputKbps), up: direction(up?.goodputKbps) };
}

/** The one network of a run against a target. */
export function realNetwork(
  { networks: [configured], factors }: Configuration,
  target: Target,
  { reading }: MeasuredChoice,
): BenchNetwork {
  if (!configured) throw new Error('a run against a target has one network');
  return {
    backend: null,
    target,
    tcp: factors,
    record: {
      ...configured,
      backend: null,
      backendVersion: null,
      why: `the way to ${target.origin}, as it is`,
      loopback: false,
      sysctls: {},
      certificate: null,
      found: { target: target.origin, key: target.trustedKey, helper: target.machine, reading },
    },
  };
}

/** @throws UserError for factors of a network, which is real. */
export function assertOfTarget(configuration: Configuration): void {
  const swept = settingsIn(configuration).map(({ factor }) => factor);
  const programs = factorsOf('program').filter(
    ({ key, flag, default: own }) =>
      flag !== 'chromium' && (configuration.factors[key] !== own || swept.includes(flag)),
  );
  if (programs.length > 0) {
    const given = programs.map(({ flag }) => `--${flag}`).join(', ');
    throw new UserError(
      `--target: ${given} is of programs that run here; start them there as you want them, and leave it out`,
    );
  }
  if (configuration.factors.pingMs > 0 || swept.includes('ping')) {
    throw new UserError('--target: --ping is timed by the clock of the server; leave it out');
  }
  if (!needsLink(configuration.factors, settingsIn(configuration))) return;
  const flags = factorsOf('link').map(({ flag }) => `--${flag}`);
  throw new UserError(`--target: the network is real, not emulated; leave out ${flags.join(', ')}`);
}

/** What to know of a run before it begins. */
export function aboutTarget(target: Target): string[] {
  const { machine } = target;
  if (machine === null) {
    return [
      `no helper at ${target.origin}: what runs there is measured as it is; its resources, and what it counted, are not known`,
    ];
  }
  return [`servers at ${target.origin}: ${machine.machine.cpu}, ${machine.machine.cores} cores`];
}
