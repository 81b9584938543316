import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VARIANTS } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { type CellTraits, type Factor, FEATURES } from './factor.ts';
import { FACTORS } from './registry.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/settings.md');
const [BEGIN, END] = ['<!-- factors: begin -->', '<!-- factors: end -->'];
const PROTOCOLS = {
  websocket: 'WebSocket',
  'http/1.1': 'HTTP/1.1',
  h2: 'HTTP/2',
  h3: 'HTTP/3',
  webtransport: 'WebTransport',
};

test('docs/settings.md has every factor', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const [, after] = rest.split(END);
  const rows = FACTORS.map((factor) => row(factor));
  const table = ['| flag | what it sets | makes a difference to |', '|---|---|---|', ...rows].join(
    '\n',
  );
  const remedy =
    'docs/settings.md lacks what a factor says of itself: node_modules/.bin/vitest run --project unit packages/factors -u';
  await expect(`${before}${BEGIN}\n${table}\n${END}${after}`, remedy).toMatchFileSnapshot(DOCUMENT);
});

function row({ flag, help, examples, format, appliesTo }: Factor): string {
  const kinds = ['text', 'binary'] as const;
  const protocols = VARIANTS.filter((variant) =>
    kinds.some((kind) => appliesTo({ kind, features: FEATURES, variant })),
  ).map(({ protocol }) => PROTOCOLS[protocol]);
  const names = [...new Set(protocols)].join(', ');
  const every = Object.values(PROTOCOLS).length === new Set(protocols).size;
  const where = [every ? 'every variant' : names, ...needs(appliesTo)].join('; ');
  return `| \`--${flag} ${format(examples[0] ?? null)}\` | ${help} | ${where} |`;
}

/** Which cells, where it is not all of them. */
function needs(appliesTo: Factor['appliesTo']): string[] {
  const applies = (traits: Omit<CellTraits, 'variant'>): boolean =>
    VARIANTS.some((variant) => appliesTo({ ...traits, variant }));
  if (applies({ kind: 'text', features: [] })) return [];
  const ofFiles = applies({ kind: 'binary', features: [] });
  // What needs a feature may need files besides.
  const kind = ofFiles ? 'text' : 'binary';
  const features = FEATURES.filter((feature) => applies({ kind, features: [feature] }));
  return [[...(ofFiles ? ['files'] : []), ...features].join(', ')];
}
