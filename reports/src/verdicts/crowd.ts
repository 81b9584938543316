import { scenariosOf } from '@holbench/scenarios/registry';
import type { Sentence } from '../document/block.ts';
import { plural } from '../document/format.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import type { Figure, Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';
import { figurePart, listing, nameOf, split, tooFewText } from './sentences.ts';

/** A load that takes this many times as long as with the fewest users: where a variant bends. */
const BENT = 2;

/** The places of growing crowds over a network. */
export function crowdPlaces({ relation }: Pick<Report, 'relation'>, network: string): Place[] {
  const ids = scenariosOf('crowd').map(({ id }) => id);
  return relation.placesOver(network, ({ scenario }) => ids.includes(scenario));
}

/** Numbers of users of which there are figures, ascending. */
export function crowdSizes(figures: readonly Figure[]): number[] {
  const sizes = figures.flatMap(({ series, cells }) =>
    series === '' || cells.length === 0 ? [] : Number(series),
  );
  return [...new Set(sizes)].toSorted((a, b) => a - b);
}

/** From how many users on the loads of each variant take twice as long, and what the most users cost. */
export function crowdSentences({ relation }: Pick<Report, 'relation'>, place: Place): Sentence[] {
  const all = relation.at(place).filter(({ arm, value }) => arm === '' && value !== null);
  const of = (metric: string): Figure[] => all.filter((each) => each.metric.id === metric);
  const latencies = of('load-p50');
  const sizes = crowdSizes(latencies);
  const [fewest, most] = [sizes.at(0), sizes.at(-1)];
  if (fewest === undefined || most === undefined || fewest === most) return [];
  const byVariant = [...Map.groupBy(latencies, ({ variant }) => variant).values()];
  const bends = byVariant.flatMap((own) => bendOf(own, fewest) ?? []);
  const [bent, limited] = split(bends, ({ ranked }) => ranked);
  const cost = (metric: string): Figure[] =>
    of(metric)
      .filter(({ series }) => Number(series) === most)
      .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
  // Memory is what it was when a window began: a server that has let go of some has less than before.
  const [grew, lessOrSame] = split(cost('rss-per-user'), ({ value }) => (value ?? 0) > 0);
  const few = latencies.filter(({ rounds }) => rounds < ENOUGH_ROUNDS);
  const than = `${BENT} times as long as with ${plural(fewest, 'user')}`;
  const from = (figure: Figure): Sentence => [
    `${nameOf(figure)} from `,
    figurePart(figure, `${figure.series} users`),
    ' on',
  ];
  return [
    ...(bends.length === 0
      ? [
          [
            `With up to ${most} users, loads take less than ${than} (p50), while the client’s machine has room.`,
          ],
        ]
      : []),
    ...listing(`Loads take more than ${than} (p50): `, bent, from),
    ...listing(`With the client’s machine at its limit, more than ${than}: `, limited, from),
    ...(few.length === 0 ? [] : [[`Too few rounds to be sure (${tooFewText(few)}).`]]),
    ...listing(
      `CPU of server and proxy per further user and second, of ${most}: `,
      cost('cpu-per-user'),
    ),
    ...listing(`Memory of server and proxy per further user, of ${most}: `, grew),
    ...listing(
      `Memory of server and proxy is not more with ${most} users than with ${fewest}: `,
      lessOrSame,
      (figure) => [nameOf(figure)],
    ),
    ...listing(`Of one core, the browsers of ${most} users take: `, cost('client-share')),
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
