import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { networkOf } from '../../fixtures/made-cells.ts';
import { sentAt } from '../../fixtures/drawn-cell.ts';
import { reportOf, waitCell, withoutPaths } from '../../fixtures/wait-data.ts';
import { MOST_TOGETHER } from './arms.ts';
import { partsOverTime } from './parts-over-time.ts';
import { timePlots } from './time.ts';

const SELF = { request: 50, 'send-buffer': 200 };
const where = { variant: 'node-ws', round: 0 };
const { profile } = networkOf('reference-4g', {});

const plotsOf = (...cells: FinishedCell[]) => timePlots(reportOf(...cells));

test('the mean parts of the loads in equal steps of time', () => {
  // Loads at 0, 0.5 and 1 s: two in the first of two steps of 1 s.
  const cell = waitCell(where, { same: SELF, tail: { ...SELF, retransmission: 40 } });
  const parts = { request: 50, application: 0, 'send-buffer': 200, path: 50, queue: 0 };
  expect(partsOverTime(cell, profile, sentAt('same', 0))).toEqual({
    stepSeconds: 1,
    known: 3,
    steps: [
      { at: 0.5, parts: { ...parts, retransmission: 0, receiver: 0 } },
      { at: 1.5, parts: { ...parts, retransmission: 40, receiver: 0 } },
    ],
  });
});

test('a step without a known path is empty, and the longest is told', () => {
  const cell = waitCell(where, { same: SELF, tail: null });
  const course = partsOverTime(cell, profile, sentAt('same', 0));
  expect(course).toMatchObject({ known: 2, steps: [{}, { at: 1.5, parts: null }] });
  const [plot] = plotsOf(cell);
  expect(plot?.svg.match(/>✕<\/text>/g)).toHaveLength(1);
  expect(plot?.alt).toMatch(
    / The parts of 2 loads are known\. They waited longest around 0\.5 s, 300\.0 ms in the mean of 1 s: request 50\.0 ms, send buffer 200\.0 ms, empty link 50\.0 ms\.$/,
  );
});

const arm = (notsentLowatBytes: number) =>
  waitCell({ ...where, factors: { notsentLowatBytes } }, { same: SELF });
const own = waitCell({ ...where, round: 1 }, { same: SELF });

test('the first recorded round of each variant and arm', () => {
  const unrecorded = withoutPaths(waitCell(where, { same: SELF }));
  const plots = plotsOf(
    unrecorded,
    own,
    waitCell({ ...where, round: 2 }, { same: SELF }),
    arm(16_384),
  );
  expect(plots.map(({ id, title }) => [id, title.replace(/.*(?=A1)/, '')])).toEqual([
    [
      'time-download-node-ws-reference-4g',
      'A1 node-ws over network reference-4g (scenario download, round 1, connection 0)',
    ],
    [
      'time-download-node-ws-notsent-lowat=16k-reference-4g',
      'A1 node-ws, notsent-lowat=16k over network reference-4g (scenario download, round 0, connection 0)',
    ],
  ]);
});

test('of many arms the run’s own and the tuned one', () => {
  const others = Array.from({ length: MOST_TOGETHER }, (_, index) => arm((index + 1) * 1_024));
  const plots = plotsOf(own, ...others, arm(16_384));
  expect(plots.map(({ id }) => id)).toEqual([
    'time-download-node-ws-reference-4g',
    'time-download-node-ws-notsent-lowat=16k-reference-4g',
  ]);
  expect(plots[0]?.note).toContain(' Not drawn: 12 more arms');
});

test('letters stand where a part is thick enough, and the goodput below', () => {
  const [plot] = plotsOf(waitCell(where, { same: { ...SELF, queue: 5 } }));
  const count = (text: string) => plot?.svg.match(new RegExp(`>${text}<`, 'g'))?.length;
  // In the legend and in the area; a thin one in the legend alone.
  expect(count('sb')).toBe(2);
  expect(count('qu')).toBe(1);
  expect(plot?.svg).toContain('>goodput in Mbit/s');
});

test('there are none where no path was recorded', () => {
  const [plot] = plotsOf(withoutPaths(waitCell(where, { same: SELF })));
  expect(plot?.svg).not.toContain('>mean parts');
  expect(plot?.alt).not.toContain('parts');
});
