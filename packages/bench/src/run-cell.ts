import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerSummary } from '@holbench/core/server/summary';
import { launchBrowser } from '@holbench/harness/browser';
import { startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import type { Cell } from '@holbench/results/cell';
import type { Sample } from '@holbench/results/sample';
import { clientProtocols, protocolProblems } from '@holbench/results/validity';
import { variant as variantOf } from '@holbench/variants/registry';
import type { CellRun } from './cell-run.ts';
import { fileBytesOf, type Configuration } from './configuration.ts';
import { failureReason } from './failure-reason.ts';
import type { PlannedCell } from './plan.ts';
import { quicHosts } from './quic-hosts.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';
import { cellDeadlineMs, operationTimeoutMs } from './time-limits.ts';

export interface CellOptions {
  readonly run: string;
  /** The run folder's folder of logs; the cell makes its own inside. */
  readonly logs: string;
  readonly configuration: Configuration;
  readonly tools: Tools;
}

export interface CellResult {
  readonly cell: Cell;
  readonly samples: readonly Sample[];
}

/**
 * Runs one cell with fresh processes, which are all gone when it resolves. It never rejects: what
 * goes wrong makes the cell `failed`, with the reason and whatever samples there were.
 */
export async function runCell(planned: PlannedCell, options: CellOptions): Promise<CellResult> {
  const startedAt = new Date().toISOString();
  const samples: Sample[] = [];
  const reasons: string[] = [];
  let summary: ServerSummary | null = null;
  try {
    summary = await drive(planned, options, samples);
    if (!samples.some(succeeded)) reasons.push('no operation succeeded');
  } catch (error) {
    reasons.push(failureReason(error));
  }
  const status = reasons.length > 0 ? 'failed' : 'ok';
  const { protocol, serverProtocol } = variantOf(planned.variant);
  if (status === 'ok') {
    const serverRequests = summary?.requests ?? null;
    const evidence = { expected: protocol, expectedByServer: serverProtocol };
    reasons.push(...protocolProblems({ ...evidence, samples, serverRequests }));
  }
  return {
    samples,
    cell: {
      ...identity(planned, options.run),
      seed: planned.seed,
      startedAt,
      endedAt: new Date().toISOString(),
      status,
      reasons,
      valid: reasons.length === 0,
      protocol: {
        expected: protocol,
        client: clientProtocols(samples),
        server: summary?.requests ?? {},
      },
      samples: samples.length,
      server: summary && lastWord(summary),
      certificate: null,
    },
  };
}

function lastWord({ droppedEvents, brokenTransfers, peakRssBytes }: ServerSummary): Cell['server'] {
  return { droppedEvents, brokenTransfers, peakRssBytes };
}

function succeeded({ warmup, outcome }: Sample): boolean {
  return !warmup && outcome.status === 'ok';
}

/** What a cell's line and each of its samples say of where they belong. */
export function identity(
  planned: PlannedCell,
  run: string,
): Omit<Sample, 'warmup' | keyof Measured> {
  const { id: cell, variant, network, scenario, kind, round } = planned;
  return { run, cell, variant, network, scenario, kind, round };
}

type Measured = Pick<Sample, 'label' | 'user' | 'index' | 'intendedAtMs' | 'outcome'>;

/** From the start of the server to its last word. Fills `samples`, also when it rejects. */
async function drive(
  planned: PlannedCell,
  { run, logs, configuration, tools }: CellOptions,
  samples: Sample[],
): Promise<ServerSummary | null> {
  const variant = variantOf(planned.variant);
  const logFolder = join(logs, planned.id.replaceAll('/', '_'));
  await mkdir(logFolder, { recursive: true });

  await using stack = new AsyncDisposableStack();
  const fileBytes = fileBytesOf(configuration, planned.scenario);
  const server = stack.use(await startVariant(variant, { tools, fileBytes, logFolder }));
  const forceQuic = quicHosts(variant, server.origin);
  const cellRun: CellRun = {
    cell: planned,
    configuration,
    tools,
    variant,
    origin: server.origin,
    timeoutMs: operationTimeoutMs(planned.kind, configuration),
    logFolder,
    browser: async () => stack.use(await launchBrowser({ tools, forceQuic, logFolder })),
    record: (measurements, { warmup } = { warmup: false }) => {
      const place = identity(planned, run);
      for (const measurement of measurements) samples.push({ ...place, warmup, ...measurement });
    },
  };
  const scenario = SCENARIOS[planned.scenario];
  const limitMs = cellDeadlineMs(planned.kind, configuration);
  await endsInTime(scenario(cellRun), server.ended, limitMs);
  return await server.stop();
}

/**
 * Resolves with the scenario, and rejects as soon as its server has ended or its time is up: the
 * scenario is left behind then, and ends with its processes.
 */
async function endsInTime(
  scenario: Promise<void>,
  serverEnded: Promise<string>,
  limitMs: number,
): Promise<void> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`hung: ended after ${limitMs / 1_000} s`)),
    limitMs,
  );
  void serverEnded.then((how) => reject(new Error(how)));
  // What fails later, when the cell has failed already, says nothing new.
  stopped.catch(() => {});
  scenario.catch(() => {});
  try {
    await Promise.race([scenario, stopped]);
  } finally {
    clearTimeout(timer);
  }
}
