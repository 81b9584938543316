import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { dataOf, holbCell, networkLike } from '../../fixtures/plot-data.ts';
import { buildReport } from '../model/report.ts';
import type { ReportData } from '../model/report-data.ts';
import { MOST_TOGETHER } from './arms.ts';
import { ecdfPlots } from './ecdf-plot.ts';
import { holbPlots } from './holb-plot.ts';
import { logTicks } from './log-axis.ts';
import { plotsOf } from './plots-of.ts';
import type { Plot } from './plot.ts';
import { ratioMapPlots } from './ratio-map-plot.ts';
import { standalone } from './standalone.ts';
import { THEME } from './theme.ts';
import { evenTicks, timePlots } from './time-plot.ts';

const LOADS = { scenario: '4f', what: 'load' } as const;

const upTo = (n: number) => Array.from({ length: n }, (_, index) => 50 + index);
const bulk = {
  streams: 1,
  beganAtMs: 2_000,
  binMs: 100,
  binBytes: Array.from({ length: 20 }, () => 12_500),
};
const phases = [{ phase: 'self' as const, connections: null, bulk }];
const NETWORKS = [networkLike('4g', 50, 0.01), networkLike('4g+loss=0%', 50, 0)];

/** Two networks, HTTP/2 with unanswered probes and HTTP/3, two rounds. */
const data = dataOf(
  NETWORKS.flatMap(({ profile: { id: network } }) =>
    ['node-http2', 'caddy-http3'].flatMap((variant) =>
      [0, 1].map((round) =>
        holbCell(
          { network, variant, round, seed: round, phases, cell: `${network}/${variant}/${round}` },
          {
            idle: upTo(20),
            foreign: upTo(30),
            self:
              variant === 'node-http2' ? [...upTo(20).map((ms) => ms * 9), null, null] : upTo(40),
          },
        ),
      ),
    ),
  ),
  NETWORKS,
);

/** Of a report's plots; these runs have none of measures. */
const plots = (of: ReportData): Plot[] => plotsOf(buildReport(of));

test('the plots of a run, each with an id of its own', () => {
  expect(plots(data).map(({ id }) => id)).toEqual([
    'holb-4f-load-4g',
    'ecdf-4f-load-4g',
    'ratio-4f-latency-caddy-http3-node-http2-4g',
    'ratio-4f-goodput-caddy-http3-node-http2-4g',
    'time-4f-node-http2-4g',
    'time-4f-caddy-http3-4g',
    'holb-4f-load-4g+loss=0_pct',
    'ecdf-4f-load-4g+loss=0_pct',
    'time-4f-node-http2-4g+loss=0_pct',
    'time-4f-caddy-http3-4g+loss=0_pct',
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
  const hostile = dataOf([holbCell({ network }, { self: upTo(20) })], [networkLike(network, 1, 0)]);
  const [plot] = holbPlots(hostile, LOADS);
  expect(plot?.svg).toContain('over &#60;b&#62;&#38;:');
  expect(XMLValidator.validate(standalone(plot?.svg ?? ''))).toBe(true);
});

test('what steers a terminal is not in a picture, which would be no XML', () => {
  const network = 'a\u001b[31m\u0000\u009b';
  const hostile = dataOf([holbCell({ network }, { self: upTo(20) })], [networkLike(network, 1, 0)]);
  for (const { svg } of [...holbPlots(hostile, LOADS), ...timePlots(hostile, network, '4f')]) {
    expect(svg).toContain('over a [31m');
    expect(svg).not.toMatch(/\p{Cc}/u);
  }
});

test.each([
  [1, [0, 1]],
  [5, [0, 1, 2, 3, 4, 5]],
  [10, [0, 2, 4, 6, 8, 10]],
  [1_000_000.5, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
])('%d s have ticks at steps that are read at a glance', (last, ticks) => {
  expect(evenTicks(last)).toEqual(ticks);
});

test('no time has more than eight ticks', () => {
  for (const last of [1, 7.9, 8, 9.99, 16, 79, 80, 399, 1.7e9, Number.MAX_SAFE_INTEGER]) {
    expect(evenTicks(last).length, String(last)).toBeLessThanOrEqual(8);
    expect(evenTicks(last).length, String(last)).toBeGreaterThan(1);
  }
});

test('what has no answer is drawn as such', () => {
  const [holb, ecdf] = plots(data);
  expect(holb?.alt).toBe(
    'node-http2: idle 59.0 ms, foreign 64.0 ms, self 540.0 ms (9.1 % unanswered). ' +
      'caddy-http3: idle 59.0 ms, foreign 64.0 ms, self 69.0 ms.',
  );
  expect(holb?.svg).toContain('✕ 9 %');
  expect(holb?.svg).toContain('▶');
  expect(ecdf?.svg).toContain('>✕</text>');
  expect(ecdf?.svg).toContain('>9.1 %</text>');
});

test('a transfer beside which nothing is answered has no scale of latencies', () => {
  const none = holbCell({ network: '4g', variant: 'node-http2', phases }, { self: [null, null] });
  const [plot] = timePlots(dataOf([none], NETWORKS), '4g', '4f');
  expect(plot?.svg).toContain('>no message was answered</text>');
  expect(plot?.svg.match(/>✕<\/text>/g)).toHaveLength(2);
  expect(plot?.alt).toContain('none was answered, 2 without an answer');
});

test('a map says why a tile shows no difference, or is empty', () => {
  const networks = [networkLike('4g', 50, 0.01), networkLike('4g+delay=5ms+loss=0%', 5, 0)];
  const more = [...networks, networkLike('4g+loss=0%', 50, 0)];
  const pair = (network: string) => [
    holbCell({ network, variant: 'caddy-http3', cell: `${network}/h3` }, { self: [1] }),
    holbCell({ network, variant: 'node-http2', cell: `${network}/h2` }, { self: [2] }),
  ];
  const cells = [...pair('4g'), ...pair('4g+loss=0%').slice(1), ...pair('4g+delay=5ms+loss=0%')];
  const [map] = ratioMapPlots(dataOf(cells, more), { scenario: '4f', compared: 'latency' });
  expect(map?.svg.match(/>only 1 round<\/text>/g)).toHaveLength(2);
  expect(map?.svg).toContain('>no valid pair</text>');
  expect(map?.svg).toContain('>not run</text>');
  expect(map?.alt).toContain('100 ms and 1 % loss: 0.50 (only 1 round), no difference shown. ');
  expect(map?.alt).toContain('100 ms and 0 % loss: no valid pair.');
});

test('the plot of the first screen says which network it is and what its marks mean', () => {
  const [first, second] = holbPlots(data, LOADS);
  expect(first?.svg).toContain('>4g</text>');
  expect(first?.svg).toContain('>no rate limit, round trip 100 ms, 1 % loss</text>');
  expect(second?.svg).toContain('>4g+loss=0%</text>');
  for (const text of [
    'idle: the message alone',
    'foreign: a big download on another connection',
    'self: the big download on the same connection',
  ]) {
    expect(first?.svg).toContain(`>${text}</text>`);
  }
});

test('networks can be compared by eye: they have the same axis', () => {
  const slow = holbCell(
    { network: '4g+loss=0%', variant: 'uws-ws', cell: 'slow' },
    { self: [9_000, 9_000] },
  );
  const both = dataOf([...data.cells, slow], NETWORKS);
  for (const [first, second] of [holbPlots(both, LOADS), ecdfPlots(both, '4f')]) {
    expect([...ticksOf(first)].join()).toContain(' 10k');
    expect(ticksOf(first)).toEqual(ticksOf(second));
  }
});

/** Labels of the axis, and where they stand in each panel. */
function ticksOf(plot: Plot | undefined): Set<string> {
  const ticks = (plot?.svg ?? '').matchAll(
    /<text transform="translate\(([\d.]+),[\d.]+\)">(\d+k?)<\/text>/g,
  );
  return new Set([...ticks].map(([, x, text]) => `${x} ${text}`));
}

describe('arms of a sweep', () => {
  /** Cells of HTTP/2 with so many arms besides its own settings. */
  const swept = (count: number, variants = ['node-http2']) =>
    dataOf(
      [
        ...data.cells,
        ...variants.flatMap((variant) =>
          Array.from({ length: count }, (_, index) => {
            const arm = `http2-write=${index + 1}k`;
            const cell = `4g/${variant}/4f-text+${arm}/0`;
            return holbCell({ network: '4g', variant, arm, cell, phases }, { self: upTo(20) });
          }),
        ),
      ],
      NETWORKS,
    );
  const ids = (of: ReportData, begin: string) =>
    plots(of)
      .map(({ id }) => id)
      .filter((id) => id.startsWith(begin) && id.endsWith('-4g'));

  test('that are few stand in every plot', () => {
    const few = swept(1);
    expect(ids(few, 'holb')).toEqual(['holb-4f-load-4g']);
    expect(holbPlots(few, LOADS)[0]?.alt).toContain(
      '. node-http2 (http2-write=1k): self 59.0 ms. ',
    );
    expect(ids(few, 'ecdf')).toEqual(['ecdf-4f-load-4g', 'ecdf-4f-load-arms-4g']);
    expect(ids(few, 'time')).toEqual([
      'time-4f-node-http2-4g',
      'time-4f-node-http2-http2-write=1k-4g',
      'time-4f-caddy-http3-4g',
    ]);
  });

  test('that are many have a picture per variant, and what is left out is said', () => {
    const many = swept(20);
    expect(ids(many, 'holb')).toEqual(['holb-4f-load-4g', 'holb-4f-load-node-http2-4g']);
    const [all, own] = holbPlots(many, LOADS);
    expect(all?.note).toContain(
      ' 20 arms of the sweep: in plots of their own, one for each of node-http2.',
    );
    expect(all?.alt).not.toContain('http2-write');
    expect(own?.alt.split('. ')).toHaveLength(MOST_TOGETHER);
    expect(own?.note).toContain(' Left out here: 9 more arms, which the table has.');
    expect(ids(many, 'time')).toEqual(['time-4f-node-http2-4g', 'time-4f-caddy-http3-4g']);
    const time = plots(many).find(({ id }) => id === 'time-4f-node-http2-4g');
    expect(time?.note).toContain(' Not drawn: http2-write=1');
    const ecdf = ecdfPlots(many, '4f').find(({ id }) => id === 'ecdf-4f-load-arms-4g');
    expect(ecdf?.note).toContain('Left out here: 15 more arms');
  });

  test('have their variant’s colour, and a dash and a label of their own', () => {
    const [, arms] = ecdfPlots(swept(2), '4f');
    const lines = (arms?.svg ?? '').match(/<g [^>]*stroke="#[^>]*fill="none">/g) ?? [];
    const found = (attribute: string) =>
      lines.map((line) => new RegExp(`${attribute}="([^"]*)"`).exec(line)?.[1]);
    expect(found(' stroke')).toEqual(['#009E73', '#009E73', '#009E73']);
    expect(new Set(found('stroke-dasharray')).size).toBe(3);
    for (const label of ['the run’s own, 9.1 % unanswered', 'http2-write=1k', 'http2-write=2k']) {
      expect(arms?.svg).toContain(`>${label}</text>`);
    }
  });
});

test('ticks are round, and few', () => {
  expect(logTicks([45, 700])).toEqual([50, 100, 200, 500]);
  expect(logTicks([90, 115])).toEqual([90, 95, 100, 110]);
  expect(logTicks([58, 92])).toEqual([60, 70, 80, 90]);
  expect(logTicks([0.5, 20_000], 5)).toEqual([1, 10, 100, 1_000, 10_000]);
  expect(logTicks([0.5, 20_000], 4)).toEqual([1, 100, 10_000]);
});
