import { historyBlocks } from '../../history/history-blocks.ts';
import { historyOf } from '../../history/history-of.ts';
import type { SectionOf } from '../../report.ts';

/** What versions of a program change; null where the run has one version of each. */
export const historySection: SectionOf = (report) => {
  const points = historyOf(report);
  if (points.length === 0) return null;
  return { id: 'history', title: 'Which version changed it', blocks: historyBlocks(points) };
};
