import { addressOf } from '@holbench/harness/address';
import type { RecordedResources } from '@holbench/harness/resources/record-resources';
import type { Tools } from '@holbench/harness/tools';
import type { ServerSummary } from '@holbench/core/server/summary';
import type { Link } from '@holbench/netem/backend';
import { LOCALHOST, type NetworkSide } from '@holbench/process/network-side';
import type { Cell } from '@holbench/results/cell';
import type { Connection } from '@holbench/results/connection';
import type { PathRecording } from '@holbench/results/message-path';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import type { WatchedLine } from '@holbench/scenarios/port/told';
import type { Target } from '@holbench/target/target';
import type { CellResult } from './cell-result.ts';
import type { Configuration } from './configuration.ts';
import type { BenchNetwork } from './network/bench-network.ts';
import type { Sibling } from './side-by-side/siblings.ts';

export interface CellOptions {
  readonly run: string;
  /** The run folder's folder of logs; the cell makes its own inside. */
  readonly logs: string;
  readonly configuration: Configuration;
  /** How many the run has at most. */
  readonly cells: number;
  readonly tools: Tools;
  readonly network: BenchNetwork;
  /** The cell among those that run side by side. */
  readonly sibling: Sibling;
  readonly debugging?: Debugging;
  /** Called when a phase of the cell has ended. */
  readonly onPhase?: (phase: ProbePhase, samples: readonly Sample[]) => void;
  /** Is told what happens in a cell while it runs; missing: nobody watches. */
  readonly onWatched?: ((line: WatchedLine) => void) | undefined;
  /** Whether the captures of a recorded cell stay in its folder of logs. */
  readonly keepCaptures?: boolean;
}

/** For watching a cell. It costs time, so such a cell does not count. */
export interface Debugging {
  /** Browsers with a window. */
  readonly headed: boolean;
  readonly inspectServer: boolean;
}

/** The two ends of a network. */
export interface Sides {
  readonly client: NetworkSide;
  readonly server: NetworkSide;
  readonly emulatorPid: number | null;
  /** Null on loopback. */
  readonly link: Pick<
    Link,
    'client' | 'server' | 'profile' | 'beginLosses' | 'armLosses' | 'rewind' | 'packets'
  > | null;
  /** Rejects when the network between them breaks. */
  readonly broken: Promise<never>;
  /** What starts the servers, if they are on another machine. */
  readonly target?: Target;
}

/** A target, and the way to it. */
export function sidesOf(target: Target): Sides {
  const { host: address } = addressOf(target.origin);
  return { ...LOOPBACK, server: { name: 'the target', address, netns: null }, target };
}

export const LOOPBACK: Sides = {
  client: LOCALHOST,
  server: LOCALHOST,
  emulatorPid: null,
  link: null,
  broken: new Promise(() => {}),
};

/** Results of a scenario, filled while it runs. */
export interface Measured {
  readonly samples: Sample[];
  readonly connections: Connection[];
  link: NonNullable<Cell['link']> | null;
  resources: RecordedResources | null;
  versions: CellResult['versions'];
  summary: ServerSummary | null;
  ways: PathRecording | null;
}
