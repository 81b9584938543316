import type { ResourceTimeline } from '@holbench/results/resources';

/** One step of a timeline, as measured. */
export interface Step {
  readonly measuring: number;
  readonly cores: ReadonlyMap<string, number>;
  readonly busiestThread: ReadonlyMap<string, number>;
  readonly machine: number;
  readonly wireKbps: { readonly down: number; readonly up: number } | null;
}

/** Most steps that are kept, so that a cell's line stays below 20 KB. */
const STEPS_AT_MOST = 240;

/**
 * Collects equal steps. When there are too many, each pair becomes one step of twice the length.
 */
export class Timeline {
  readonly #intervalMs: number;
  #merged = 1;
  #steps: Step[] = [];
  /** Steps that do not fill a complete step yet. */
  #rest: Step[] = [];

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  add(step: Step): void {
    this.#rest.push(step);
    if (this.#rest.length < this.#merged) return;
    this.#steps.push(mean(this.#rest));
    this.#rest = [];
    if (this.#steps.length < STEPS_AT_MOST) return;
    this.#merged *= 2;
    this.#steps = pairs(this.#steps).map(mean);
  }

  toJSON(): ResourceTimeline {
    const steps = this.#steps;
    const groups = [...new Set(steps.flatMap(({ cores }) => [...cores.keys()]))];
    const byGroup = (of: (step: Step) => ReadonlyMap<string, number>) =>
      Object.fromEntries(
        groups.map((group) => [group, steps.map((step) => rounded(of(step).get(group) ?? 0))]),
      );
    const wire = steps.map(({ wireKbps }) => wireKbps).filter((each) => each !== null);
    return {
      intervalMs: this.#intervalMs * this.#merged,
      measuring: steps.map(({ measuring }) => rounded(measuring)),
      cores: byGroup(({ cores }) => cores),
      busiestThread: byGroup(({ busiestThread }) => busiestThread),
      machine: steps.map(({ machine }) => rounded(machine)),
      wireKbps:
        wire.length < steps.length
          ? null
          : {
              down: wire.map(({ down }) => Math.round(down)),
              up: wire.map(({ up }) => Math.round(up)),
            },
    };
  }
}

function pairs(steps: readonly Step[]): Step[][] {
  return Array.from({ length: steps.length / 2 }, (_, index) =>
    steps.slice(2 * index, 2 * index + 2),
  );
}

function mean(steps: readonly Step[]): Step {
  const over = (of: (step: Step) => number) =>
    steps.reduce((sum, step) => sum + of(step), 0) / steps.length;
  const overMap = (of: (step: Step) => ReadonlyMap<string, number>) =>
    new Map(
      steps.flatMap((each) =>
        [...of(each).keys()].map((key) => [key, over((step) => of(step).get(key) ?? 0)] as const),
      ),
    );
  return {
    measuring: over(({ measuring }) => measuring),
    cores: overMap(({ cores }) => cores),
    busiestThread: overMap(({ busiestThread }) => busiestThread),
    machine: over(({ machine }) => machine),
    wireKbps: steps.every(({ wireKbps }) => wireKbps !== null)
      ? {
          down: over(({ wireKbps }) => wireKbps?.down ?? 0),
          up: over(({ wireKbps }) => wireKbps?.up ?? 0),
        }
      : null,
  };
}

/** Shares come from ticks of 10 ms: two digits exceed their precision. */
function rounded(share: number): number {
  return Math.round(share * 100) / 100;
}
