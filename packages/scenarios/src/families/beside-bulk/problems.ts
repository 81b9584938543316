import { ProbePhase, type Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import type { CellEvidence } from '../../scenario.ts';

/**
 * Why the phases of a HOLB cell are not what they are called: a bulk of which a file failed moved
 * less than it should, and its phase is nearer to idle. What is cut off at its end is no sample.
 */
export function bulkProblems(samples: readonly Sample[]): string[] {
  const bulks = new Set<string>(ProbePhase.options.map(LABELS.bulk));
  const failures = samples.flatMap(({ label, outcome }) =>
    bulks.has(label) && outcome.status === 'failed' ? [`${label} broke: ${outcome.code}`] : [],
  );
  return [...new Set(failures)];
}

/** Six pages ask for four things each, three subscribe: 27, and what reconnects. */
const UNSAMPLED_REQUESTS = 60;

/**
 * Why a cell beside a download was under another load than it says: its server answered requests that are in no
 * sample. Each page, subscription and file that is cut off accounts for some; more of them are
 * messages that nobody meant to send, and that delay those that somebody did. Uploads are many
 * requests for each file, and messages of a WebSocket are none, so there nothing can be told.
 */
export function loadProblems({ samples, variant, served, bulkStreams }: CellEvidence): string[] {
  const unsampled = served - samples.length;
  const most = UNSAMPLED_REQUESTS + 2 * bulkStreams;
  if (variant.transport === 'websocket' || unsampled <= most) return [];
  return [
    `the server answered ${unsampled} requests that are in no sample (pages and files: ${most} at most): the load was another`,
  ];
}
