import { averageFor, type Metric } from '@holbench/scenarios/metric';
import { amountOf, inLine, plainAmount } from '../answer/amounts.ts';
import { answersOf } from '../answer/place-answer.ts';
import { BESIDE_BULK } from '../topics/beside-bulk.ts';
import { type Cause, CAUSES, causesOf } from '../topics/causes.ts';
import type { AnswerRow, PlaceAnswer } from '../topics/topic.ts';
import { type Bar, type BarGroup, barsPanel, barsText } from './bars.ts';
import { draw, type PlotSource } from './draw.ts';
import type { Key } from './legend.ts';
import { PART_LOOKS } from './part-looks.ts';
import type { Plot as Picture } from './plot.ts';

/** How to read the signs that a picture has. */
function noteOf(groups: readonly BarGroup[], metric: Metric): string {
  const { name, unit } = averageFor(metric);
  const bars = groups.flatMap((group) => group.bars);
  const names = new Set(bars.flatMap(({ parts }) => parts.map(({ key }) => key.name)));
  const isRecorded = CAUSES.some(({ name }) => names.has(name));
  const hasIntervals = bars.some(({ interval }) => interval !== undefined);
  const hasPoints = bars.some(({ points = [] }) => points.length > 0);
  return [
    'Grey: a message alone. Colour: what the transfer adds.',
    ...(isRecorded
      ? [
          `By what it waits for, as a mean of ${unit === 'connection' ? 'all messages' : 'the messages near the median'} whose paths were recorded.`,
        ]
      : []),
    ...(hasIntervals ? [`Thin line: 95 % interval of the ${name}; ▶: beyond the picture.`] : []),
    ...(hasPoints ? [`Circles: each ${unit}.`] : []),
  ].join(' ');
}

/** The picture of the first screen: for each server a bar from the wait alone to the wait during the transfer. */
export function answerBarPlots(report: PlotSource): Picture[] {
  return answersOf(report, [BESIDE_BULK]).flatMap((place) => {
    const [first] = place.rows;
    if (first === undefined) return [];
    const groups = place.rows.map((row) => groupOf(report, place, row));
    return draw({
      id: ['answer', place.scenario, place.network],
      network: place.network,
      topic: 'answer',
      title: `What a small message waits for · ${place.network}`,
      alt: barsText(groups, place.unit),
      note: noteOf(groups, first.main.metric),
      panels: [barsPanel(groups, { keys: KEYS, columns: 1, unit: place.unit })],
    });
  });
}

const ALONE: Key = { name: 'alone', fill: '#a3adb8' };
const UNKNOWN: Key = { name: 'added during the transfer', fill: '#d9b382' };
const KEYS: readonly Key[] = [ALONE, ...CAUSES.map(keyOf), UNKNOWN];

/** Its colour is that of its first part. */
function keyOf({ name, parts: [part = 'path'] }: Cause): Key {
  return { name, fill: PART_LOOKS[part].fill };
}

/** A server without answers has words instead of a bar. */
function groupOf(report: PlotSource, place: PlaceAnswer, row: AnswerRow): BarGroup {
  const { main, figures, name, settings, variant } = row;
  const divisor = place.unit === 's' ? 1_000 : 1;
  const head = { variant, name: settings === '' ? name : `${name}, ${settings}` };
  if (main.value === null || main.bound !== '') {
    const words = inLine(amountOf(main, place.unit));
    return { head, bars: [{ label: '', value: '', parts: [], words }] };
  }
  const during = main.value / divisor;
  const alone = Math.min((figures['alone']?.value ?? 0) / divisor, during);
  const known = causesOf(report, place, row);
  const added =
    known.length === 0
      ? [{ key: UNKNOWN, share: 1 }]
      : known.map(({ cause, share }) => ({ key: keyOf(cause), share }));
  const bar: Bar = {
    label: '',
    value: plainAmount(main, place.unit),
    parts: [
      { key: ALONE, size: alone },
      ...added.map(({ key, share }) => ({ key, size: share * (during - alone) })),
    ],
    interval:
      main.low === null || main.high === null
        ? undefined
        : [main.low / divisor, main.high / divisor],
    // A bound stands where it is.
    points: main.points.map(({ low }) => low / divisor).filter(Number.isFinite),
  };
  return { head, bars: [bar] };
}
