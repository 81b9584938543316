import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { dataOf, holbCell, networkLike } from '../../fixtures/plot-data.ts';
import { Relation } from '../figures/relation.ts';
import type { ReportData } from '../runs/report-data.ts';
import { MOST_TOGETHER } from './arms.ts';
import type { Plot } from './plot.ts';
import { plotsOf } from './plots-of.ts';
import { standalone } from './theme.ts';
import { THEME } from './theme.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, index) => 50 + index);
const bulk = {
  streams: 1,
  beganAtMs: 2_000,
  binMs: 100,
  binBytes: Array.from({ length: 20 }, () => 12_500),
};
const phases = [{ phase: 'same' as const, connections: null, bulk }];
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
          { network, variant, round, seed: round, phases, cell: `${network}/${variant}/${round}` },
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
    'holb-download-load-reference-4g',
    'ecdf-download-load-reference-4g',
    'ratio-download-latency-caddy-http3-node-http2-reference-4g',
    'ratio-download-goodput-caddy-http3-node-http2-reference-4g',
    'time-download-node-http2-reference-4g',
    'time-download-caddy-http3-reference-4g',
    'answer-download-reference-4g+loss=0_pct',
    'holb-download-load-reference-4g+loss=0_pct',
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
  expect(all.map(({ topic }) => topic)).toEqual([
    'answer',
    'download',
    'download',
    'download-time',
    'run',
  ]);
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
  for (const kind of ['holb-download-load', 'ecdf-download-load']) {
    const [first, second] = ['reference-4g', 'reference-4g+loss=0_pct'].map((name) =>
      ticksOf(plotOf(both, `${kind}-${name}`)),
    );
    expect(new Set(first?.keys())).toContain('10k');
    expect(first).toEqual(second);
  }
});

/** Numbers of the horizontal axis, and where they stand. */
function ticksOf({ svg }: Plot): Map<string | undefined, number> {
  const ticks = svg.matchAll(
    /<text transform="translate\(([\d.]+),[\d.]+\)" y="0.71em">([\d.]+k?)<\/text>/g,
  );
  return new Map([...ticks].map(([, x, text]) => [text, Number(x)]));
}

/** Where the marks of figures stand. */
function marksOf({ svg }: Plot): number[] {
  const marks = svg.matchAll(/<path stroke="var\(--paper\)"[^>]*translate\(([\d.]+),/g);
  return [...marks].map(([, x]) => Number(x));
}

/** Where a text begins that ends at its anchor, if a character has 6 pixels; and where an arrow ends. */
function beginOf({ svg }: Plot, text: string): number {
  const [before = ''] = svg.split(`>${text}</text>`);
  const from = /<g transform="translate\((\d+),\d+\)" text-anchor="end">(?!.*<g )/.exec(
    before,
  )?.[1];
  const at = /translate\(([\d.]+),[\d.]+\)" y="0.32em"$/.exec(before)?.[1];
  return Number(from) + Number(at) - 6 * text.length;
}
function arrowEndOf({ svg }: Plot): number {
  return Number(/translate\(([\d.]+),[\d.]+\)" y="0.32em">▶/.exec(svg)?.[1]) + 10;
}

describe('the plot of the first screen', () => {
  const plot = plotOf(data, 'holb-download-load-reference-4g');

  test('names every figure, and what has no answer', () => {
    expect(plot.alt).toBe(
      'node-http2: alone 59.0 ms (p95 68.0 ms), other 64.0 ms (p95 78.0 ms), same 540.0 ms (p95 ≥ 20,000 ms, 9.1 % unanswered). ' +
        'caddy-http3: alone 59.0 ms (p95 68.0 ms), other 64.0 ms (p95 78.0 ms), same 69.0 ms (p95 87.0 ms).',
    );
    expect(plot.svg).toContain('>✕ 9.1 %</text>');
    // Only p95 of the messages beside the transfer of HTTP/2 has no end: too many were not answered.
    expect(plot.svg.match(/>▶<\/text>/g)).toHaveLength(1);
  });

  test('has each median and each round where the axis says', () => {
    const differing = dataOf(
      [10, 1_000].map((ms, round) =>
        holbCell(
          { round, seed: round, cell: `reference-4g/${round}`, network: 'reference-4g' },
          { same: [ms, ms] },
        ),
      ),
      NETWORKS,
    );
    const found = plotOf(differing, 'holb-download-load-reference-4g');
    const ticks = ticksOf(found);
    const [ten = NaN, thousand = NaN] = [ticks.get('10'), ticks.get('1k')];
    const rounds = [...found.svg.matchAll(/<circle r="1.5" cy="[\d.]+" cx="([\d.]+)"/g)];
    expect(rounds.map(([, x]) => Number(x))).toEqual([
      expect.closeTo(ten, 1),
      expect.closeTo(thousand, 1),
    ]);
    const relation = Relation.of(differing);
    const figure = relation.figures.find(
      ({ metric, variant }) => metric.id === 'load-same-p50' && variant.id === 'node-ws',
    );
    expect(figure).toMatchObject({ value: 505, points: [{ low: 10 }, { low: 1_000 }] });
    const middle = ten + ((thousand - ten) * Math.log10(50.5)) / 2;
    expect(marksOf(found)).toEqual([expect.closeTo(middle, 1)]);
  });

  const ofRounds = (...rounds: readonly (readonly (number | null)[])[]) =>
    plotOf(
      dataOf(
        rounds.map((same, round) =>
          holbCell(
            { network: 'reference-4g', round, seed: round, cell: `reference-4g/${round}` },
            { same },
          ),
        ),
        NETWORKS,
      ),
      'holb-download-load-reference-4g',
    );
  const BOUND = / rotate\(90\)"/g;

  test('draws a round whose median is a lower bound as a triangle', () => {
    const found = ofRounds([50, 50, 50], [60, 60, 60], [70, null, null]);
    expect(found.alt).toBe('node-ws: same 60.0 ms (22.2 % unanswered).');
    expect(found.svg.match(BOUND)).toHaveLength(1);
    expect(found.svg.match(/<circle r="1.5"/g)).toHaveLength(2);
    expect(plot.svg).not.toMatch(BOUND);
  });

  test('has an arrow where the median itself is one', () => {
    const found = ofRounds([5, null, null]);
    expect(found.alt).toBe('node-ws: same ≥ 20,000 ms (66.7 % unanswered).');
    expect(beginOf(found, '≥ 20,000')).toBeGreaterThan(arrowEndOf(found));
  });

  test('marks a figure with a caution as the tables do, and says where its meaning is', () => {
    const window = { fromMs: 2_000, toMs: 4_000 };
    const ramp = { ms: 9_000, stable: false };
    const cell = holbCell(
      {
        network: 'reference-4g',
        phases: [{ phase: 'same', ramp, window, connections: null, bulk }],
      },
      { alone: [5, 5], same: [9, 9] },
    );
    const found = plotOf(dataOf([cell], NETWORKS), 'holb-download-load-reference-4g');
    expect(found.svg).toContain('>same †</text>');
    expect(found.svg).toContain('>alone</text>');
    expect(found.alt).toContain('same 9.00 ms († 1 of 1 round)');
    expect(found.note).toContain(' †: ');
    expect(plot.svg + plot.note + plot.alt).not.toContain('†');
  });

  test('says why a variant has nothing, and leaves out what was not run', () => {
    const invalid = holbCell(
      { network: 'reference-4g', variant: 'uws-ws', valid: false, reasons: ['h2'], cell: 'x' },
      { same: [5] },
    );
    const found = plotOf(
      dataOf([...data.cells, invalid], NETWORKS),
      'holb-download-load-reference-4g',
    );
    expect(found.alt).toContain('uws-ws: invalid');
    expect(found.svg).toContain('>B1 uws-ws: invalid</text>');
    expect(found.svg).not.toContain('node-ws');
  });

  test('says which network it is and what its marks mean', () => {
    expect(plot.svg).toContain('>reference-4g</text>');
    expect(plot.svg).toContain('>no rate limit, round trip 100 ms, 1 % loss</text>');
    expect(plotOf(data, 'holb-download-load-reference-4g+loss=0_pct').svg).toContain(
      '>reference-4g+loss=0%</text>',
    );
    for (const text of [
      '○ alone: the message alone',
      '◆ other: a big download on another connection',
      '■ same: the big download on the same connection',
    ]) {
      expect(plot.svg).toContain(`>${text}</text>`);
    }
  });
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
            return holbCell(
              { network: 'reference-4g', variant, arm, cell, phases },
              { same: upTo(20) },
            );
          }),
        ),
      ],
      NETWORKS,
    );
  const ids = (of: ReportData, begin: string) =>
    plots(of)
      .map(({ id }) => id)
      .filter((id) => id.startsWith(begin) && id.endsWith('-reference-4g'));

  test('that are few stand in every plot', () => {
    const few = swept(1);
    expect(ids(few, 'holb')).toEqual(['holb-download-load-reference-4g']);
    expect(plotOf(few, 'holb-download-load-reference-4g').alt).toContain(
      '. node-http2 (http2-write=1k): same 59.0 ms (p95 68.0 ms). ',
    );
    expect(ids(few, 'ecdf')).toEqual([
      'ecdf-download-load-reference-4g',
      'ecdf-download-load-arms-reference-4g',
    ]);
    expect(ids(few, 'time')).toEqual([
      'time-download-node-http2-reference-4g',
      'time-download-node-http2-http2-write=1k-reference-4g',
      'time-download-caddy-http3-reference-4g',
    ]);
  });

  test('that are many have a picture per variant, and what is left out is said', () => {
    const many = swept(20);
    expect(ids(many, 'holb')).toEqual([
      'holb-download-load-reference-4g',
      'holb-download-load-node-http2-reference-4g',
    ]);
    const [all, own] = ['', 'node-http2-'].map((of) =>
      plotOf(many, `holb-download-load-${of}reference-4g`),
    );
    expect(all?.note).toContain(' Other plots show the 20 other arms of node-http2.');
    expect(all?.alt).not.toContain('http2-write');
    expect(own?.alt.split('. ')).toHaveLength(MOST_TOGETHER);
    expect(own?.note).toContain(' Not drawn: 9 more arms, which the table has.');
    expect(ids(many, 'time')).toEqual([
      'time-download-node-http2-reference-4g',
      'time-download-caddy-http3-reference-4g',
    ]);
    expect(plotOf(many, 'time-download-node-http2-reference-4g').note).toContain(
      ' Not drawn: http2-write=1',
    );
    expect(plotOf(many, 'ecdf-download-load-arms-reference-4g').note).toContain(
      'Not drawn: 15 more arms',
    );
  });

  test('have their variant’s colour, and a dash and a label of their own', () => {
    const arms = plotOf(swept(2), 'ecdf-download-load-arms-reference-4g');
    const lines = arms.svg.match(/<g [^>]*stroke-width="1.75"[^>]*>/g) ?? [];
    const dashes = lines.map((line) => /stroke-dasharray="([^"]*)"/.exec(line)?.[1]);
    expect(new Set(dashes).size).toBe(3);
    expect(new Set(arms.svg.match(/stroke="#\w+"/g))).toEqual(new Set(['stroke="#009E73"']));
    for (const label of ['the run’s own ✕ 9.1 %', 'http2-write=1k', 'http2-write=2k']) {
      expect(arms.svg).toContain(`>${label}</text>`);
    }
  });
});
