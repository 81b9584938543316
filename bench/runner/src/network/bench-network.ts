import type { Variant } from '@holbench/variants/registry';
import type { Backend, BackendId, TcpSettings } from '@holbench/netem/backend';
import { type BackendChoice, chooseBackend } from '@holbench/netem/choose-backend';
import { isShaped } from '@holbench/results/is-shaped';
import type { Tools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import type { Target } from '@holbench/target/target';
import type { RunNetwork } from '@holbench/results/run-network';
import type { ConfiguredNetwork } from '../configuration.ts';

/** A network of a run on this machine. */
export interface BenchNetwork {
  /** Its backend; null where none can make it, and on loopback. */
  readonly backend: Backend | null;
  readonly tcp: TcpSettings;
  /** Where its servers are, if that is another machine: the network is a real one. */
  readonly target?: Target;
  /** Its record in the manifest, so far without a measurement. */
  readonly record: RunNetwork;
}

export interface MakingOptions {
  /** `--backend`: this and nothing else. */
  readonly forced?: BackendId | undefined;
  readonly tcp: TcpSettings;
  /** Whether TCP settings were chosen, which loopback does not have. */
  readonly needsLink: boolean;
}

/** On this machine, or at the target that the network leads to. @returns the reason; null when it can. */
export function whyVariantCannotRun(
  variant: Variant,
  network: Pick<BenchNetwork, 'target'> | undefined,
  tools: Tools,
): string | null {
  return network?.target ? network.target.whyUnsupported(variant) : whyUnsupported(variant, tools);
}

/** Chooses how this machine makes a network. */
export async function benchNetwork(
  configured: ConfiguredNetwork,
  options: MakingOptions,
): Promise<BenchNetwork> {
  const choice = await chooseBackend(configured.profile, options.forced);
  return withChoice(configured, options, choice);
}

/** The same with the choice made. An unshaped network may be loopback if no backend works. */
export async function withChoice(
  configured: ConfiguredNetwork,
  { forced, tcp, needsLink }: MakingOptions,
  { backend, why }: BackendChoice,
): Promise<BenchNetwork> {
  const mayBeLoopback = !isShaped(configured.profile) && forced === undefined && !needsLink;
  return {
    backend,
    tcp,
    record: {
      ...configured,
      backend: backend?.id ?? null,
      backendVersion: (await backend?.version()) ?? null,
      ...(backend !== null && { seedsLosses: await backend.seedsLosses() }),
      why,
      loopback: backend === null && mayBeLoopback,
      sysctls: {},
      certificate: null,
    },
  };
}
