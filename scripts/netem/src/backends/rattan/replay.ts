import { runTool } from '@holbench/process/run-tool';
import { messageOf, UserError } from '@holbench/process/user-error';
import type { DownOrUp } from '@holbench/results/network-profile';
import * as v from 'valibot';
import type { LinkReplay } from '../../topology/namespaced-link.ts';
import { lengthMs, ratesKbps, type Trace } from '../../trace/trace.ts';
import { scriptCommand } from './run-script.ts';

/** Of rattan's control server. Each rattan has a namespace of its own. */
export const CONTROL_PORT = 8086;

/**
 * A step without capacity: rattan divides by the rate (`calculate_bw_change` of rattan-core 0.1.1 panics at 0). In a
 * second of it 125 bytes leave.
 */
const NO_CAPACITY_KBPS = 1;
/** What a request of rattan's server holds (2 MB): half an hour of 20 ms, more than a connection lasts. */
const MOST_STEPS = 100_000;

/**
 * The capacity of one direction from `offsetMs` on, which repeats, as rattan's netem-trace library reads it.
 * @param offsetMs is rounded down to a step.
 */
export function replayOf(trace: Trace, direction: DownOrUp, offsetMs: number): object {
  const rates = ratesKbps(trace, direction);
  const first = Math.floor((offsetMs % lengthMs(trace)) / trace.stepMs);
  const series = [...rates.slice(first), ...rates.slice(0, first)]
    .slice(0, MOST_STEPS)
    .map((kbps) => `${Math.round(1_000 * Math.max(kbps, NO_CAPACITY_KBPS))}bps`);
  const once = { TraceBwConfig: { pattern: [[`${trace.stepMs}ms`, series]] } };
  // A count of 0 repeats it for ever.
  return { RepeatedBwPatternConfig: { pattern: [once], count: 0 } };
}

const Rewound = v.object({ atUs: v.number(), withinUs: v.number() });

/** Replay of a running rattan, which has begun with its first packet. */
export class RattanReplay implements LinkReplay {
  readonly #pid: number;
  readonly #trace: Trace;
  #begun: { readonly atUs: number; readonly offsetMs: number } | null = null;

  constructor(pid: number, trace: Trace) {
    this.#pid = pid;
    this.#trace = trace;
  }

  /** @throws UserError where rattan has no control server: it was built without its feature `http`. */
  async rewind(offsetMs: number): Promise<void> {
    const cells = (['down', 'up'] as const).map((direction) => [
      `${direction}_rate`,
      replayOf(this.#trace, direction, offsetMs),
    ]);
    const input = JSON.stringify({ port: CONTROL_PORT, cells: Object.fromEntries(cells) });
    const { command, args } = await scriptCommand('rewind.py', this.#pid);
    const answer = await runTool(command, args, { input }).catch((error: unknown) => {
      const why = messageOf(error);
      if (!why.includes('ConnectionRefused')) throw error;
      throw new UserError(
        'this rattan was built without its feature http, so it cannot rewind a trace: run ./setup.sh',
      );
    });
    const { atUs } = v.parse(Rewound, JSON.parse(answer));
    const step = this.#trace.stepMs;
    this.#begun = { atUs, offsetMs: Math.floor(offsetMs / step) * step };
  }

  offsetMs(atUs: number): number | null {
    if (this.#begun === null) return null;
    const { atUs: from, offsetMs } = this.#begun;
    return (offsetMs + (atUs - from) / 1_000) % lengthMs(this.#trace);
  }
}
