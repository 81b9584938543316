import type { PlaceAnswer } from '../topics/topic.ts';
import { capital } from '../document/format.ts';
import { unitText, valueText } from '../document/figure-text.ts';
import { cautionedText, CAUTION_MARK } from '../figures/cautions.ts';
import type { Figure } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { BESIDE_BULK } from '../topics/beside-bulk.ts';
import { otherAnswers } from '../topics/topics.ts';
import { type BarGroup, barsPanel } from './bars.ts';
import { draw, type PlotSource } from './draw.ts';
import { type Plot, plotId } from './plot.ts';
import { rowsText } from './row-text.ts';

const NOTE = `Bar: median of rounds, or geometric mean of connections. Circles: each of these. Thin line: its interval. ‡: limited by the client or the browser, so not ranked. ${CAUTION_MARK}: a caution limits the figure; the notes of its table say which one.`;

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
    const figures = rows.flatMap(({ main }) => (main.value === null ? [] : [main]));
    const [first] = figures;
    if (first === undefined) return [];
    const unit = unitText(first.metric.unit);
    return draw({
      id: ['measure', scenario, kind, network],
      network,
      topic: 'measures',
      title: `${capital(topic.asks(place, series))} over ${network}`,
      alt: rowsText(
        figures.map((figure) => ({
          variant: figure.variant,
          arm: figure.arm,
          rows: [{ label: '', figure }],
        })),
      ),
      note: NOTE,
      panels: [barsPanel(figures.map(groupOf), { keys: [], columns: 1, unit })],
    });
  });
}

function groupOf(figure: Figure): BarGroup {
  const { variant, arm, value, low, high, points, ranked } = figure;
  const marks = `${ranked ? '' : ' ‡'}${cautionedText(figure) === '' ? '' : ` ${CAUTION_MARK}`}`;
  return {
    head: { variant, name: headerOf({ variant, arm }) },
    bars: [
      {
        label: '',
        value: `${valueText(figure)}${marks}`,
        parts: [{ key: { name: '', fill: variant.colour }, size: value ?? 0 }],
        interval: low === null || high === null ? undefined : [low, high],
        points: points.length < 2 ? [] : points.map((point) => point.low).filter(Number.isFinite),
      },
    ],
  };
}
