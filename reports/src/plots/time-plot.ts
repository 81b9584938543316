import { directionOf } from '@holbench/scenarios/registry';
import * as Plot from '@observablehq/plot';
import { formatNumber, plural } from '../model/format.ts';
import type { ReportData } from '../model/report-data.ts';
import { armText, MOST_TOGETHER } from './arms.ts';
import { draw } from './draw.ts';
import type { Probes } from './holb-data.ts';
import { axisX, axisY, logAxisY, logDomain } from './log-axis.ts';
import { plotId } from './plot-id.ts';
import type { Plot as Picture } from './plot.ts';
import { BAD, colourOf, INK, LINE, MUTED, PAPER, WIDTH } from './theme.ts';
import { timeData, type TimeCourse } from './time-data.ts';

const ABOVE = 176;
const BELOW = 110;
const MOST_TICKS = 8;
const MARGINS = { marginLeft: 38, marginRight: 10 } as const;

/** One picture per variant and arm that has such a cell; of many arms the first of each variant. */
export function timePlots(
  data: ReportData,
  network: string,
  scenario: Probes['scenario'],
): Picture[] {
  const all = timeData(data, network, scenario);
  const shown =
    all.length <= MOST_TOGETHER
      ? all
      : [...Map.groupBy(all, ({ variant }) => variant).values()].flatMap((arms) =>
          arms.slice(0, 1),
        );
  return shown.map((course) => {
    const { variant, arm, header, round } = course;
    const title = `Latency over time beside a big ${directionOf(scenario)}, ${header} over ${network} (${scenario}, round ${round})`;
    const alt = courseText(course);
    const others = all.filter((each) => each.variant === variant && !shown.includes(each));
    const left =
      others.length === 0 ? '' : ` Not drawn: ${others.map((each) => each.arm).join(', ')}.`;
    return {
      id: plotId('time', scenario, variant.id, ...(arm === '' ? [] : [arm]), network),
      network,
      topic: `${scenario}-time`,
      title,
      alt,
      note: `One mark per small message at the time it was to be sent (● load, ○ event, ✕ no answer), its latency in ms (logarithmic); below, on the same clock, the goodput of the transfer on its connection in bins of 100 ms, with the mean of the second around each. A WebSocket’s chunk counts when all of it is there.${left}`,
      svg: svgOf(course, { title, alt }),
    };
  });
}

function svgOf(
  course: TimeCourse,
  texts: { readonly title: string; readonly alt: string },
): string {
  const { variant, header, probes, bins } = course;
  const colour = colourOf(variant.id);
  const answered = probes.filter(({ latencyMs }) => latencyMs !== null);
  const lost = probes.filter(({ latencyMs }) => latencyMs === null);
  const domain = logDomain(answered.flatMap(({ latencyMs }) => latencyMs ?? []));
  const seconds: [number, number] = [
    Math.min(0, ...probes.map(({ atSeconds }) => atSeconds)),
    Math.max(1, ...probes.map(({ atSeconds }) => atSeconds), ...bins.map((bin) => bin.toSeconds)),
  ];
  const fastest = Math.max(0.001, ...bins.map(({ mbps }) => mbps));
  const x = { domain: seconds };
  const ticks = evenTicks(seconds[1]);
  const heading = (text: string, dy: number) =>
    Plot.text([text], {
      frameAnchor: 'top-left',
      textAnchor: 'start',
      dx: 6 - MARGINS.marginLeft,
      dy,
      lineAnchor: 'middle',
      fill: MUTED,
    });
  return draw(texts, ABOVE + BELOW, [
    {
      x: 0,
      y: 0,
      width: WIDTH,
      height: ABOVE,
      options: {
        ...MARGINS,
        marginTop: 42,
        marginBottom: 10,
        x,
        y: { type: 'log', domain: domain ?? [1, 10] },
        marks: [
          ...(domain === null
            ? [
                Plot.axisY([], { label: null }),
                Plot.text(['no message was answered'], { frameAnchor: 'middle', fill: MUTED }),
              ]
            : logAxisY(domain)),
          Plot.axisX([], { label: null }),
          Plot.gridX(ticks, { stroke: LINE, strokeOpacity: 1 }),
          Plot.dot(answered, {
            x: 'atSeconds',
            y: 'latencyMs',
            r: 2.2,
            fill: ({ what }: (typeof answered)[number]) => (what === 'load' ? colour : PAPER),
            stroke: colour,
            strokeWidth: 1,
          }),
          Plot.text(lost, {
            x: 'atSeconds',
            frameAnchor: 'top',
            text: () => '✕',
            fill: BAD,
            dy: -5,
            fontSize: 9,
          }),
          Plot.dot([0], {
            frameAnchor: 'top-left',
            dx: 12 - MARGINS.marginLeft,
            dy: -33,
            r: 5,
            fill: colour,
          }),
          Plot.text([header], {
            frameAnchor: 'top-left',
            lineAnchor: 'middle',
            textAnchor: 'start',
            dx: 22 - MARGINS.marginLeft,
            dy: -33,
            fontWeight: 600,
            // An arm of several factors is long.
            fontSize: header.length > 46 ? 9 : 12,
            fill: INK,
          }),
          heading('latency in ms: ● load  ○ event  ✕ no answer', -18),
        ],
      },
    },
    {
      x: 0,
      y: ABOVE,
      width: WIDTH,
      height: BELOW,
      options: {
        ...MARGINS,
        marginTop: 20,
        marginBottom: 34,
        x,
        y: { domain: [0, fastest] },
        marks: [
          ...axisX(ticks, 's since the transfer began'),
          ...axisY([0, roundDown(fastest)]),
          // One outline: a bar for each bin would be five times as many bytes.
          Plot.areaY(outline(bins), { x: 'x', y1: 0, y2: 'y', fill: colour, fillOpacity: 0.45 }),
          Plot.line(bins, { x: 'fromSeconds', y: 'meanMbps', stroke: INK, strokeWidth: 1.25 }),
          heading('goodput in Mbit/s: bins of 100 ms, line: mean of 1 s', -10),
        ],
      },
    },
  ]);
}

/** The corners of the bins’ histogram. */
function outline(bins: TimeCourse['bins']): { x: number; y: number }[] {
  return bins.flatMap(({ fromSeconds, toSeconds, mbps }) => [
    { x: fromSeconds, y: mbps },
    { x: toSeconds, y: mbps },
  ]);
}

/** From 0 on, at steps of 1, 2 or 5 and zeros. */
export function evenTicks(last: number): number[] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(last / MOST_TICKS)));
  const step = power * ([1, 2, 5].find((each) => last / (each * power) < MOST_TICKS) ?? 10);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

/** To one digit: 17.3 → 10, 6.1 → 6. */
function roundDown(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Number((Math.floor(value / unit) * unit).toPrecision(1));
}

function courseText({ cell, probes, bins, ...of }: TimeCourse): string {
  const latencies = probes.flatMap(({ latencyMs }) => latencyMs ?? []);
  const lost = probes.length - latencies.length;
  const range =
    latencies.length === 0
      ? 'none was answered'
      : `${formatNumber(Math.min(...latencies))} to ${formatNumber(Math.max(...latencies))} ms`;
  const mbps = bins.map((bin) => bin.mbps);
  const mean = mbps.reduce((sum, each) => sum + each, 0) / Math.max(1, mbps.length);
  const bulk =
    mbps.length === 0
      ? 'no transfer'
      : `the transfer ran at ${formatNumber(mean)} Mbit/s on average`;
  return `Cell ${cell}, ${armText(of)}: ${plural(probes.length, 'message')} beside the transfer, ${range}, ${lost} without an answer; ${bulk}.`;
}
