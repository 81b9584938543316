import type { PlaceAnswer } from '../topics/topic.ts';
import { capital } from '../document/format.ts';
import { unitText } from '../document/figure-text.ts';
import { BESIDE_BULK } from '../topics/beside-bulk.ts';
import { otherAnswers } from '../topics/topics.ts';
import type { PlotSource } from './draw.ts';
import { MARKS } from './measures.ts';
import { type Plot, plotId } from './plot.ts';
import { rowPlots } from './rows.ts';

/** Id of the picture beside the table of a place. */
export function pictureId({ topic, scenario, kind, network }: PlaceAnswer): string {
  return topic === BESIDE_BULK
    ? plotId('answer', scenario, network)
    : plotId('measure', scenario, kind, network);
}

/** What the servers of each other place are ordered by, best first. */
export function standingPlots(report: PlotSource): Plot[] {
  return otherAnswers(report).flatMap((place) => {
    const { topic, network, scenario, kind, series, rows } = place;
    const shown = rows.filter(({ main }) => main.value !== null);
    const unit = shown[0]?.main.metric.unit ?? 'ms';
    return rowPlots(
      shown.map(({ variant, main }) => ({
        variant,
        arm: '',
        rows: [{ label: '', figure: main }],
      })),
      {
        id: ['measure', scenario, kind],
        network,
        topic: 'measures',
        title: capital(topic.asks(place, series)),
        note: MARKS,
        label: `${unitText(unit)}, logarithmic`,
      },
    );
  });
}
