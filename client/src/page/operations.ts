import type { Measurement, PayloadKind } from '@holbench/results/sample';
import { createBatch } from '../workloads/create-batch.ts';
import { createOne } from '../workloads/create-one.ts';
import { loadBatch } from '../workloads/load-batch.ts';
import { loadOne } from '../workloads/load-one.ts';
import { pageLoad } from '../workloads/page-load.ts';
import type { ConnectedPage } from './connect.ts';
import { mutateOnOnePage } from './mutate-on-one-page.ts';
import type { Settings } from './settings.ts';

/** Measurements that belong in one plot. */
export interface Series {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

export interface OperationResult {
  readonly series: readonly Series[];
  /** What a reader should know of how it was done; null for nothing. */
  readonly note: string | null;
}

/** One row of the page: an operation of the published microbenchmark, with its two buttons. */
export interface Operation {
  readonly scenario: string;
  readonly title: string;
  readonly describe: (kind: PayloadKind, settings: Settings) => string;
  /** How many steps the progress bar has. */
  readonly steps: (settings: Settings) => number;
  readonly run: (
    page: ConnectedPage,
    kind: PayloadKind,
    settings: Settings,
    onStep: () => void,
  ) => Promise<OperationResult>;
}

/** An operation that takes longer has failed. */
const TIMEOUT_MS = 120_000;

export const OPERATIONS: readonly Operation[] = [
  {
    scenario: '1a',
    title: 'Load many',
    describe: (kind, { size }) => `${size} ${what(kind)} at once`,
    steps: ({ size }) => size,
    run: async (page, kind, settings, onStep) => {
      const spec = { kind, timeoutMs: TIMEOUT_MS, ...settings };
      return plain('CoValue loads', await loadBatch(page, spec, onStep));
    },
  },
  {
    scenario: '1b',
    title: 'Load one',
    describe: (kind) => `the page itself, then one ${kind === 'text' ? 'text' : 'file'}`,
    steps: () => 1,
    run: async (page, kind, settings) => {
      const spec = { kind, timeoutMs: TIMEOUT_MS, user: 0, ...settings };
      return afterPageLoad(page, 'CoValue load', await loadOne(page, spec));
    },
  },
  {
    scenario: '2c',
    title: 'Create many',
    describe: (kind, { size }) => `${size} ${what(kind)} at once`,
    steps: ({ size }) => size,
    run: async (page, kind, settings, onStep) => {
      const spec = { kind, timeoutMs: TIMEOUT_MS, ...settings };
      return plain('CoValue creations', await createBatch(page, spec, onStep));
    },
  },
  {
    scenario: '2d',
    title: 'Create one',
    describe: (kind) => `the page itself, then one ${kind === 'text' ? 'text' : 'file'}`,
    steps: () => 1,
    run: async (page, kind, settings) => {
      const spec = { kind, timeoutMs: TIMEOUT_MS, user: 0, ...settings };
      return afterPageLoad(page, 'CoValue creation', await createOne(page, spec));
    },
  },
  {
    scenario: '3e',
    title: 'Mutate one',
    describe: (kind, { mutations }) =>
      `${mutations} mutations of ${kind === 'text' ? '5 KB' : '100 KiB'}, each to all subscribers`,
    steps: ({ mutations }) => mutations,
    run: (page, kind, settings, onStep) =>
      mutateOnOnePage(page, { kind, timeoutMs: TIMEOUT_MS, ...settings }, onStep),
  },
];

function what(kind: PayloadKind): string {
  return kind === 'text' ? 'texts' : 'files';
}

function plain(title: string, measurements: Measurement[]): OperationResult {
  return { series: [{ title, measurements }], note: null };
}

async function afterPageLoad(
  page: ConnectedPage,
  title: string,
  measurement: Measurement,
): Promise<OperationResult> {
  const loaded = await pageLoad(Promise.resolve(page), 0);
  const series = [
    { title: 'Page load', measurements: [loaded] },
    { title, measurements: [measurement] },
  ];
  return { series, note: 'The page load is the one that brought you here.' };
}
