import { expect, test } from 'vitest';
import { sentAt } from '../../fixtures/drawn-cell.ts';
import { dataOf, holbCell, networkLike } from '../../fixtures/plot-data.ts';
import { roundsOf } from '@holbench/scenarios/metric';
import { Relation } from '../figures/relation.ts';
import { roundOf } from '../runs/report-data.ts';
import { timeCourse, timePlots } from './time.ts';

const transfer = (binBytes: number[]) => ({
  bulk: { streams: 1, beganAtMs: sentAt('same', -500), binMs: 100, binBytes },
});

test('the course of a cell begins with its bulk transfer', () => {
  const cell = holbCell({}, { same: [7, null], alone: [1] }, transfer([12_500, 0]));
  const [round] = roundsOf(roundOf(dataOf([cell]), cell));
  const course = round && timeCourse(round);
  expect(course).toMatchObject({
    messages: [
      { at: 0.5, kind: 'load', latencyMs: 7 },
      { at: 0.6, kind: 'load', latencyMs: null },
    ],
    bins: [
      { at: 0, mbps: 1 },
      { at: 0.1, mbps: 0 },
    ],
  });
});

function plotsOf(of: Parameters<typeof holbCell>) {
  const data = dataOf([holbCell(...of)], [networkLike('reference-4g', 50, 0)]);
  return timePlots({ data, relation: Relation.of(data) });
}

test('a cell without messages beside the transfer has no picture', () => {
  expect(plotsOf([{ network: 'reference-4g' }, { alone: [1] }, transfer([1])])).toEqual([]);
});

test('the mean of a second is that of ten bins of 100 ms, around the time at which it stands', () => {
  const binBytes = Array.from({ length: 30 }, (_, index) => (index < 15 ? 0 : 12_500));
  const [plot] = plotsOf([{ network: 'reference-4g' }, { same: [7] }, transfer(binBytes)]);
  const [, path = ''] = /stroke-width="1.25"[^>]*><path d="M([^"]*)"/.exec(plot?.svg ?? '') ?? [];
  const points = path.split('L').map((point) => point.split(',').map(Number));
  const [bottom = NaN, top = NaN] = [points[0]?.[1], points.at(-1)?.[1]];
  const heightAt = (seconds: number) =>
    ((points[Math.round(seconds * 10) - 1]?.[1] ?? NaN) - bottom) / (top - bottom);
  // The step is at 1.5 s.
  expect([1, 1.1, 1.5, 1.9, 2].map(heightAt)).toEqual(
    [0, 0.1, 0.5, 0.9, 1].map((share) => expect.closeTo(share, 2)),
  );
});

test('a transfer beside which nothing is answered has no scale of latencies', () => {
  const [plot] = plotsOf([{ network: 'reference-4g' }, { same: [null, null] }, transfer([12_500])]);
  expect(plot?.svg).toContain('>no message was answered</text>');
  expect(plot?.svg.match(/>✕<\/text>/g)).toHaveLength(2);
  expect(plot?.alt).toContain('none was answered, 2 without an answer');
});

test('no transfer and times of any size give a picture', () => {
  const [plot] = plotsOf([{ network: 'reference-4g' }, { same: [7] }, { bulk: null }]);
  expect(plot?.alt).toContain('; no transfer.');
  expect(plot?.svg).not.toMatch(/NaN|Infinity/);
});
