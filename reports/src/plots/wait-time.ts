import type { FinishedCell } from '@holbench/results/run-reader';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { LABELS } from '@holbench/scenarios/labels';
import { byLabel } from '@holbench/scenarios/metric';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import { type WaitPart, PARTS, type WaitParts, partsOf } from '@holbench/wait/parts';
import * as Plot from '@observablehq/plot';
import { formatAsGiven, formatNumber, plural } from '../document/format.ts';
import { PART_NAMES } from '../document/part-text.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import { TUNED, tunedArm } from '../figures/arm-settings.ts';
import { headerOf, selectArms } from '../figures/selections.ts';
import { armText, type OfArm } from './arms.ts';
import { axisY, onOneClock, type TimePanel } from './axes.ts';
import { draw, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { BAD } from './theme.ts';
import { goodputPanel, timeCourse } from './time.ts';
import { ON_PART, PART_LOOKS } from './part-looks.ts';
import { legendMarks, LEGEND_ROW, legendRows } from './wait-parts.ts';

/** Where messages waited over the time of one cell, in seconds from the start of its transfer. */
type Course = OfArm & ReturnType<typeof timeCourse> & ReturnType<typeof partsOverTime>;

/** The first recorded round of each variant, with the run’s own factors and tuned. */
export function waitTimePlots({ data, relation }: PlotSource): Picture[] {
  return scenariosOf('beside-bulk').flatMap(({ id: scenario }) =>
    data.manifest.networks.flatMap(({ profile }) => {
      const place = { network: profile.id, scenario, kind: 'text', fanOut: null } as const;
      const figures = relation.at(place);
      return selectArms(data, place).flatMap(({ variant, arm, selected }) => {
        if (selected.state !== 'ok') return [];
        const isTuned = () =>
          arm ===
          tunedArm(
            data,
            figures.filter((figure) => figure.variant === variant),
          );
        if (arm !== '' && !isTuned()) return [];
        const round = selected.rounds.find(({ cell }) => cell.ways);
        if (round === undefined) return [];
        const course = { variant, arm, ...timeCourse(round), ...partsOverTime(round, profile) };
        return course.known === 0 ? [] : [picture(profile.id, scenario, course)];
      });
    }),
  );
}

/** Steps of time in seconds: the first in which there are two loads, and of which there are at most so many. */
const STEPS_SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20] as const;
const MOST_STEPS = 80;

/** The mean parts of the loads of phase “same” in equal steps of time. */
export function partsOverTime(round: FinishedCell, profile: Pick<NetworkProfile, 'down' | 'up'>) {
  const { zeroMs } = timeCourse(round);
  const loads = (byLabel(round).get(LABELS.probe('same', 'load')) ?? []).map((sample) => ({
    at: (sample.intendedAtMs - zeroMs) / 1_000,
    isLost: sample.outcome.status !== 'ok',
    parts: partsOf(sample, profile, directionOf(round.cell.scenario)),
  }));
  const times = loads.map(({ at }) => at);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const least = (to - from) / Math.min(MOST_STEPS, Math.max(1, (loads.length - 1) / 2));
  const stepSeconds = STEPS_SECONDS.find((seconds) => seconds >= least) ?? 60;
  const stepOf = (at: number) => Math.floor(at / stepSeconds);
  const steps = Map.groupBy(loads, ({ at }) => stepOf(at));
  const count = loads.length === 0 ? 0 : stepOf(to) - stepOf(from) + 1;
  return {
    stepSeconds,
    /** Loads whose parts are known. */
    known: loads.filter(({ parts }) => parts !== null).length,
    /** When loads were to be sent that had no answer. */
    lost: loads.filter(({ isLost }) => isLost).map(({ at }) => at),
    /** Null in a step in which no load’s path is known. */
    steps: Array.from({ length: count }, (_, index) => {
      const step = stepOf(from) + index;
      const own = (steps.get(step) ?? []).flatMap(({ parts }) => parts ?? []);
      return { at: (step + 0.5) * stepSeconds, parts: meanOf(own) };
    }),
  };
}

function meanOf(all: readonly WaitParts[]): WaitParts | null {
  if (all.length === 0) return null;
  const sum = (part: WaitPart) => all.reduce((total, parts) => total + (parts[part] ?? 0), 0);
  const told = PARTS.filter((part) => all.some((parts) => parts[part] !== undefined));
  return Object.fromEntries(told.map((part) => [part, sum(part) / all.length]));
}

function picture(network: string, scenario: string, course: Course): Picture {
  const { variant, arm, cell, messages, bins, binSeconds, stepSeconds } = course;
  const times = [...messages, ...bins].map(({ at }) => at);
  const domain = [Math.min(0, ...times), Math.max(1, ...times) + binSeconds];
  const name = arm === '' ? headerOf(course) : `${headerOf({ variant, arm: '' })}, ${TUNED}`;
  return draw({
    id: ['wait-time', scenario, variant.id, arm, network],
    network,
    topic: `${scenario}-wait-time`,
    title: `Where messages waited over time beside a big ${directionOf(scenario)}, ${name} over ${networkText(network)} (${scenarioText(scenario)}, round ${cell.round})`,
    alt: courseText(course),
    note: `Above: mean parts of the loads by the time at which they were to be sent, in steps of ${formatAsGiven(stepSeconds)} s, stacked; ✕: no answer. A gap: no load with a known path. Below, on the same clock: goodput of the transfer on their connection.`,
    panels: onOneClock(domain, 's since the transfer began', [
      partsPanel(course, name),
      goodputPanel(course),
    ]),
  });
}

const MARGIN_LEFT = 38;
/** In pixels: the height of the areas, and of one that has room for letters. */
const AREA = 120;
const LEAST_SIGNED = 9;

function partsPanel(course: Course, name: string): TimePanel {
  const { variant, steps, stepSeconds, lost } = course;
  const told = PARTS.filter((part) => steps.some(({ parts }) => (parts?.[part] ?? 0) > 0));
  const legendTop = 33;
  const marginTop = legendTop + LEGEND_ROW * legendRows(told) + 12;
  // An area begins and ends in the middle of its first and last steps, so there is an empty one beyond.
  const ends = [steps[0]?.at ?? 0, (steps.at(-1)?.at ?? 0) + 2 * stepSeconds];
  const beyond = ends.map((at) => ({ at: at - stepSeconds, parts: null }));
  const areas = told.flatMap((part) =>
    [...beyond.slice(0, 1), ...steps, ...beyond.slice(1)].map(({ at, parts }) => ({
      at,
      part,
      ms: parts?.[part] ?? 0,
    })),
  );
  const cross = { frameAnchor: 'top', text: () => '✕', fill: BAD, dy: -5, fontSize: 9 } as const;
  return {
    heading: [{ variant, name }, 'mean parts of the wait in ms; ✕ no answer'],
    height: marginTop + AREA + 10,
    marginTop,
    marginBottom: 10,
    y: { domain: [0, mostOf(course)] },
    marks: [
      ...axisY(4),
      Plot.areaY(
        areas,
        Plot.stackY({
          x: 'at',
          y: 'ms',
          z: 'part',
          fill: ({ part }: (typeof areas)[number]) => PART_LOOKS[part].fill,
          curve: 'step',
        }),
      ),
      Plot.text(signsOf(course, told), {
        x: 'at',
        y: 'ms',
        text: 'sign',
        fill: ON_PART,
        fontSize: 9,
      }),
      Plot.text(lost, { x: (at: number) => at, ...cross }),
      ...legendMarks(told, { left: 8 - MARGIN_LEFT, top: legendTop - marginTop }),
    ],
  };
}

/** Of the longest step, in ms. */
function mostOf({ steps }: Pick<Course, 'steps'>): number {
  return Math.max(1, ...steps.map(({ parts }) => sumOf(parts)));
}

/** The letters of each part where it is thickest, so that colour is not the only sign; none of a thin one. */
function signsOf({ steps }: Pick<Course, 'steps'>, told: readonly WaitPart[]) {
  const most = mostOf({ steps });
  return told.flatMap((part, index) => {
    const [thickest] = steps.toSorted((a, b) => (b.parts?.[part] ?? 0) - (a.parts?.[part] ?? 0));
    const ms = thickest?.parts?.[part] ?? 0;
    if (thickest === undefined || (ms / most) * AREA < LEAST_SIGNED) return [];
    const below = told
      .slice(0, index)
      .reduce((sum, each) => sum + (thickest.parts?.[each] ?? 0), 0);
    return [{ at: thickest.at, ms: below + ms / 2, sign: PART_LOOKS[part].sign }];
  });
}

function sumOf(parts: WaitParts | null): number {
  return PARTS.reduce((sum, part) => sum + (parts?.[part] ?? 0), 0);
}

/** The largest step in words: the picture is of one cell. */
function courseText({ cell, known, lost, steps, stepSeconds, ...of }: Course): string {
  const [most] = steps.toSorted((a, b) => sumOf(b.parts) - sumOf(a.parts));
  const parts = PARTS.flatMap((part) => {
    const ms = most?.parts?.[part] ?? 0;
    return ms > 0 ? [`${PART_NAMES[part]} ${formatNumber(ms)} ms`] : [];
  });
  const when = formatAsGiven(most?.at ?? 0);
  return `Cell ${cell.cell}, ${armText(of)}: the parts of ${plural(known, 'load')} beside the transfer, ${lost.length} more without an answer. They waited longest around ${when} s, ${formatNumber(sumOf(most?.parts ?? null))} ms in the mean of ${formatAsGiven(stepSeconds)} s: ${parts.join(', ')}.`;
}
