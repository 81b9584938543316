import type { Cell } from '@holbench/results/cell';
import * as Plot from '@observablehq/plot';
import { inOrder as inListOrder } from '@holbench/scenarios/registry';
import { formatNumber, plural } from '../document/format.ts';
import { axisY, onOneAxis } from './axes.ts';
import { draw, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { BAD, INK, MUTED } from './theme.ts';

/** Each state but valid has a sign, so that it does not differ by colour alone. */
const STATES = {
  valid: { sign: '', colour: MUTED },
  invalid: { sign: '!', colour: BAD },
  failed: { sign: '✕', colour: BAD },
  unsupported: { sign: '○', colour: INK },
} as const;

const NOTE =
  'One bar per cell, from its start to its end, in the row of its scenario. Below, on the same clock: busy share of all cores of the machine during each cell, in per cent. Time is in minutes since the first cell of the run began. Several runs follow each other in the order of their starts, without the time between them; dashed lines separate them.';

const BAND = 15;
/** Of the labels of rows, in pixels. */
const [LETTER, LABEL_GAP] = [6.5, 12];

/** Every cell in order of time, a row for each scenario, and how busy the machine was. */
export function timelinePlots({ data }: PlotSource): Picture[] {
  const { cells, begins, minutes } = inOrder(data.cells.map(({ cell }) => cell));
  if (cells.length === 0) return [];
  const rows = inListOrder(cells.map(({ scenario }) => scenario));
  const longest = Math.max(...rows.map(({ length }) => length));
  const counts = Object.entries(STATES).flatMap(([name, { sign }]) => {
    const count = cells.filter(({ state }) => state === name).length;
    return count === 0 ? [] : [`${sign} ${count} ${name}`.trim()];
  });
  const known = cells.flatMap(({ busy }) => busy ?? []);
  const [least, most] = [Math.min(...known), Math.max(...known)].map(formatNumber);
  const load = known.length === 0 ? 'not recorded' : `${least} to ${most} %`;
  // Cells side by side overlap.
  const steps = cells
    .flatMap(({ from, to, busy }) => [from, to].map((at) => ({ at, busy })))
    .toSorted((a, b) => a.at - b.at);
  const signed = cells.filter(({ sign }) => sign !== '');
  const between = Plot.ruleX(begins.slice(1), { stroke: INK, strokeDasharray: '3,3' });
  // At least a pixel wide.
  const bar = { x1: 'from', x2: 'to', fill: 'colour', insetLeft: -0.5, insetRight: -0.5 } as const;
  return [
    draw({
      id: ['timeline'],
      network: '',
      topic: 'run',
      title: 'Cells of the run over time, and the load of the machine',
      alt: `${plural(cells.length, 'cell')} of ${plural(begins.length, 'run')} in ${formatNumber(minutes)} minutes: ${counts.join(', ')}. Scenarios: ${rows.join(', ')}. Machine busy: ${load}.`,
      note: NOTE,
      panels: onOneAxis(
        {
          domain: [0, minutes],
          label: 'minutes since the run began',
          marginLeft: LABEL_GAP + longest * LETTER,
        },
        [
          {
            heading: [`cells: ${counts.join(' · ')}`],
            height: 20 + rows.length * BAND,
            marginTop: 20,
            y: { type: 'band', domain: rows, padding: 0.2 },
            marks: [
              between,
              Plot.axisY({ fill: MUTED, tickSize: 0, label: null }),
              Plot.barX(cells, { ...bar, y: 'scenario' }),
              Plot.text(signed, { x: 'to', y: 'scenario', text: 'sign', fill: INK }),
            ],
          },
          {
            heading: ['machine busy, in % of all cores'],
            height: 70,
            marginTop: 22,
            y: { domain: [0, 100] },
            marks: [
              ...axisY([0, 50, 100]),
              between,
              Plot.line(steps, { x: 'at', y: 'busy', stroke: INK, strokeWidth: 1.25 }),
            ],
          },
        ],
      ),
    }),
  ];
}

/** Cells in minutes since their run began; a later run begins where the one before it ended. */
function inOrder(all: readonly Cell[]) {
  const runs = [...Map.groupBy(all, ({ run }) => run).values()].map((cells) => ({
    cells,
    began: Math.min(...cells.map(({ startedAt }) => Date.parse(startedAt))),
    ended: Math.max(...cells.map(({ endedAt }) => Date.parse(endedAt))),
  }));
  let total = 0;
  const begins: number[] = [];
  const cells = runs
    .toSorted((a, b) => a.began - b.began)
    .flatMap(({ cells: own, began, ended }) => {
      const zero = began - total;
      begins.push(total / 60_000);
      total += ended - began;
      return own.map(({ scenario, startedAt, endedAt, status, valid, resources }) => {
        const state = status !== 'ok' ? status : valid ? 'valid' : 'invalid';
        const share = resources?.machine?.busyShare;
        return {
          scenario,
          state,
          from: (Date.parse(startedAt) - zero) / 60_000,
          to: (Date.parse(endedAt) - zero) / 60_000,
          busy: share === undefined ? null : 100 * share,
          ...STATES[state],
        } as const;
      });
    })
    .toSorted((a, b) => a.from - b.from);
  // Cells that never began take no time.
  return { cells, begins, minutes: total / 60_000 || 1 };
}
