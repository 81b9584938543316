import type { Tools } from '@holbench/harness/tools';
import type { LinkOptions } from '@holbench/netem/backend';
import type { BackendChoice } from '@holbench/netem/choose-backend';
import type { ProfileOptions } from '@holbench/netem/profile-options';
import type { LinkCertificate } from '@holbench/results/link-certificate';
import type { Manifest } from '@holbench/results/manifest';
import type { Configuration } from '@holbench/runner/configuration';
import { configure } from '@holbench/runner/configure';
import { DEFAULT_PRESET } from '@holbench/runner/presets';
import { collectManifest } from '@holbench/runner/manifest';
import { withChoice } from '@holbench/runner/network/bench-network';
import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { UPLOAD_BYTES } from '@holbench/client/lane/lane-messages';
import { DEMO } from '@holbench/results/parameters';
import { BESIDE_MS, type Seen } from './seen.ts';

/** What a run needs to know of a demo that goes on. */
export interface DemoConditions {
  readonly tools: Tools;
  /** Options of the command line that choose its network. */
  readonly network: ProfileOptions;
  /** Size of the servers’ files, in bytes. */
  readonly fileBytes: number;
  /** Ids of its variants, also of those that cannot run here. */
  readonly variants: readonly string[];
  /** The link that its lanes share; null on loopback. */
  readonly link: {
    readonly choice: BackendChoice;
    readonly tcp: LinkOptions['tcp'];
    readonly sysctls: Readonly<Record<string, string>>;
    readonly certificate: LinkCertificate;
  } | null;
  /** Versions of the servers, as they reported them. */
  readonly servers: NonNullable<Manifest['versions']['servers']>;
}

/** The configuration of a bench that would have made the same choice. */
export function configurationOf(
  { choice, races }: Seen,
  { network, fileBytes, variants }: Pick<DemoConditions, 'network' | 'fileBytes' | 'variants'>,
): Configuration {
  const isUpload = choice.direction === 'upload';
  const configuration = configure(DEFAULT_PRESET, {
    ...network,
    variants,
    scenarios: [isUpload ? 'upload' : 'download'],
    kinds: ['text'],
    rounds: races.length,
    probeRate: choice.perSecond,
    fileSize: fileBytes,
    jobs: Math.max(1, ...races.flat().map(({ raced }) => raced)),
    recordWait: 'none',
    factors: { bulk: String(choice.streams) },
  });
  return {
    ...configuration,
    preset: DEMO,
    blocks: configuration.blocks.map((each) => ({
      ...each,
      workload: {
        ...each.workload,
        // A race is made of phases.
        connections: 0,
        // The window begins with the first bytes, without a ramp.
        holbWindowSeconds: BESIDE_MS / 1_000,
        bulkFileBytes: isUpload ? UPLOAD_BYTES : fileBytes,
      },
    })),
  };
}

/**
 * The manifest of such a run, as the bench writes it, with the mark of a demo.
 * @param browser what the browser calls itself (`user-agent`).
 */
export async function manifestOf(
  { run, configuration, browser }: { run: string; configuration: Configuration; browser: string },
  { tools, link, servers }: Pick<DemoConditions, 'tools' | 'link' | 'servers'>,
  times: Pick<Manifest, 'startedAt' | 'endedAt' | 'plannedCells'>,
): Promise<Manifest> {
  const { choice = { backend: null, why: 'the demo ran over loopback' }, tcp } = link ?? {};
  const making = { forced: undefined, tcp: tcp ?? DEFAULT_FACTORS, needsLink: false };
  const networks = await Promise.all(
    configuration.networks.map(async (configured) => {
      const made = await withChoice(configured, making, choice);
      if (link === null) return made;
      const { sysctls, certificate } = link;
      // Losses of one race follow those of the one before.
      const record = { ...made.record, seedsLosses: false, sysctls: { ...sysctls }, certificate };
      return { ...made, record };
    }),
  );
  const manifest = await collectManifest(run, configuration, networks, tools);
  const { chromium } = manifest.versions;
  return {
    ...manifest,
    ...times,
    versions: {
      ...manifest.versions,
      chromium: isSame(browser, chromium) ? chromium : null,
      servers,
    },
    demo: { browser: browser.slice(0, 500) },
  };
}

/** A browser tells no more than its major version: `Chrome/156.0.0.0`. */
function isSame(browser: string, chromium: string | null): boolean {
  const [, major] = /Chrome\/(\d+)\./.exec(browser) ?? [];
  return major !== undefined && new RegExp(`\\b${major}\\.`).test(chromium ?? '');
}
