import { COMBINATIONS } from '@holbench/variants/feasibility';
import type { SectionOf } from '../../report.ts';
import { textTable } from '../text-table.ts';

/** Combinations that are no variants, each with its evidence and the day on which that was seen. */
export const feasibilitySection: SectionOf = () => {
  const text =
    'Combinations that are no variants. They were not tested in this run, but on the day and with the versions that their rows name.';
  const rows = Object.entries(COMBINATIONS).map(([id, combination]) => ({
    id,
    ...combination,
    command: `HOLBENCH_SLOW_TESTS=1 pnpm exec vitest run tests/feasibility -t ${id}`,
  }));
  const table = textTable({
    id: 'feasibility',
    look: 'prose',
    header: ['Combination', 'Works', 'Evidence', 'How to see it'],
    rows: rows.map(({ what, versions, works, evidence, tested, command }) => [
      `${what}: ${versions}`,
      [works ? { text: 'yes', style: 'good' } : { text: 'no', style: 'bad' }],
      `${evidence} (tested ${tested})`,
      [{ text: command, style: 'code' }],
    ]),
    records: rows,
  });
  const blocks = [{ block: 'prose' as const, text: [text] }, table];
  return { id: 'feasible', title: 'Feasibility', blocks };
};
