import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { historyBlocks, PROGRAM_NAMES } from '../history/history-blocks.ts';
import { historyPlots } from '../history/history-plots.ts';
import type { HistoryPoint } from '../history/history-point.ts';
import { HISTORY_FILE, loadHistory } from '../history/write-history.ts';
import { standalone } from '../plots/theme.ts';
import { frontPage } from '../render/markdown.ts';
import { PUBLISHED, publishedNames } from './published.ts';

const PICTURES = 'pictures';

/**
 * What is known of versions, as a page with its pictures, by path from the project's folder.
 * @throws UserError for a history that is damaged, or of a newer lab.
 */
export async function historyPage(): Promise<Map<string, string>> {
  const points = await loadHistory(HISTORY_FILE);
  if (points.length === 0) return new Map();
  const programs = Map.groupBy(points, ({ program }) => program);
  const plots = historyPlots(points);
  const text = frontPage({
    title: 'Which release changed it',
    question:
      'For those who choose a version: how long a small message waits in the first ten seconds of a transfer, by release. Each version had the same losses. A mark appears by chance in at most one run of twenty.',
    warnings: [],
    lead: [],
    sections: [...programs].map(([program, own]) => ({
      id: program,
      title: PROGRAM_NAMES[program],
      blocks: historyBlocks(own),
    })),
    plots,
    cells: [],
  });
  return new Map([
    [
      'docs/history.md',
      `${text.replaceAll('](history-', `](${PICTURES}/history-`)}\n${await sourcesOf(points)}`,
    ],
    ...plots.map(({ id, svg }) => [`docs/${PICTURES}/${id}.svg`, standalone(svg)] as const),
  ]);
}

/** Where the points come from. */
async function sourcesOf(points: readonly HistoryPoint[]): Promise<string> {
  const runs = new Set(points.map(({ run }) => run));
  const names = await publishedNames();
  const own = names.filter((name) => runs.has(readManifest(name).run));
  const links = own.map(
    (name) => `- [${name}](../reports/published/${name}/README.md)${designOf(readManifest(name))}`,
  );
  return [
    '## Where it comes from',
    '',
    'Links: `lte` is a phone’s link without losses, `reference-4g` a stress test with random losses ([networks](networks.md)).',
    'What a change means, and what to do: [findings](findings/README.md). Add a run, or look for the release that changed',
    'something: [versions](versions.md). All points are in',
    '[history.csv](../reports/history.csv).',
    '',
    'Its runs:',
    '',
    ...links,
    '',
    'In a row: each version had its connections one after the other, so what ran beside them may have changed its waits ([0075](decisions/0075-a-version-in-ten-rounds.md)).',
    '',
  ].join('\n');
}

const Named = v.object({
  run: v.string(),
  blocks: v.array(v.object({ workload: v.object({ connections: v.number() }) })),
});

/** Of a run whose versions had all their connections in a few cells. */
function designOf({ blocks }: v.InferOutput<typeof Named>): string {
  const isGrouped = blocks.some(({ workload }) => workload.connections > 1);
  return isGrouped ? ' (in a row)' : '';
}

function readManifest(name: string): v.InferOutput<typeof Named> {
  return v.parse(Named, JSON.parse(readFileSync(join(PUBLISHED, name, 'manifest.json'), 'utf8')));
}
