import type { Answer } from '../model/answer.ts';
import { plotId } from '../plots/plot-id.ts';
import type { Plot } from '../plots/plot.ts';

/** Of the first screen: one network beside the other, in the order of its sentences. */
export function answerPlots(answers: readonly Answer[], plots: readonly Plot[]): Plot[] {
  const [first] = answers;
  return answers
    .filter(({ scenario }) => scenario === first?.scenario)
    .flatMap(({ network, scenario }) =>
      plots.filter(({ id }) => id === plotId('holb', scenario, 'load', network)),
    );
}
