import type { Sentence } from '../document/block.ts';
import { plural } from '../document/format.ts';
import type { Figure, Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { figurePart, listing, nameOf, split } from '../verdicts/sentences.ts';

/** A load that takes this many times as long as with the fewest users: where a server bends. */
const BENT = 2;

/** Numbers of users of which there are figures, ascending. */
export function crowdSizes(figures: readonly Figure[]): number[] {
  const sizes = figures.flatMap(({ series, cells }) =>
    series === '' || cells.length === 0 ? [] : Number(series),
  );
  return [...new Set(sizes)].toSorted((a, b) => a - b);
}

/** From how many users on the loads of each server take twice as long. */
export function bendSentences({ relation }: Pick<Report, 'relation'>, place: Place): Sentence[] {
  const latencies = relation
    .at(place)
    .filter(({ arm, value, metric }) => arm === '' && value !== null && metric.id === 'load-p50');
  const sizes = crowdSizes(latencies);
  const [fewest, most] = [sizes.at(0), sizes.at(-1)];
  if (fewest === undefined || most === undefined || fewest === most) return [];
  const byVariant = [...Map.groupBy(latencies, ({ variant }) => variant).values()];
  const bends = byVariant.flatMap((own) => bendOf(own, fewest) ?? []);
  const [bent, limited] = split(bends, ({ ranked }) => ranked);
  const than = `${BENT} times as long as with ${plural(fewest, 'user')}`;
  const from = (figure: Figure): Sentence => [
    `${nameOf(figure)} from `,
    figurePart(figure, `${figure.series} users`),
    ' on',
  ];
  if (bends.length === 0) {
    return [
      [
        `With up to ${most} users, loads take less than ${than} (p50), while the client’s machine has room.`,
      ],
    ];
  }
  return [
    ...listing(`Loads take more than ${than} (p50): `, bent, from),
    ...listing(`With the client’s machine at its limit, more than ${than}: `, limited, from),
  ];
}

/**
 * The figure of the fewest users with whom a variant's loads take twice as long as with `fewest`; null where
 * none do, or that is not known.
 */
function bendOf(latencies: readonly Figure[], fewest: number): Figure | null {
  const ascending = latencies.toSorted((a, b) => Number(a.series) - Number(b.series));
  const alone = ascending.find(({ series }) => Number(series) === fewest)?.value ?? Infinity;
  return ascending.find(({ value }) => (value ?? 0) > BENT * alone) ?? null;
}
