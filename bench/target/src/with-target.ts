import type { RecordedResources } from '@holbench/harness/resources/record-resources';
import type { ResourceTimeline } from '@holbench/results/resources';

/** What was recorded here, and at the target from the same moment on: its processes beside those of the clients. */
export function withTarget(
  own: RecordedResources,
  there: RecordedResources | null,
): RecordedResources {
  if (there === null) return own;
  return {
    ...own,
    processes: [...own.processes, ...there.processes],
    ...(there.machine && { targetMachine: there.machine }),
    timeline: own.timeline && there.timeline && joined(own.timeline, there.timeline),
  };
}

/** They begin together, but for the way of the order. The longer of two recordings may have longer steps. */
function joined(own: ResourceTimeline, there: ResourceTimeline): ResourceTimeline {
  const steps = [...own.machine.keys()];
  const asLong = (groups: ResourceTimeline['cores']) =>
    Object.fromEntries(
      Object.entries(groups).map(([group, shares]) => [
        group,
        steps.map((step) => shares[Math.floor((step * own.intervalMs) / there.intervalMs)] ?? 0),
      ]),
    );
  return {
    ...own,
    cores: { ...own.cores, ...asLong(there.cores) },
    busiestThread: { ...own.busiestThread, ...asLong(there.busiestThread) },
  };
}
