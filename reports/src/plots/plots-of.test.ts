import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { dataOf, holbCell, networkLike } from '../../fixtures/plot-data.ts';
import { Relation } from '../figures/relation.ts';
import type { ReportData } from '../runs/report-data.ts';
import type { Plot } from './plot.ts';
import { plotsOf } from './plots-of.ts';
import { standalone } from './theme.ts';
import { THEME } from './theme.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, index) => 50 + index);
const NETWORKS = [
  networkLike('reference-4g', 50, 0.01),
  networkLike('reference-4g+loss=0%', 50, 0),
];

/** Two networks, HTTP/2 with unanswered messages and HTTP/3, two rounds. */
const data = dataOf(
  NETWORKS.flatMap(({ profile: { id: network } }) =>
    ['node-http2', 'caddy-http3'].flatMap((variant) =>
      [0, 1].map((round) =>
        holbCell(
          { network, variant, round, seed: round, cell: `${network}/${variant}/${round}` },
          {
            alone: upTo(20),
            other: upTo(30),
            same:
              variant === 'node-http2' ? [...upTo(20).map((ms) => ms * 9), null, null] : upTo(40),
          },
        ),
      ),
    ),
  ),
  NETWORKS,
);

const plots = (of: ReportData): Plot[] => plotsOf({ data: of, relation: Relation.of(of) });

function plotOf(of: ReportData, id: string): Plot {
  const found = plots(of).find((plot) => plot.id === id);
  if (!found) throw new Error(`no plot ${id}`);
  return found;
}

test('the plots of a run, each with an id of its own', () => {
  expect(plots(data).map(({ id }) => id)).toEqual([
    'answer-download-reference-4g',
    'ecdf-download-load-reference-4g',
    'time-download-node-http2-reference-4g',
    'time-download-caddy-http3-reference-4g',
    'answer-download-reference-4g+loss=0_pct',
    'ecdf-download-load-reference-4g+loss=0_pct',
    'time-download-node-http2-reference-4g+loss=0_pct',
    'time-download-caddy-http3-reference-4g+loss=0_pct',
    'timeline',
  ]);
  expect(plots(dataOf([]))).toEqual([]);
});

test('the same run gives the same bytes', () => {
  expect(plots(data)).toEqual(plots(data));
});

test('every plot has words for those who do not see it, and asks nobody for anything', () => {
  for (const { title, alt, svg, id } of plots(data)) {
    expect(svg, id).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" /);
    expect(svg, id).toContain(`<title>${title}</title><desc>${alt}</desc>`);
    expect(svg, id).not.toMatch(/NaN|undefined|Infinity|url\(|href|<script| id="/);
    expect(svg, id).not.toMatch(/="[^"]*\.\d{3}/);
  }
});

test('every file is XML that a parser takes, with a title and plain colours', () => {
  for (const { id, svg } of plots(data)) {
    const file = standalone(svg);
    expect(XMLValidator.validate(file), id).toBe(true);
    expect(file, id).not.toContain('var(');
    expect(file, id).toContain(`<rect width="100%" height="100%" fill="${THEME.paper.light}"/>`);
  }
  expect(XMLValidator.validate('<svg><title>a & b</title></svg>')).not.toBe(true);
});

test('text of a run cannot become markup', () => {
  const network = '<b>&';
  const hostile = dataOf([holbCell({ network }, { same: upTo(20) })], [networkLike(network, 1, 0)]);
  const [, plot] = plots(hostile);
  expect(plot?.svg).toContain('over network &#60;b&#62;&#38;:');
  for (const { id, svg } of plots(hostile)) {
    expect(XMLValidator.validate(standalone(svg)), id).toBe(true);
  }
});

test('what steers a terminal is not in a picture, which would be no XML', () => {
  const network = 'a\u001b[31m\u0000\u009b';
  const hostile = dataOf([holbCell({ network }, { same: upTo(20) })], [networkLike(network, 1, 0)]);
  const all = plots(hostile);
  expect(all.map(({ topic }) => topic)).toEqual(['answer', 'download', 'download', 'run']);
  for (const { svg, topic } of all) {
    if (topic !== 'run') expect(svg).toMatch(/(?:over network|·) a \[31m/);
    expect(svg).not.toMatch(/\p{Cc}/u);
  }
});

test('networks can be compared by eye: they have the same axis', () => {
  const slow = holbCell(
    { network: 'reference-4g+loss=0%', variant: 'uws-ws', cell: 'slow' },
    // Longer numbers at the right, which make the frame narrower.
    { same: [9_000, null, null] },
  );
  const both = dataOf([...data.cells, slow], NETWORKS);
  const [first, second] = ['reference-4g', 'reference-4g+loss=0_pct'].map((name) =>
    ticksOf(plotOf(both, `ecdf-download-load-${name}`)),
  );
  expect(new Set(first?.keys())).toContain('10k');
  expect(first).toEqual(second);
});

/** Numbers of the horizontal axis, and where they stand. */
function ticksOf({ svg }: Plot): Map<string | undefined, number> {
  const ticks = svg.matchAll(
    /<text transform="translate\(([\d.]+),[\d.]+\)" y="0.71em">([\d.]+k?)<\/text>/g,
  );
  return new Map([...ticks].map(([, x, text]) => [text, Number(x)]));
}

test('a distribution names every figure, and what has no answer', () => {
  const plot = plotOf(data, 'ecdf-download-load-reference-4g');
  expect(plot.alt).toBe(
    'node-http2: during 540.0 ms (9.1 % unanswered), alone 59.0 ms. caddy-http3: during 69.0 ms, alone 59.0 ms.',
  );
  expect(plot.svg).toContain('>✕ 9.1 %</text>');
});

describe('arms of a sweep', () => {
  /** Cells of HTTP/2 with so many arms besides its own factors. */
  const swept = (count: number, variants = ['node-http2']) =>
    dataOf(
      [
        ...data.cells,
        ...variants.flatMap((variant) =>
          Array.from({ length: count }, (_, index) => {
            const arm = `http2-write=${index + 1}k`;
            const cell = `reference-4g/${variant}/download-text+${arm}/0`;
            return holbCell({ network: 'reference-4g', variant, arm, cell }, { same: upTo(20) });
          }),
        ),
      ],
      NETWORKS,
    );
  const ids = (of: ReportData, begin: string) =>
    plots(of)
      .map(({ id }) => id)
      .filter((id) => id.startsWith(begin) && id.endsWith('-reference-4g'));

  test('that are few have a picture each over time', () => {
    expect(ids(swept(1), 'time')).toEqual([
      'time-download-node-http2-reference-4g',
      'time-download-node-http2-http2-write=1k-reference-4g',
      'time-download-caddy-http3-reference-4g',
    ]);
  });

  test('that are many have the first and the tuned one there, and what is left out is said', () => {
    const many = swept(20);
    expect(ids(many, 'time')).toEqual([
      'time-download-node-http2-reference-4g',
      'time-download-node-http2-http2-write=16k-reference-4g',
      'time-download-caddy-http3-reference-4g',
    ]);
    expect(plotOf(many, 'time-download-node-http2-reference-4g').note).toContain(
      ' Not drawn: 19 more arms, which the table has.',
    );
  });

  test('have no distributions of their own', () => {
    expect(ids(swept(1), 'ecdf')).toEqual(['ecdf-download-load-reference-4g']);
  });
});
