import { makespanOf } from '../makespan.ts';
import { byLabel, type Metric, type Round } from '../metric.ts';
import { FILES, HALVES } from './scenario.ts';

const ofHalf = (round: Pick<Round, 'samples'>, half: string) =>
  makespanOf(byLabel(round).get(half) ?? [], FILES);

export const metrics: readonly Metric[] = [
  {
    id: 'makespan',
    title: `makespan of ${FILES} files,`,
    unit: 'ms',
    better: 'lower',
    definition:
      'latest t + d − earliest t of all files; from the floor, a server without an application, and from the variant, which checks each file’s hash',
    series: () => Object.values(HALVES),
    estimate: { of: 'rounds', value: ofHalf },
  },
  {
    id: 'floor-ratio',
    title: 'variant ÷ floor',
    unit: 'x',
    better: 'lower',
    definition: 'makespan of the variant ÷ that of its transport’s floor in the same cell',
    estimate: {
      of: 'rounds',
      value: (round) => {
        const floor = ofHalf(round, HALVES.floor).value;
        const variant = ofHalf(round, HALVES.variant).value;
        return floor === null || variant === null ? 'failed' : { value: variant / floor, n: FILES };
      },
    },
  },
];
