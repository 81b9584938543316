import { CLIENT_GROUPS, type ProcessGroup } from '@holbench/results/resources';
import type { ArrivalRate } from './arrival-rate.ts';
import { busyShare, type MachineCpu, readMachineCpu } from './machine-cpu.ts';
import type { GroupUse, ProcessGroups } from './process-groups.ts';
import type { Step } from './timeline.ts';

const SERVER: readonly ProcessGroup[] = ['server', 'proxy'];

/** Reads the resources used since the last step, and keeps totals. Linux only. */
export class StepSampler {
  readonly groups: ProcessGroups;
  readonly totals = new Map<ProcessGroup, { cpuSeconds: number; peakPages: number }>();
  readonly #arrivals: { readonly down: ArrivalRate; readonly up: ArrivalRate } | null;
  readonly #firstMachine: MachineCpu;
  #machine: MachineCpu;
  #at: number;

  constructor(
    groups: ProcessGroups,
    arrivals: { readonly down: ArrivalRate; readonly up: ArrivalRate } | null,
  ) {
    this.groups = groups;
    this.#arrivals = arrivals;
    this.#firstMachine = this.#machine = readMachineCpu();
    this.#at = performance.now();
  }

  /** @param unmeasuredMs time since the last step in which nothing was measured. */
  take(unmeasuredMs: number): Step {
    const now = performance.now();
    const stepMs = Math.max(1, now - this.#at);
    const seconds = stepMs / 1_000;
    const machine = readMachineCpu();
    const use = this.groups.read(seconds);
    this.#count(use);
    const step: Step = {
      measuring: Math.max(0, 1 - unmeasuredMs / stepMs),
      cores: perSecond(use, ({ cpuSeconds }) => cpuSeconds / seconds),
      busiestThread: perSecond(use, (each) => Math.min(1, each.busiestThreadSeconds / seconds)),
      machine: busyShare(this.#machine, machine),
      wireKbps: this.#arrivals && {
        down: this.#arrivals.down.read(this.groups.membersOf(CLIENT_GROUPS), seconds),
        up: this.#arrivals.up.read(this.groups.membersOf(SERVER), seconds),
      },
    };
    this.#machine = machine;
    this.#at = now;
    return step;
  }

  /** Duration of the current step so far, in ms. */
  get sinceMs(): number {
    return performance.now() - this.#at;
  }

  /** Of all steps together. */
  get machineBusyShare(): number {
    return busyShare(this.#firstMachine, this.#machine);
  }

  #count(use: ReadonlyMap<ProcessGroup, GroupUse>): void {
    for (const [group, { cpuSeconds, residentPages }] of use) {
      const total = this.totals.get(group) ?? { cpuSeconds: 0, peakPages: 0 };
      total.cpuSeconds += cpuSeconds;
      total.peakPages = Math.max(total.peakPages, residentPages);
      this.totals.set(group, total);
    }
  }
}

function perSecond(
  use: ReadonlyMap<ProcessGroup, GroupUse>,
  of: (use: GroupUse) => number,
): Map<string, number> {
  return new Map([...use].map(([group, each]) => [group, of(each)]));
}
