import { CHUNK_BYTES } from '@holbench/protocol/limits';
import { variant as variantOf } from '@holbench/variants/registry';
import { fileBytesOf } from '@holbench/results/run-network';
import type { Configuration } from '../configuration.ts';
import type { PlannedCell } from '../plan.ts';
import { PHASES } from '../scenarios/holb-timing.ts';
import { SET_UP_PAGES } from '../scenarios/set-up.ts';
import { WARMUP_SIZE } from '../scenarios/warm-up.ts';
import { baseRttMs, transferSeconds } from './transfer-time.ts';

/** Document, script, style sheet and list of the page, and the texts that it creates from. */
const PAGE_BYTES = 100_000;
const FAKE_TEXT_BYTES = 400_000;
/** A text CoValue or a mutation, with its headers. */
const TEXT_BYTES = 6_000;

/** Connections that a page spreads its transfers over: Chromium's limit for HTTP/1.1. */
const HTTP1_CONNECTIONS = 6;

/** Round trips before a page is ready: TCP, TLS, document, assets, upgrade or list. */
const PAGE_ROUND_TRIPS = 6;
/** A create with a file: declared, its chunks, finished. */
const CREATE_ROUND_TRIPS = 4;

/** What a cell moves at once, before it goes on with the next step. */
interface Step {
  readonly downBytes?: number;
  readonly upBytes?: number;
  readonly roundTrips: number;
  /** Pages that share the step. */
  readonly pages: number;
}

/**
 * How long the network alone makes each step of a cell take, in seconds.
 * @param lossShare as in `transferSeconds`.
 */
export function networkSeconds(
  planned: PlannedCell,
  configuration: Configuration,
  lossShare = 1,
): number[] {
  const { profile } = planned.network;
  const perPage = variantOf(planned.variant).protocol === 'http/1.1' ? HTTP1_CONNECTIONS : 1;
  return steps(planned, configuration).map(({ downBytes = 0, upBytes = 0, roundTrips, pages }) => {
    const connections = pages * perPage;
    return (
      (roundTrips * baseRttMs(profile)) / 1_000 +
      Math.max(
        transferSeconds(profile, 'down', downBytes, connections, lossShare),
        transferSeconds(profile, 'up', upBytes, connections, lossShare),
      )
    );
  });
}

function steps(planned: PlannedCell, { users, subscribers }: Configuration): Step[] {
  const { scenario, kind } = planned;
  const { workload } = planned.network;
  const itemBytes = kind === 'text' ? TEXT_BYTES : fileBytesOf(workload, scenario);
  const sizes = [WARMUP_SIZE, ...(kind === 'text' ? workload.textBatches : workload.binaryBatches)];
  const page: Step = { downBytes: PAGE_BYTES, roundTrips: PAGE_ROUND_TRIPS, pages: 1 };
  const fakeTexts: Step = { downBytes: FAKE_TEXT_BYTES, roundTrips: 1, pages: 1 };
  switch (scenario) {
    case '1a':
      return [
        page,
        ...sizes.map((size) => ({ downBytes: size * itemBytes, roundTrips: 2, pages: 1 })),
      ];
    case '2c':
      return [
        page,
        fakeTexts,
        ...sizes.map((size) => ({
          upBytes: size * itemBytes,
          roundTrips: CREATE_ROUND_TRIPS,
          pages: 1,
        })),
      ];
    case '1b':
      return [
        {
          downBytes: users * (PAGE_BYTES + itemBytes),
          roundTrips: PAGE_ROUND_TRIPS + 2,
          pages: users,
        },
      ];
    case '2d':
      return [
        {
          downBytes: users * (PAGE_BYTES + FAKE_TEXT_BYTES),
          upBytes: users * itemBytes,
          roundTrips: PAGE_ROUND_TRIPS + CREATE_ROUND_TRIPS,
          pages: users,
        },
      ];
    case '4f':
    case '4g':
      // Two pages for each of the phases; what follows has a time of its own, not an amount.
      return Array.from({ length: PHASES }, () => ({
        ...page,
        downBytes: 2 * PAGE_BYTES,
        pages: 2,
      }));
    case '5h':
      return Array.from({ length: SET_UP_PAGES }, () => page);
    case '6i':
      // What follows has a time of its own, too.
      return [
        { ...page, downBytes: PAGE_BYTES * fanOutPages(planned), pages: fanOutPages(planned) },
        fakeTexts,
      ];
    case '3e': {
      const mutationBytes = TEXT_BYTES + (kind === 'text' ? 0 : CHUNK_BYTES);
      const roundTrips = kind === 'text' ? 1 : CREATE_ROUND_TRIPS + 1;
      const pages = subscribers + 1;
      return [
        { ...page, downBytes: pages * PAGE_BYTES, pages },
        fakeTexts,
        { upBytes: workload.mutations * mutationBytes, roundTrips: 0, pages: 1 },
        {
          downBytes: workload.mutations * subscribers * mutationBytes,
          roundTrips: workload.mutations * roundTrips,
          pages: subscribers,
        },
      ];
    }
  }
}

/** The producer's and the subscribers'. */
function fanOutPages({ fanOut }: PlannedCell): number {
  return 1 + (fanOut ?? 0);
}
