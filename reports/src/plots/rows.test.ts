import { expect, test } from 'vitest';
import { dataOf, holbCell, networkLike } from '../../fixtures/plot-data.ts';
import { Relation } from '../figures/relation.ts';
import type { ReportData } from '../runs/report-data.ts';
import { byArm, MOST_TOGETHER } from './arms.ts';
import { rowPlots } from './rows.ts';

const NETWORKS = [networkLike('reference-4g', 50, 0.01)];

/** Medians of small messages, alone and on the transfer’s connection. */
function plots(data: ReportData) {
  const groups = byArm(Relation.of(data).figures).map(({ figures, ...of }) => ({
    ...of,
    rows: figures
      .filter(({ metric, value }) => /^load-(?:alone|during)$/.test(metric.id) && value !== null)
      .map((figure) => ({
        label: figure.metric.id.split('-')[1] ?? '',
        figure,
        symbol: 'square' as const,
      })),
  }));
  const of = { id: ['rows'], network: 'reference-4g', topic: 'rows', title: 'Rows' };
  return rowPlots(groups, { ...of, note: 'How.', label: 'ms' });
}

type Latencies = readonly (number | null)[];

function plotOf(...rounds: readonly Latencies[]) {
  const cells = rounds.map((same, round) =>
    holbCell({ network: 'reference-4g', round, seed: round, cell: `cell ${round}` }, { same }),
  );
  const [plot] = plots(dataOf(cells, NETWORKS));
  if (plot === undefined) throw new Error('no plot');
  return plot;
}

test('each average and each connection stands where the axis says', () => {
  const { svg } = plotOf([10, 10], [1_000, 1_000]);
  const ticks = svg.matchAll(
    /<text transform="translate\(([\d.]+),[\d.]+\)" y="0.71em">([\d.]+k?)<\/text>/g,
  );
  const places = new Map([...ticks].map(([, x, text]) => [text, Number(x)]));
  const [ten = NaN, thousand = NaN] = [places.get('10'), places.get('1k')];
  const xs = (marks: RegExp) => [...svg.matchAll(marks)].map(([, x]) => Number(x));
  expect(xs(/<circle r="1.5" cy="[\d.]+" cx="([\d.]+)"/g)).toEqual([
    expect.closeTo(ten, 1),
    expect.closeTo(thousand, 1),
  ]);
  // The geometric mean of both: 100 ms.
  const middle = (ten + thousand) / 2;
  expect(xs(/<path stroke="var\(--paper\)"[^>]*translate\(([\d.]+),/g)).toEqual([
    expect.closeTo(middle, 1),
  ]);
});

test('a connection whose median is a lower bound is a triangle', () => {
  const { svg, alt } = plotOf([50, 50, 50], [60, 60, 60], [70, null, null]);
  expect(alt).toBe('node-ws: during ≥ 391.5 ms (22.2 % unanswered).');
  expect(svg.match(/ rotate\(90\)"/g)).toHaveLength(1);
  expect(svg.match(/<circle r="1.5"/g)).toHaveLength(2);
});

test('where the average itself is one, an arrow stands between the frame and the number', () => {
  const { svg, alt } = plotOf([5, null, null]);
  expect(alt).toBe('node-ws: during ≥ 20,000 ms (66.7 % unanswered).');
  const [before = ''] = svg.split('>≥ 20,000</text>');
  const [, shift] =
    /<g transform="translate\((\d+),\d+\)" text-anchor="end"[^>]*>(?!.*<g )/.exec(before) ?? [];
  const [, at] = /translate\(([\d.]+),[\d.]+\)" y="0.32em"$/.exec(before) ?? [];
  const [, arrow] = /translate\(([\d.]+),[\d.]+\)" y="0.32em">▶/.exec(svg) ?? [];
  // If a character has 6 pixels, and the arrow 10.
  expect(Number(shift) + Number(at) - 6 * '≥ 20,000'.length).toBeGreaterThan(Number(arrow) + 10);
});

test('a figure with a caution is marked as in the tables, and the note says where its meaning is', () => {
  // The page alone saw its protocol.
  const protocol = {
    expected: 'websocket',
    client: { websocket: 4 },
    server: {},
    priorities: {},
  } as const;
  const cell = holbCell({ network: 'reference-4g', protocol }, { alone: [5, 5], same: [9, 9] });
  const [found] = plots(dataOf([cell], NETWORKS));
  expect(found?.svg).toContain('>during †</text>');
  expect(found?.svg).toContain('>alone †</text>');
  expect(found?.alt).toContain('during 9.00 ms († 1 of 1 connection)');
  expect(found?.note).toContain(' †: ');
  const { svg, note, alt } = plotOf([5, 5]);
  expect(svg + note + alt).not.toContain('†');
});

/** HTTP/2 with so many arms besides its own factors. */
const swept = (count: number) =>
  plots(
    dataOf(
      ['', ...Array.from({ length: count }, (_, index) => `http2-write=${index + 1}k`)].map((arm) =>
        holbCell(
          { network: 'reference-4g', variant: 'node-http2', arm, cell: `cell ${arm}` },
          { same: [59, 59] },
        ),
      ),
      NETWORKS,
    ),
  );

test('few arms of a sweep stand in one picture', () => {
  const [all, ...others] = swept(1);
  expect(others).toEqual([]);
  expect(all?.alt).toBe('node-http2: during 59.0 ms. node-http2 (http2-write=1k): during 59.0 ms.');
});

test('many arms have a picture per variant, and what is left out is said', () => {
  const [all, own, ...others] = swept(20);
  expect(others).toEqual([]);
  expect(all?.note).toBe('How. Other plots show the 20 other arms of node-http2.');
  expect(all?.alt).not.toContain('http2-write');
  expect(own?.id).toBe('rows-node-http2-reference-4g');
  expect(own?.alt.split('. ')).toHaveLength(MOST_TOGETHER);
  expect(own?.note).toBe('How. Not drawn: 9 more arms, which the table has.');
});
