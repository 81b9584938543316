import { settingsText } from '@holbench/reports/figures/arm-settings';
import type { Place } from '@holbench/reports/figures/figure';
import { formatAsGiven } from '@holbench/reports/document/format';
import { idText } from '@holbench/reports/document/id-text';
import { linkText } from '@holbench/reports/document/link-text';
import type { Report } from '@holbench/reports/report';
import { firstLostPacket } from '@holbench/netem/backends/gilbert';
import { networkOf } from '@holbench/reports/runs/report-data';
import { changedFactors } from '@holbench/factors/values';
import { workloadAt } from '@holbench/results/block';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Sample } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { isGivenUp } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import { BESIDE } from '@holbench/scenarios/headline';
import { inDirection } from '@holbench/scenarios/planned-seconds';
import { directionOf, isBesideBulk } from '@holbench/scenarios/registry';
import { VARIANTS } from '@holbench/variants/registry';
import { PARTS, type WaitParts, partsOf } from '@holbench/wait/parts';
import { delayText, figuresOf } from './figures.ts';
import type { Race, RaceLane, RaceMessage } from './race.ts';
import { distanceOf, type Raced, racesIn } from './raced.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/**
 * Every race of a run: one for each connection of a round beside a transfer, over each network. Of a place, those with
 * recorded paths come first, and of these those whose messages waited nearest to the averages of their servers.
 */
export function racesOf(report: Measured): Race[] {
  const { data, relation } = report;
  return relation.places
    .filter(({ scenario, kind }) => isBesideBulk(scenario) && kind === 'text')
    .flatMap((place) => {
      const cells = data.cells.filter(
        ({ cell }) =>
          cell.network === place.network &&
          cell.scenario === place.scenario &&
          cell.kind === 'text',
      );
      const waits = figuresOf(relation, place, BESIDE.during);
      return [...Map.groupBy(cells, ({ cell }) => cell.round)]
        .toSorted(([a], [b]) => a - b)
        .flatMap(([round, own]) =>
          racesIn(own).map((raced, index) => {
            const seed = raced.find(({ connection }) => connection)?.connection?.seed;
            return {
              race: raceOf(report, place, { round, connection: index }, raced),
              distance: distanceOf(waits, seed),
            };
          }),
        )
        .toSorted(
          (a, b) =>
            Number(isRecorded(b.race)) - Number(isRecorded(a.race)) || a.distance - b.distance,
        )
        .map(({ race }) => race);
    });
}

function isRecorded({ lanes }: Race): boolean {
  return lanes.some(({ messages }) => messages.some(({ parts }) => parts !== undefined));
}

function raceOf(
  { data, relation }: Measured,
  place: Place,
  { round, connection }: { readonly round: number; readonly connection: number },
  raced: readonly Raced[],
): Race {
  const { profile } = networkOf(data, place.network);
  const { aloneSeconds } = workloadAt(data.manifest, place);
  const aloneMs = 1_000 * aloneSeconds;
  const delays = figuresOf(relation, place, BESIDE.delay);
  const direction = directionOf(place.scenario);
  return {
    id: `${idText(place.network)}-${place.scenario}-${round}-${connection}`,
    network: place.network,
    link: linkText(profile),
    direction,
    round,
    connection,
    aloneMs,
    delayTerm: delays[0] === undefined ? '' : `${delays[0].metric.title}, all connections`,
    lanes: VARIANTS.flatMap((variant) =>
      raced
        .filter(({ cell }) => cell.variant === variant.id)
        .toSorted(({ cell: a }, { cell: b }) => a.arm.localeCompare(b.arm, 'en', { numeric: true }))
        .map((each): RaceLane => {
          const { arm, factors } = each.cell;
          const delay = delays.find((of) => of.variant.id === variant.id && of.arm === arm);
          return {
            variant: variant.id,
            settings: settingsText(changedFactors(factors, data.manifest.config.factors)),
            code: variant.code,
            title: variant.title,
            colour: variant.colour,
            protocol: variant.protocol,
            ...courseOf(each, { aloneMs, direction, profile }),
            delay: delay ? delayText(delay) : null,
          };
        }),
    ),
  };
}

/** What a race is over. */
interface Over extends Pick<Race, 'aloneMs' | 'direction'> {
  readonly profile: NetworkProfile;
}

/** What happened in a lane. */
function courseOf(raced: Raced, over: Over) {
  const { cell, connection } = raced;
  const { aloneMs } = over;
  const { window, bulk } = connection?.transfer ?? {};
  const messages = [
    ...messagesIn(raced, 'alone', 0, over),
    ...messagesIn(raced, 'same', aloneMs, over),
  ];
  return {
    seen: { page: cell.protocol.client, server: cell.protocol.server },
    reasons: [...(cell.valid ? [] : cell.reasons), ...(connection?.reasons ?? [])],
    messages,
    besideMs: window ? aloneMs : null,
    bulk:
      bulk && window
        ? {
            fromMs: tenth(aloneMs + bulk.beganAtMs - window.fromMs),
            binMs: bulk.binMs,
            bytes: bulk.binBytes,
          }
        : null,
    lost: lostText(raced, over),
    endMs: messages.at(-1)?.sentMs ?? 0,
  };
}

/** `31 of 4,820 in all; first: packet 368 of the transfer`, of those of full size; null where they were not counted. */
function lostText({ connection }: Raced, { profile, direction }: Over): string | null {
  const { link } = connection?.transfer ?? {};
  if (!link) return null;
  const { sentPackets, receivedPackets } = inDirection(link, direction);
  const all = `${formatAsGiven(sentPackets - receivedPackets)} of ${formatAsGiven(sentPackets)} in all`;
  const { quantile } = connection?.firstLoss ?? {};
  if (quantile === undefined) return all;
  const first = firstLostPacket(inDirection(profile, direction), quantile);
  return `${all}; first: packet ${formatAsGiven(first)} of the transfer`;
}

/** The loads of a phase. @param beginsMs when it begins in the race. */
function messagesIn(
  { samples, connection }: Raced,
  phase: 'alone' | 'same',
  beginsMs: number,
  over: Over,
): RaceMessage[] {
  const window = connection?.transfer.window ?? { fromMs: 0, toMs: 0 };
  // Messages alone have no window of their own.
  const { fromMs, toMs } =
    phase === 'same'
      ? window
      : {
          fromMs: Math.min(...samples.map(({ intendedAtMs }) => intendedAtMs)),
          toMs: window.fromMs,
        };
  return samples
    .filter(
      ({ label, intendedAtMs: atMs }) =>
        label === LABELS.probe(phase, 'load') && atMs >= fromMs && atMs < toMs,
    )
    .toSorted((a, b) => a.intendedAtMs - b.intendedAtMs)
    .map((sample) => messageOf(sample, tenth(beginsMs + sample.intendedAtMs - fromMs), over));
}

function messageOf(sample: Sample, sentMs: number, { direction, profile }: Over): RaceMessage {
  const { outcome, way } = sample;
  const parts = partsOf(sample, profile, direction);
  const passage = direction === 'download' ? way?.answer : way?.request;
  const { queuedBytes, unsentBytes, aheadBytes } = way?.inTheWay ?? {};
  return {
    sentMs,
    waitMs: outcome.status === 'ok' ? tenth(outcome.durationMs) : null,
    ...(outcome.status === 'failed' && !isGivenUp(outcome) ? { failed: true as const } : {}),
    ...(parts === null ? {} : { parts: rounded(parts) }),
    ...(aheadBytes === undefined
      ? {}
      : {
          ahead: {
            queuedBytes: queuedBytes ?? null,
            unsentBytes: unsentBytes ?? null,
            deliveredBytes: aheadBytes,
          },
        }),
    ...(parts === null || !passage
      ? {}
      : { sparedMs: tenth(passage.inConnectionOrderMs - passage.inOrderMs) }),
  };
}

/** A clock of a tenth of a millisecond: pictures show no less. Clocks of one machine may cross by less. */
function rounded(parts: WaitParts): WaitParts {
  return Object.fromEntries(
    PARTS.flatMap((part) => {
      const ms = parts[part];
      return ms === undefined ? [] : [[part, tenth(Math.max(0, ms))]];
    }),
  );
}

function tenth(ms: number): number {
  return Math.round(10 * ms) / 10;
}
