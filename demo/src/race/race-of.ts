import { settingsText } from '@holbench/reports/figures/arm-settings';
import type { Place } from '@holbench/reports/figures/figure';
import { idText } from '@holbench/reports/document/id-text';
import { linkText } from '@holbench/reports/document/link-text';
import type { Report } from '@holbench/reports/report';
import { networkOf } from '@holbench/reports/runs/report-data';
import { changedFactors } from '@holbench/factors/values';
import type { CellPhase } from '@holbench/results/cell';
import type { NetworkProfile } from '@holbench/results/network-profile';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { isGivenUp } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import { directionOf, isBesideBulk } from '@holbench/scenarios/registry';
import { type Variant, VARIANTS } from '@holbench/variants/registry';
import { PARTS, type WaitParts, partsOf } from '@holbench/wait/parts';
import { delayText } from './overview.ts';
import { ALONE_MS, type Race, type RaceLane, type RaceMessage } from './race.ts';

type Measured = Pick<Report, 'data' | 'relation'>;

/** Every race of a run: one for each round beside a transfer, over each network. */
export function racesOf(report: Measured): Race[] {
  return report.relation.places
    .filter(({ scenario, kind }) => isBesideBulk(scenario) && kind === 'text')
    .flatMap((place) => {
      const cells = report.data.cells.filter(
        ({ cell }) =>
          cell.network === place.network &&
          cell.scenario === place.scenario &&
          cell.kind === 'text',
      );
      const rounds = [...new Set(cells.map(({ cell }) => cell.round))].toSorted((a, b) => a - b);
      return rounds.map((round) =>
        raceOf(
          report,
          place,
          round,
          cells.filter(({ cell }) => cell.round === round),
        ),
      );
    });
}

function raceOf(
  report: Measured,
  place: Place,
  round: number,
  cells: readonly FinishedCell[],
): Race {
  const { network, scenario } = place;
  const { profile } = networkOf(report.data, network);
  const lanes = VARIANTS.flatMap((variant) =>
    cells
      .filter(({ cell }) => cell.variant === variant.id)
      .toSorted(({ cell: a }, { cell: b }) => a.arm.localeCompare(b.arm, 'en', { numeric: true }))
      .map((each) => laneOf(report, place, profile, variant, each)),
  );
  return {
    id: `${idText(network)}-${scenario}-${round}`,
    network,
    link: linkText(profile),
    direction: directionOf(scenario),
    scenario,
    round,
    aloneMs: ALONE_MS,
    lanes,
  };
}

function laneOf(
  { data, relation }: Measured,
  place: Place,
  profile: NetworkProfile,
  variant: Variant,
  { cell, samples }: FinishedCell,
): RaceLane {
  const [alone, same] = (['alone', 'same'] as const).map((phase) =>
    cell.phases.find((each) => each.phase === phase),
  );
  const messages = [
    ...messagesIn(samples, 'alone', alone?.window, { ...place, profile }).filter(
      ({ sentMs }) => sentMs < ALONE_MS,
    ),
    ...messagesIn(samples, 'same', besideSpan(same), { ...place, profile }).map((each) => ({
      ...each,
      sentMs: tenth(ALONE_MS + each.sentMs),
    })),
  ];
  const delay = relation.find({
    ...place,
    variant: variant.id,
    arm: cell.arm,
    metric: 'load-sharing-wait',
    series: '',
  });
  return {
    variant: variant.id,
    settings: settingsText(changedFactors(cell.factors, data.manifest.config.factors)),
    code: variant.code,
    title: variant.title,
    colour: variant.colour,
    protocol: variant.protocol,
    seen: { page: cell.protocol.client, server: cell.protocol.server },
    cell: cell.cell,
    reasons: cell.valid ? [] : cell.reasons,
    messages,
    besideMs: same?.bulk ? ALONE_MS : null,
    bulk: same?.bulk ? { binMs: same.bulk.binMs, bytes: same.bulk.binBytes } : null,
    endMs: messages.at(-1)?.sentMs ?? 0,
    delay: delay === null ? null : delayText(delay),
  };
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** From the first bytes of the transfer to the end of the window. */
function besideSpan(phase: CellPhase | undefined): Span | undefined {
  if (!phase?.window || !phase.bulk) return undefined;
  return { fromMs: phase.bulk.beganAtMs, toMs: phase.window.toMs };
}

/** The loads of a phase that were to be sent in a span, on a clock that begins with it. */
function messagesIn(
  samples: readonly Sample[],
  phase: ProbePhase,
  span: Span | undefined,
  of: Pick<Place, 'scenario'> & { readonly profile: NetworkProfile },
): RaceMessage[] {
  if (span === undefined) return [];
  const labels = [LABELS.probe(phase, 'load'), LABELS.firstProbe(phase, 'load')];
  return samples
    .filter(
      ({ label, intendedAtMs }) =>
        labels.includes(label) && intendedAtMs >= span.fromMs && intendedAtMs < span.toMs,
    )
    .toSorted((a, b) => a.intendedAtMs - b.intendedAtMs)
    .map((sample) => messageOf(sample, span.fromMs, of));
}

function messageOf(
  sample: Sample,
  beganAtMs: number,
  { scenario, profile }: Pick<Place, 'scenario'> & { readonly profile: NetworkProfile },
): RaceMessage {
  const { outcome, way, intendedAtMs } = sample;
  const direction = directionOf(scenario);
  const parts = partsOf(sample, profile, direction);
  const passage = direction === 'download' ? way?.answer : way?.request;
  const { queuedBytes, unsentBytes, aheadBytes } = way?.inTheWay ?? {};
  return {
    sentMs: tenth(intendedAtMs - beganAtMs),
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
