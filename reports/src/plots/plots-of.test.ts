import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf, holbCell, networkLike } from '../../fixtures/plot-data.ts';
import { holbPlot } from './holb-plot.ts';
import { logTicks } from './log-axis.ts';
import { plotId } from './plot-id.ts';
import { plotsOf } from './plots-of.ts';
import { standalone } from './standalone.ts';
import { THEME } from './theme.ts';

const EXPECTED = join(import.meta.dirname, '../../fixtures/expected/plots');

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

test('the plots of a run, each with an id of its own', () => {
  const plots = plotsOf(data);
  expect(plots.map(({ id }) => id)).toEqual([
    'holb-4f-load-4g',
    'ecdf-4f-load-4g',
    'time-4f-node-http2-4g',
    'time-4f-caddy-http3-4g',
    'holb-4f-load-4g+loss=0_pct',
    'ecdf-4f-load-4g+loss=0_pct',
    'time-4f-node-http2-4g+loss=0_pct',
    'time-4f-caddy-http3-4g+loss=0_pct',
    'ratio-4f-latency-caddy-http3-node-http2-4g',
    'ratio-4f-goodput-caddy-http3-node-http2-4g',
  ]);
  expect(plotsOf(dataOf([]))).toEqual([]);
});

test('the same run gives the same bytes', () => {
  expect(plotsOf(data)).toEqual(plotsOf(data));
});

test('every plot has words for those who do not see it, and asks nobody for anything', () => {
  for (const { title, alt, svg, id } of plotsOf(data)) {
    expect(svg, id).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" /);
    expect(svg, id).toContain(`<title>${title}</title><desc>${alt}</desc>`);
    expect(svg, id).not.toMatch(/NaN|undefined|Infinity|url\(|href|<script| id="/);
    expect(svg, id).not.toMatch(/="[^"]*\.\d{3}/);
  }
});

test('text of a run cannot become markup', () => {
  const network = '<b>&';
  const hostile = dataOf([holbCell({ network }, { self: upTo(20) })], [networkLike(network, 1, 0)]);
  expect(holbPlot(hostile, network)?.svg).toContain('over &#60;b&#62;&#38;:');
  expect(plotId('holb', network)).toBe('holb-_3c_b_3e__26_');
});

test('what has no answer is drawn as such', () => {
  const [holb, ecdf] = plotsOf(data);
  expect(holb?.alt).toBe(
    'node-http2: idle 59.0 ms, foreign 64.0 ms, self 540.0 ms (9.1 % unanswered). ' +
      'caddy-http3: idle 59.0 ms, foreign 64.0 ms, self 69.0 ms.',
  );
  expect(holb?.svg).toContain('✕ 9 %');
  expect(holb?.svg).toContain('▶');
  expect(ecdf?.svg).toContain('9.1 % unanswered');
});

test('a file of its own has plain colours, and others where dark is preferred', async () => {
  const plot = holbPlot(data, '4g');
  const file = standalone(plot?.svg ?? '');
  expect(file).not.toContain('var(');
  expect(file).toContain(`@media (prefers-color-scheme: dark){[fill="${THEME.ink.light}"]{`);
  expect(file).toContain('fill="#D55E00"');
  await expect(file).toMatchFileSnapshot(join(EXPECTED, 'holb-4f-load-4g.svg'));
});

test('ticks are round, and few', () => {
  expect(logTicks([45, 700])).toEqual([50, 100, 200, 500]);
  expect(logTicks([90, 110])).toEqual([100]);
  expect(logTicks([0.5, 20_000], 5)).toEqual([1, 10, 100, 1_000, 10_000]);
  expect(logTicks([0.5, 20_000], 4)).toEqual([1, 100, 10_000]);
});
