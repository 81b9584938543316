import { answersOf, endsOf, inSentence, levelAmong } from '../answer/place-answer.ts';
import { goalOf } from '../answer/sentences.ts';
import type { TableBlock } from '../document/block.ts';
import { levelText, numberText } from '../document/figure-text.ts';
import { VARIANTS } from '@holbench/variants/registry';
import { idText } from '../document/id-text.ts';
import { textTable } from '../document/text-table.ts';
import { type Figure, type Place, placeKey } from '../figures/figure.ts';
import { detectable, intervalWords, versus } from '../figures/versus.ts';
import type { Report } from '../report.ts';
import { BESIDE_BULK } from '../topics/beside-bulk.ts';

/**
 * The servers of a place against the best of them, and against the first WebSocket, which most of these users have, by
 * pairs of connections; null without two.
 */
export function serversCompared(report: Report, place: Place): TableBlock | null {
  const answer = answersOf(report, [BESIDE_BULK]).find(
    (each) => placeKey(placeOf(each)) === placeKey(place),
  );
  if (answer === undefined) return null;
  const { best, measured } = endsOf(answer);
  if (best === undefined || measured.length < 2) return null;
  const [webSocket] = VARIANTS.filter(({ protocol }) => protocol === 'websocket').flatMap(
    ({ id }) => measured.filter(({ variant }) => variant.id === id),
  );
  const bases = [...new Set([best, ...(webSocket ? [webSocket] : [])])];
  const level = levelAmong(measured);
  const { share } = goalOf(report.data, place, best.main);
  const rows = measured.map((row) => [
    inSentence(row),
    ...bases.flatMap((base) => {
      if (row === base) return ['–', '–'];
      const found = versus(row.main, base.main, { level });
      return [
        intervalWords(found, row.main.metric.unit) || '–',
        findingText(row.main, base.main, { share, level }),
      ];
    }),
  ]);
  return textTable({
    id: `table-compared-${place.scenario}-${idText(place.network)}`,
    title: 'Wait during the transfer, of pairs of servers',
    look: 'text',
    header: ['This', ...bases.flatMap((base) => [`This ÷ ${inSentence(base)}`, 'This is'])],
    rows,
    notes: [
      [
        `Intervals of connections with the same draw, in pairs, each with a level of ${levelText(level)}: those of all pairs hold together with 95 %. Equivalent: by two one-sided tests, at 5 % together.`,
      ],
    ],
  });
}

function placeOf({ network, scenario, kind }: Place): Place {
  return { network, scenario, kind };
}

/** @param share within which two are equivalent. */
export function findingText(
  figure: Figure,
  best: Figure,
  { share, level }: { readonly share: number; readonly level: number },
): string {
  const found = versus(figure, best, { level });
  if (found.decision === 'higher') return 'slower';
  if (found.decision === 'lower') return 'faster';
  if (found.decision === 'too few') return 'too few connections';
  // Two one-sided tests look at an interval that leaves twice as much.
  const tests = versus(figure, best, { level: 2 * level - 1, within: share });
  if (tests.decision === 'equivalent') return `equivalent within ${100 * share} %`;
  const seen = detectable(found);
  return seen === null || !found.isRatio
    ? 'undecided'
    : `undecided (could have seen ${numberText(seen, 'x')} ×)`;
}
