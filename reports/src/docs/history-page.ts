import { historyBlocks, PROGRAM_NAMES } from '../history/history-blocks.ts';
import { historyPlots } from '../history/history-plots.ts';
import { HISTORY_FILE, loadHistory } from '../history/write-history.ts';
import { standalone } from '../plots/theme.ts';
import { frontPage } from '../render/markdown.ts';

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
      'For those who choose a version: how long a small message waits beside a transfer, by release of a server, a proxy or a browser. pnpm run docs writes this page from reports/history.csv, to which pnpm bench --history adds.',
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
    ['docs/history.md', text.replaceAll('](history-', `](${PICTURES}/history-`)],
    ...plots.map(({ id, svg }) => [`docs/${PICTURES}/${id}.svg`, standalone(svg)] as const),
  ]);
}
