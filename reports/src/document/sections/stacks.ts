import { type Stack, stackOf } from '@holbench/variants/stacks';
import { shownVariants } from '../../figures/selections.ts';
import type { SectionOf } from '../../report.ts';

const COLUMNS: readonly (readonly [keyof Stack, string])[] = [
  ['name', 'Carried by'],
  ['initialWindow', 'Initial window (packets)'],
  ['pacing', 'Pacing'],
  ['congestionControl', 'Congestion control'],
  ['lossRecovery', 'Loss recovery'],
  ['scheduling', 'Order of streams'],
  ['receiveWindows', 'Window of an upload'],
];

/** What differs between variants besides their protocol. */
export const stacksSection: SectionOf = ({ data }) => ({
  id: 'stacks',
  title: 'What each stack does by default',
  blocks: [
    {
      block: 'table',
      id: 'stack-facts',
      title: '',
      look: 'text',
      header: ['Variant', ...COLUMNS.map(([, title]) => title)],
      rows: shownVariants(data).map((variant) => {
        const stack = stackOf(variant);
        const facts = COLUMNS.map(([key]) => ({ text: [stack[key]] }));
        return { cells: [{ text: [`${variant.code} ${variant.id}`] }, ...facts] };
      }),
      notes: [
        [
          'Of the sender of a download, but for the last column. An option in brackets changes it. Facts of the programs’ sources: docs/stacks.md.',
        ],
      ],
    },
  ],
});
