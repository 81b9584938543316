import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cell } from '@holbench/results/cell';
import type { Connection } from '@holbench/results/connection';
import { limiterOf } from '@holbench/results/limiter';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { CellResources } from '@holbench/results/resources';
import { linkProblems } from '@holbench/results/link-problems';
import {
  clientProblems,
  clientProtocols,
  limiterProblems,
  protocolProblems,
} from '@holbench/results/validity';
import { hasConnections, scenarioOf } from '@holbench/scenarios/registry';
import type { Target } from '@holbench/target/target';
import { serverProtocol } from '@holbench/variants/protocols';
import { variant as variantOf } from '@holbench/variants/registry';
import { type CellOptions, LOOPBACK, type Measured, type Sides, sidesOf } from './cell-parts.ts';
import { type CellResult, emptyCell } from './cell-result.ts';
import { ClockWatch } from './clock-step.ts';
import { failureReason, logTails } from './failure-reason.ts';
import { brokenLink, withCertifiedLink } from './network/with-certified-link.ts';
import type { PlannedCell } from './planned-cell.ts';
import { runScenario } from './run-scenario.ts';

/**
 * Runs one cell with fresh processes over a fresh link, which all have ended when it resolves.
 * Never rejects: an error makes the cell `failed`, with its reason and the samples so far.
 */
export function runCell(planned: PlannedCell, options: CellOptions): Promise<CellResult> {
  return options.sibling.run(() => runInTurn(planned, options));
}

async function runInTurn(planned: PlannedCell, options: CellOptions): Promise<CellResult> {
  const startedAt = new Date().toISOString();
  options.onWatched?.({ variant: planned.variant, what: { is: 'starts' } });
  const { backend, target } = options.network;
  const logFolder = join(options.logs, planned.id.replaceAll('/', '_'));
  const measured: Measured = {
    samples: [],
    connections: [],
    link: null,
    resources: null,
    versions: null,
    summary: null,
    ways: null,
  };
  const { samples, connections } = measured;
  const failures: string[] = [];
  const problems: string[] = [];
  let certificate: Cell['certificate'] = null;
  let found: Cell['found'];
  using clock = new ClockWatch();
  const use = async (sides: Sides): Promise<void> => {
    await runScenario(planned, options, sides, logFolder, measured);
    const counted = samples.filter(({ warmup }) => !warmup).map(({ outcome }) => outcome);
    if (!counted.some(({ status }) => status === 'ok')) {
      const [first] = counted;
      const [left] = connections.flatMap(({ reasons }) => reasons);
      const why = first?.status === 'failed' ? first.reason : left;
      throw new Error(`no operation succeeded${why === undefined ? '' : `: ${why}`}`);
    }
  };
  try {
    await mkdir(logFolder, { recursive: true });
    if (target) {
      found = { before: await target.readNetwork('check'), after: null };
      await use(sidesOf(target));
      found = { ...found, after: await target.readNetwork('check') };
    } else if (backend === null) await use(LOOPBACK);
    else {
      const { profile } = planned.network;
      const linkOptions = { profile, seed: planned.seed, tcp: planned.factors, logFolder };
      const used = await withCertifiedLink(backend, linkOptions, (link) =>
        use({
          client: link.client,
          server: link.server,
          emulatorPid: link.emulatorPid,
          link,
          broken: brokenLink(link),
        }),
      );
      certificate = used.certificate;
      if (used.problem !== null) problems.push(used.problem);
      if (used.failure !== null) failures.push(used.failure);
      problems.push(...linkProblems(profile, measured, options.cells));
    }
    if (options.debugging) problems.push('debugging: --headed or --inspect-server was given');
    if (failures.length === 0) problems.push(...sampleProblems(planned, measured, target));
  } catch (error) {
    failures.push(failureReason(error));
  }
  const step = clock.problem();
  if (step !== null) problems.push(step);
  if (failures.length > 0) failures.push(...(await logTails(logFolder)));
  const { summary, versions } = measured;
  const resources = measured.resources && {
    ...measured.resources,
    eventLoop: summary?.eventLoop ?? null,
  };
  const limiter = resources && limiterIn(resources, planned.network.profile, target);
  // Each connection is judged by its own; those that were left out spoil no cell.
  if (connections.length === 0) problems.push(...limiterProblems(limiter));
  return {
    versions,
    // A scenario left behind as hung may still add to its list.
    samples: [...samples],
    connections: [...connections],
    cell: {
      ...emptyCell(planned, options.run),
      startedAt,
      sideBySide: options.sibling.count,
      status: failures.length > 0 ? 'failed' : 'ok',
      reasons: [...failures, ...problems],
      valid: failures.length + problems.length === 0,
      protocol: {
        expected: variantOf(planned.variant).protocol,
        client: clientProtocols(samples),
        server: summary?.requests ?? {},
        priorities: summary?.priorities ?? {},
      },
      samples: samples.length,
      server: summary && {
        droppedEvents: summary.droppedEvents,
        brokenTransfers: summary.brokenTransfers,
        peakRssBytes: summary.peakRssBytes,
      },
      connections: connections.length,
      link: measured.link,
      resources,
      limiter,
      certificate,
      ...(found && { found }),
      ways: measured.ways,
    },
  };
}

/** Without a helper, nobody knows what the servers did; with one, only what a real network carried is unknown. */
function limiterIn(
  resources: CellResources,
  network: NetworkProfile,
  target: Target | undefined,
): Cell['limiter'] {
  if (target?.machine === null) return null;
  const limiter = limiterOf(resources, network);
  if (limiter === null || target === undefined) return limiter;
  return { ...limiter, why: `${limiter.why}; the network is not assessed` };
}

/** Every connection that was asked for must be there: each has its part of the losses. */
function missingConnections(
  { workload, scenario }: PlannedCell,
  connections: readonly Connection[],
): string[] {
  const { connections: asOften, otherConnections } = workload;
  const asked = hasConnections(scenario) ? asOften + Math.min(asOften, otherConnections) : 0;
  const bad = connections.filter(({ valid }) => !valid);
  if (connections.length - bad.length >= asked) return [];
  const why = [...new Set(bad.flatMap(({ reasons }) => reasons))].join('; ');
  return [`${connections.length - bad.length} of ${asked} connections count: ${why}`];
}

/** Reasons why its samples do not count. */
function sampleProblems(
  planned: PlannedCell,
  { samples, connections, summary }: Measured,
  target: Target | undefined,
): string[] {
  const variant = variantOf(planned.variant);
  const leftOut = new Set(connections.flatMap((each) => (each.valid ? [] : each.connection)));
  const counted = samples.filter(({ connection = -1 }) => !leftOut.has(connection));
  const expectedByServer = serverProtocol(variant);
  const serverRequests = summary?.requests ?? null;
  const evidence = { expected: variant.protocol, expectedByServer };
  const served = serverRequests?.[expectedByServer] ?? 0;
  return [
    // Servers that nobody helps to count have the client's proof alone.
    ...(target?.machine === null
      ? clientProblems({ ...evidence, samples: counted })
      : protocolProblems({ ...evidence, samples: counted, serverRequests })),
    ...missingConnections(planned, connections),
    ...(scenarioOf(planned.scenario).problems?.({
      samples,
      variant,
      served,
      factors: planned.factors,
      workload: planned.workload,
      connections: connections.length,
    }) ?? []),
  ];
}
