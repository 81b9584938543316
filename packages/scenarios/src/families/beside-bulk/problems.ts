import { disturbancesIn } from '@holbench/factors/disturbances';
import { ProbePhase, type Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import type { CellEvidence } from '../../scenario.ts';

/**
 * Problems of a bulk transfer: if one of its files failed, the transfer moved less than it should,
 * and the phase is closer to one without a transfer. A file cut off at the end is no sample.
 */
export function bulkProblems(samples: readonly Pick<Sample, 'label' | 'outcome'>[]): string[] {
  const bulks = new Set<string>(ProbePhase.options.map(LABELS.bulk));
  const failures = samples.flatMap(({ label, outcome }) =>
    bulks.has(label) && outcome.status === 'failed' ? [`${label} broke: ${outcome.code}`] : [],
  );
  return [...new Set(failures)];
}

/** What reconnects. */
const UNSAMPLED_REQUESTS = 60;
/** A server answers a poll after so many seconds, without events, too. */
const POLL_SECONDS = 25;
/** A page asks for four things, and subscribes. */
const OF_CONNECTION = 10;

/**
 * Problems of the load of a cell beside a download: its server answered requests that are in no
 * sample. Pages, subscriptions and cut-off files account for some. More are unintended messages,
 * which delay the timed ones. Not judged: uploads, which are many requests per file, and
 * WebSockets, whose messages are no requests.
 */
export function loadProblems(evidence: CellEvidence): string[] {
  const { samples, variant, served, factors, workload, connections = 0 } = evidence;
  const { bulkStreams, tabs, subscriptions, eventDelivery } = factors;
  const unsampled = served - samples.length;
  const ofTabs = tabs * (OF_CONNECTION + subscriptions - 1);
  // Each event ends a poll, and so does time.
  const seconds = workload.aloneSeconds + workload.transferSeconds + workload.deadlineSeconds;
  const pollsOfOne = 2 + Math.ceil(seconds / POLL_SECONDS);
  const polls =
    eventDelivery === 'long-poll'
      ? samples.length + pollsOfOne * tabs * subscriptions * connections
      : 0;
  const most = UNSAMPLED_REQUESTS + 2 * bulkStreams + (ofTabs + bulkStreams) * connections + polls;
  // Of a network that breaks, pages ask again.
  const isDisturbed = disturbancesIn(factors).length > 0;
  if (variant.transport === 'websocket' || isDisturbed || unsampled <= most) return [];
  return [
    `the server answered ${unsampled} requests that are in no sample (pages and files: ${most} at most): other traffic loaded the link`,
  ];
}
