import type { FinishedCell } from '@holbench/results/run-reader';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { LABELS } from '@holbench/scenarios/labels';
import { byLabel } from '@holbench/scenarios/metric';
import { directionOf } from '@holbench/scenarios/registry';
import { type WaitPart, PARTS, type WaitParts, partsOf } from '@holbench/wait/parts';
import * as Plot from '@observablehq/plot';
import { formatAsGiven, formatNumber, plural } from '../document/format.ts';
import { PART_NAMES } from '../document/part-text.ts';
import { axisY, MARGIN_LEFT, type PanelOnAxis } from './axes.ts';
import { legendHeight, legendMarks, partKey } from './legend.ts';
import { ON_PART, PART_LOOKS } from './part-looks.ts';

/** Steps of time in seconds: the first in which there are two loads, and of which there are at most so many. */
const STEPS_SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20] as const;
const MOST_STEPS = 80;

/** The mean parts of the loads beside the transfer in equal steps of time. @param zeroMs where it begins. */
export function partsOverTime(
  round: Pick<FinishedCell, 'cell' | 'samples'>,
  profile: Pick<NetworkProfile, 'down' | 'up'>,
  zeroMs: number,
) {
  const own = byLabel(round).get(LABELS.probe('same', 'load')) ?? [];
  const loads = own.map((sample) => ({
    at: (sample.intendedAtMs - zeroMs) / 1_000,
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

type Parts = ReturnType<typeof partsOverTime>;

export const PARTS_NOTE =
  'mean parts of the loads’ waits, stacked (a gap: no load with a known path); ';

/** In pixels: the height of the areas, and of one that has room for letters. */
const AREA = 120;
const LEAST_SIGNED = 9;

export function partsPanel({ steps, stepSeconds }: Parts): PanelOnAxis {
  const told = PARTS.filter((part) => steps.some(({ parts }) => (parts?.[part] ?? 0) > 0));
  const keys = told.map(partKey);
  const place = { columns: 3, top: 18, marginLeft: MARGIN_LEFT };
  const marginTop = place.top + legendHeight(keys, place.columns) + 12;
  const most = Math.max(1, ...steps.map(({ parts }) => sumOf(parts)));
  // An area begins and ends in the middle of its first and last steps, so there is an empty one beyond.
  const [first = 0, last = 0] = [steps[0]?.at, steps.at(-1)?.at];
  const all = [
    { at: first - stepSeconds, parts: null },
    ...steps,
    { at: last + stepSeconds, parts: null },
  ];
  const areas = told.flatMap((part) => {
    const values = all.map(({ at, parts }) => ({ at, part, ms: parts?.[part] ?? 0 }));
    // Letters of each part where it is thickest, so that colour is not the only sign; none of a thin one.
    const thickest = Math.max((LEAST_SIGNED / AREA) * most, ...values.map(({ ms }) => ms));
    const signed = values.find(({ ms }) => ms === thickest);
    const { fill, sign } = PART_LOOKS[part];
    return values.map((value) => ({ ...value, fill, sign: value === signed ? sign : '' }));
  });
  const stack = { x: 'at', y: 'ms', z: 'part' } as const;
  return {
    heading: [`mean parts of the wait in ms, in steps of ${formatAsGiven(stepSeconds)} s`],
    height: marginTop + AREA,
    marginTop,
    y: { domain: [0, most] },
    marks: [
      ...axisY(4),
      Plot.areaY(areas, Plot.stackY({ ...stack, fill: 'fill', curve: 'step' })),
      Plot.text(areas, Plot.stackY({ ...stack, text: 'sign', fill: ON_PART, fontSize: 9 })),
      ...legendMarks(keys, { ...place, marginTop }),
    ],
  };
}

function sumOf(parts: WaitParts | null): number {
  return PARTS.reduce((sum, part) => sum + (parts?.[part] ?? 0), 0);
}

/** The largest step in words. */
export function partsText({ known, steps, stepSeconds }: Parts): string {
  const [most] = steps.toSorted((a, b) => sumOf(b.parts) - sumOf(a.parts));
  const parts = PARTS.flatMap((part) => {
    const ms = most?.parts?.[part] ?? 0;
    return ms > 0 ? [`${PART_NAMES[part]} ${formatNumber(ms)} ms`] : [];
  });
  const when = formatAsGiven(most?.at ?? 0);
  return `The parts of ${plural(known, 'load')} are known. They waited longest around ${when} s, ${formatNumber(sumOf(most?.parts ?? null))} ms in the mean of ${formatAsGiven(stepSeconds)} s: ${parts.join(', ')}.`;
}
