import * as Plot from '@observablehq/plot';
import { amountOf, inLine, plainAmount } from '../answer/amounts.ts';
import { answersOf } from '../answer/place-answer.ts';
import type { AnswerRow, PlaceAnswer } from '../topics/topic.ts';
import { BESIDE_BULK } from '../topics/beside-bulk.ts';
import { type Cause, CAUSES, causesOf } from '../topics/causes.ts';
import { axisX } from './axes.ts';
import { draw, nameMarks, type Named, type Panel, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { PART_LOOKS } from './part-looks.ts';
import { BAD, INK, LINE, MUTED } from './theme.ts';

/** How to read the signs that a picture has. */
function noteOf(bars: readonly Bar[]): string {
  const looks = new Set(bars.flatMap(({ segments }) => segments.map(({ look }) => look.name)));
  const isRecorded = CAUSES.some(({ name }) => looks.has(name));
  const hasIntervals = bars.some(({ low, high }) => low < high);
  return [
    'Grey: a message alone. Colour: what the transfer adds.',
    ...(isRecorded
      ? [
          'By what it waits for, as a mean of the messages near the median whose paths were recorded.',
        ]
      : []),
    ...(hasIntervals ? ['Thin line: 95 % interval of the median; ▶: beyond the picture.'] : []),
  ].join(' ');
}

/** The picture of the first screen: for each server a bar from the wait alone to the wait during the transfer. */
export function answerBarPlots(report: PlotSource): Picture[] {
  return answersOf(report, [BESIDE_BULK]).map((place) => {
    const bars = place.rows.map((row) => barOf(report, place, row));
    return draw({
      id: ['answer', place.scenario, place.network],
      network: place.network,
      topic: 'answer',
      title: `What a small message waits for · ${place.network}`,
      alt: `${bars.map(({ head, text }) => `${head.name}: ${text}`).join('. ')}.`,
      note: noteOf(bars),
      panels: [barsPanel(bars, place.unit)],
    });
  });
}

/** A piece of a bar, in the unit of its place. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly look: Look;
}

interface Look {
  readonly name: string;
  readonly fill: string;
}

const ALONE: Look = { name: 'alone', fill: '#a3adb8' };
const UNKNOWN: Look = { name: 'added during the transfer', fill: '#d9b382' };
const LOOKS: readonly Look[] = [ALONE, ...CAUSES.map(lookOf), UNKNOWN];

/** That of its first part. */
function lookOf({ name, parts: [part = 'path'] }: Cause): Look {
  return { name, fill: PART_LOOKS[part].fill };
}

/** What the bar of a server shows; without answers it has no segments, but words. */
interface Bar {
  readonly head: Named;
  readonly text: string;
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly segments: readonly Segment[];
}

function barOf(report: PlotSource, place: PlaceAnswer, row: AnswerRow): Bar {
  const { main, figures, name, settings, variant } = row;
  const divisor = place.unit === 's' ? 1_000 : 1;
  const isAnswered = main.value !== null && main.bound === '';
  const during = (main.value ?? 0) / divisor;
  const alone = Math.min((figures['alone']?.value ?? 0) / divisor, during);
  const known = causesOf(report, place, row);
  const added =
    known.length === 0
      ? [{ look: UNKNOWN, share: 1 }]
      : known.map(({ cause, share }) => ({ look: lookOf(cause), share }));
  let from = alone;
  const segments = added.map(({ look, share }): Segment => {
    const to = from + share * (during - alone);
    const segment = { from, to, look };
    from = to;
    return segment;
  });
  return {
    head: { variant, name: settings === '' ? name : `${name}, ${settings}` },
    text: inLine(amountOf(main, place.unit)),
    label: isAnswered ? plainAmount(main, place.unit) : '',
    low: isAnswered && main.low !== null ? main.low / divisor : NaN,
    high: isAnswered && main.high !== null ? main.high / divisor : NaN,
    segments: isAnswered ? [{ from: 0, to: alone, look: ALONE }, ...segments] : [],
  };
}

const STARTS = { frameAnchor: 'left', textAnchor: 'start' } as const;
/** In pixels. */
const BAND = 16;
const RIGHT = 58;
/** An interval may be longer than the bars by far. */
const MOST_BEYOND = 1.3;
/** Of the picture: what is shorter needs no name. */
const LEAST_SEEN = 0.01;

function barsPanel(bars: readonly Bar[], unit: string): Panel {
  const at = bars.map((bar, index) => ({ ...bar, band: 2 * index + 1 }));
  const segments = at.flatMap(({ band, segments: own }) => own.map((each) => ({ ...each, band })));
  const heads = at.map(({ head, band }) => ({ ...head, band: band - 1 }));
  const barless = at.filter(({ segments: own }) => own.length === 0);
  const longest = Math.max(Number.MIN_VALUE, ...segments.map(({ to }) => to));
  const highest = Math.max(longest, ...at.map(({ high }) => (Number.isFinite(high) ? high : 0)));
  const shown = Math.min(MOST_BEYOND * longest, highest);
  const isSeen = ({ from, to }: Segment) => to - from > LEAST_SEEN * shown;
  const told = LOOKS.filter(({ name }) =>
    segments.some((segment) => segment.look.name === name && isSeen(segment)),
  );
  const marginTop = 6 + BAND * told.length;
  const y = 'band';
  const corner = { frameAnchor: 'top-left', lineAnchor: 'middle' } as const;
  return {
    marginTop,
    marginLeft: 6,
    marginRight: RIGHT,
    marginBottom: 34,
    height: marginTop + 2 * BAND * bars.length + 34,
    x: { domain: [0, shown], clamp: true },
    y: { type: 'band', domain: [...Array.from({ length: 2 * bars.length }).keys()], axis: null },
    marks: [
      ...axisX(4, unit),
      Plot.barX(segments, {
        y,
        x1: 'from',
        x2: 'to',
        fill: ({ look }: Segment) => look.fill,
        insetTop: 1,
        insetBottom: 3,
      }),
      Plot.ruleX([0], { stroke: LINE }),
      Plot.ruleY(
        at.filter(({ low, high }) => low < high),
        { y, x1: 'low', x2: 'high', stroke: INK },
      ),
      Plot.text(barless, { y, text: 'text', ...STARTS, fill: BAD, dx: 14 }),
      // An interval that goes on.
      Plot.text(
        at.filter(({ high }) => high > shown),
        { y, text: () => '▶', frameAnchor: 'right', textAnchor: 'start', dx: -2, fill: INK },
      ),
      Plot.text(at, {
        y,
        text: 'label',
        frameAnchor: 'right',
        textAnchor: 'end',
        dx: RIGHT - 4,
        fill: INK,
      }),
      ...nameMarks(heads, { y, frameAnchor: 'left', dx: 5 }),
      ...told.flatMap(({ name, fill }, index) => {
        const dy = BAND * (index + 0.5) + 3 - marginTop;
        return [
          Plot.dot([name], { ...corner, symbol: 'square', r: 5, fill, dx: 5, dy }),
          Plot.text([name], { ...corner, textAnchor: 'start', fill: MUTED, dx: 16, dy }),
        ];
      }),
    ],
  };
}
