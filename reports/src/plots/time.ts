import { LABELS } from '@holbench/scenarios/labels';
import { byLabel, type Round, roundsOf } from '@holbench/scenarios/metric';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import * as Plot from '@observablehq/plot';
import { formatNumber, plural } from '../document/format.ts';
import type { Figure } from '../figures/figure.ts';
import { headerOf, selectArms } from '../figures/selections.ts';
import { armText, isTunedArm, leftToTables, mainArms, MOST_TOGETHER, type OfArm } from './arms.ts';
import { axisY, logDomain, logTicks, onOneAxis, type PanelOnAxis } from './axes.ts';
import { draw, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { BAD, INK, MUTED, PAPER } from './theme.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import { roundOf } from '../runs/report-data.ts';

/** A connection of each variant and arm, of those whose paths were recorded; of many arms those of the main ones. */
export function timePlots({ data, relation }: PlotSource): Picture[] {
  return scenariosOf('beside-bulk').flatMap(({ id: scenario }) =>
    data.manifest.networks.flatMap(({ profile: { id: network } }) => {
      const place = { network, scenario, kind: 'text' } as const;
      const figures = relation.at(place);
      const all = selectArms(data, place).flatMap(({ variant, arm, selected }) => {
        const rounds = selected.state === 'ok' ? selected.rounds : [];
        const own = figures.filter((each) => each.variant === variant && each.arm === arm);
        const round = typical(
          rounds.flatMap((finished) => roundsOf(roundOf(data, finished))),
          own.find(({ metric }) => metric.id === 'load-during'),
        );
        if (round === undefined) return [];
        const of = { variant, arm, isTuned: isTunedArm({ variant, arm }, data, figures) };
        const course = timeCourse(round);
        return course.messages.length === 0 ? [] : [{ ...of, ...course }];
      });
      const shown = all.length <= MOST_TOGETHER ? all : mainArms(all);
      const rest = leftToTables(all.length - shown.length);
      return shown.map((course) => picture({ network, scenario, rest }, course));
    }),
  );
}

/** Of connections whose paths were recorded, the one whose median wait is nearest to the average; of rounds the first. */
function typical(rounds: readonly Round[], average: Figure | undefined): Round | undefined {
  const distance = ({ cell }: Round): number => {
    const point = average?.points.find(
      (each) => each.cell === cell.cell && each.seed === cell.seed,
    );
    return point ? Math.abs(Math.log(point.low / (average?.value ?? NaN))) : Infinity;
  };
  if (average === undefined) return rounds.find(({ cell }) => cell.ways) ?? rounds[0];
  const recorded = rounds.filter(({ cell }) => cell.ways);
  const shown = recorded.length > 0 ? recorded : rounds;
  return shown.toSorted((a, b) => (distance(a) < distance(b) ? -1 : 1))[0];
}

/** A connection, in seconds from the start of its bulk transfer. */
type Course = OfArm & ReturnType<typeof timeCourse>;

export function timeCourse({
  cell,
  samples,
  connection,
}: Pick<Round, 'cell' | 'samples' | 'connection'>) {
  const { bulk = null } = connection?.transfer ?? {};
  const sent = (['load', 'event'] as const)
    .flatMap((kind) => {
      const own = byLabel({ samples }).get(LABELS.probe('same', kind)) ?? [];
      return own.map((sample) => ({ ...sample, kind }));
    })
    .toSorted((a, b) => a.intendedAtMs - b.intendedAtMs);
  const zeroMs = bulk?.beganAtMs ?? sent[0]?.intendedAtMs ?? 0;
  const binSeconds = (bulk?.binMs ?? 0) / 1_000;
  return {
    cell,
    connection,
    zeroMs,
    /** In the order in which they were to be sent. */
    messages: sent.map(({ intendedAtMs, kind, outcome }) => ({
      at: (intendedAtMs - zeroMs) / 1_000,
      kind,
      latencyMs: outcome.status === 'ok' ? outcome.durationMs : null,
    })),
    /** Goodput of the bulk from `at` on, payload only. */
    bins: (bulk?.binBytes ?? []).map((bytes, index) => ({
      at: index * binSeconds,
      mbps: (bytes * 8) / (binSeconds * 1e6),
    })),
    binSeconds,
  };
}

function picture(
  { network, scenario, rest }: Record<'network' | 'scenario' | 'rest', string>,
  course: Course,
): Picture {
  const { variant, arm, cell, connection, messages, bins, binSeconds } = course;
  const times = [...messages, ...bins].map(({ at }) => at);
  const domain = [Math.min(0, ...times), Math.max(1, ...times) + binSeconds];
  const panels = [latencyPanel(course), goodputPanel(course)];
  return draw({
    id: ['time', scenario, variant.id, arm, network],
    network,
    topic: scenario,
    title: `Latency over time beside a big ${directionOf(scenario)}, ${headerOf(course)} over ${networkText(network)} (${scenarioText(scenario)}, round ${cell.round}${connection ? `, connection ${connection.connection}` : ''})`,
    alt: courseText(course),
    note: `One mark per small message at the time it was to be sent (● load, ○ event, ✕ no answer), its latency in ms (logarithmic). Below, on the same clock: goodput of the transfer on its connection in bins of 100 ms, and its mean over 1 s. A WebSocket’s chunk counts when it is complete.${rest}`,
    panels: onOneAxis({ domain, label: 's since the transfer began' }, panels),
  });
}

function latencyPanel(course: Course): PanelOnAxis {
  const { messages, variant } = course;
  const domain = logDomain(messages.map(({ latencyMs }) => latencyMs));
  const lost = messages.filter(({ latencyMs }) => latencyMs === null);
  const fill = ({ kind }: (typeof messages)[number]) => (kind === 'load' ? variant.colour : PAPER);
  const cross = { frameAnchor: 'top', text: () => '✕', fill: BAD, dy: -5, fontSize: 9 } as const;
  return {
    heading: [{ variant, name: headerOf(course) }, 'latency in ms: ● load  ○ event  ✕ no answer'],
    height: 166,
    marginTop: 42,
    y: { type: 'log', domain: domain ?? [1, 10], clamp: true },
    marks: [
      ...(domain === null
        ? [Plot.text(['no message was answered'], { frameAnchor: 'middle', fill: MUTED })]
        : axisY(logTicks(domain, 5))),
      Plot.dot(messages, { x: 'at', y: 'latencyMs', r: 2.2, fill, stroke: variant.colour }),
      Plot.text(lost, { x: 'at', ...cross }),
    ],
  };
}

function goodputPanel({ variant, bins, binSeconds }: Course): PanelOnAxis {
  const end = (bins.at(-1)?.at ?? 0) + binSeconds;
  const outline = [{ at: 0, mbps: 0 }, ...bins, { at: end, mbps: 0 }];
  const filled = { curve: 'step-after', stroke: 'none', fillOpacity: 0.45 } as const;
  // The second around the start of a bin, of as many bins as there are.
  const k = Math.round(1 / (binSeconds || 1));
  const centre = ({ at }: (typeof bins)[number]) => at + binSeconds;
  const mean = { x: centre, y: 'mbps', stroke: INK, strokeWidth: 1.25 } as const;
  return {
    heading: ['goodput in Mbit/s: bins of 100 ms, line: mean of 1 s'],
    height: 76,
    marginTop: 20,
    y: { domain: [0, Math.max(0.001, ...bins.map(({ mbps }) => mbps))] },
    marks: [
      ...axisY(2),
      Plot.line(outline, { x: 'at', y: 'mbps', fill: variant.colour, ...filled }),
      Plot.line(bins, Plot.windowY({ k, anchor: 'middle', reduce: 'mean' }, mean)),
    ],
  };
}

function courseText({ cell, messages, bins, ...of }: Course): string {
  const latencies = messages.flatMap(({ latencyMs }) => latencyMs ?? []);
  const [least, most] = [Math.min(...latencies), Math.max(...latencies)].map(formatNumber);
  const range = latencies.length === 0 ? 'none was answered' : `${least} to ${most} ms`;
  const mean = bins.reduce((sum, { mbps }) => sum + mbps, 0) / bins.length;
  const ran = `the transfer ran at ${formatNumber(mean)} Mbit/s on average`;
  const lost = messages.length - latencies.length;
  return `Cell ${cell.cell}, ${armText(of)}: ${plural(messages.length, 'message')} beside the transfer, ${range}, ${lost} without an answer; ${bins.length === 0 ? 'no transfer' : ran}.`;
}
