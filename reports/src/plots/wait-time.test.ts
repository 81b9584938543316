import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { networkOf } from '../../fixtures/claim-data.ts';
import { reportOf, waitCell, withoutPaths } from '../../fixtures/wait-data.ts';
import { partsOverTime, waitTimePlots } from './wait-time.ts';

const SELF = { request: 50, 'send-buffer': 200 };
const where = { variant: 'node-ws', round: 0 };
const { profile } = networkOf('reference-4g', {});

const plotsOf = (...cells: FinishedCell[]) => waitTimePlots(reportOf(...cells));

test('the mean parts of the loads in equal steps of time', () => {
  // Loads at 0, 0.5 and 1 s: two in the first of two steps of 1 s.
  const cell = waitCell(where, { same: SELF, tail: { ...SELF, retransmission: 40 } });
  const parts = { request: 50, application: 0, 'send-buffer': 200, path: 50, queue: 0 };
  expect(partsOverTime(cell, profile)).toEqual({
    stepSeconds: 1,
    known: 3,
    lost: [],
    steps: [
      { at: 0.5, parts: { ...parts, retransmission: 0, receiver: 0 } },
      { at: 1.5, parts: { ...parts, retransmission: 40, receiver: 0 } },
    ],
  });
});

test('a load without an answer is marked, and a step without a known path is empty', () => {
  const course = partsOverTime(waitCell(where, { same: SELF, tail: null }), profile);
  expect(course).toMatchObject({ known: 2, lost: [1], steps: [{}, { at: 1.5, parts: null }] });
  const [plot] = plotsOf(waitCell(where, { same: SELF, tail: null }));
  expect(plot?.svg.match(/>✕<\/text>/g)).toHaveLength(1);
  expect(plot?.alt).toBe(
    'Cell reference-4g/node-ws/download-text/0, node-ws: the parts of 2 loads beside the transfer, 1 more without an answer. They waited longest around 0.5 s, 300.0 ms in the mean of 1 s: request 50.0 ms, send buffer 200.0 ms, empty link 50.0 ms.',
  );
});

test('the first recorded round of each variant, with the run’s own factors and tuned', () => {
  const arm = (notsentLowatBytes: number) =>
    waitCell({ ...where, factors: { notsentLowatBytes } }, { same: SELF });
  const plots = plotsOf(
    withoutPaths(waitCell(where, { same: SELF })),
    waitCell({ ...where, round: 1 }, { same: SELF }),
    waitCell({ ...where, round: 2 }, { same: SELF }),
    arm(16_384),
    arm(131_072),
  );
  expect(plots.map(({ id, title }) => [id, title.replace(/.*(?=A1)/, '')])).toEqual([
    [
      'wait-time-download-node-ws-reference-4g',
      'A1 node-ws over network reference-4g (scenario download, round 1)',
    ],
    [
      'wait-time-download-node-ws-notsent-lowat=16k-reference-4g',
      'A1 node-ws, tuned over network reference-4g (scenario download, round 0)',
    ],
  ]);
  expect(plots[0]?.topic).toBe('download-wait-time');
});

test('letters stand where a part is thick enough, and the goodput below', () => {
  const [plot] = plotsOf(waitCell(where, { same: { ...SELF, queue: 5 } }));
  const count = (text: string) => plot?.svg.match(new RegExp(`>${text}<`, 'g'))?.length;
  // In the legend and in the area; a thin one in the legend alone.
  expect(count('sb')).toBe(2);
  expect(count('qu')).toBe(1);
  expect(plot?.svg).toContain('>goodput in Mbit/s');
});

test('there is none where no path was recorded', () => {
  expect(plotsOf(withoutPaths(waitCell(where, { same: SELF })))).toEqual([]);
});
