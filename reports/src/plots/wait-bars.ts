import type { RunNetwork } from '@holbench/results/run-network';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import { type WaitPart, PARTS } from '@holbench/wait/parts';
import * as Plot from '@observablehq/plot';
import { valueText, withUnit } from '../document/figure-text.ts';
import { linkText } from '../document/link-text.ts';
import { PART_NAMES } from '../document/part-text.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import { TUNED, tunedArm } from '../figures/arm-settings.ts';
import type { Place } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { isTypical, type Waits, waitsAt } from '../verdicts/wait.ts';
import { armText, leftToTables, MOST_TOGETHER, type OfArm } from './arms.ts';
import { axisX } from './axes.ts';
import { draw, nameMarks, type Panel, type PlotSource } from './draw.ts';
import type { Plot as Picture } from './plot.ts';
import { INK, LINE, MUTED } from './theme.ts';
import { ON_PART, PART_LOOKS } from './part-looks.ts';
import { legendMarks, LEGEND_ROW, legendRows } from './wait-parts.ts';

const HOW =
  'Where a small message waited on the transfer’s connection: mean parts of the messages between the 45th and 55th percentile (middle) and of those above the 95th (tail), over all rounds. The request and the empty link are there without a transfer, too. Application, send buffer and sender are data that the sender has buffered. Right: the wait in ms, the sum of the parts. No tail, or no bar: messages were given up, or their paths are not known. Each network has an axis of its own.';

/** The bars of one variant and arm. */
interface Bars extends OfArm {
  readonly name: string;
  readonly bars: readonly { readonly label: string; readonly waits: Waits }[];
}

/**
 * A picture for each scenario and network of what was recorded: all variants with the run’s own
 * factors and tuned, then each variant that has more arms.
 */
export function waitBarPlots({ data, relation }: PlotSource): Picture[] {
  return scenariosOf('beside-bulk').flatMap(({ id: scenario }) =>
    data.manifest.networks.flatMap((network) => {
      const place = { network: network.profile.id, scenario, kind: 'text', fanOut: null } as const;
      const all = barsAt({ data, relation }, place);
      if (all.length === 0) return [];
      const isFirst = ({ arm, name }: Bars) => arm === '' || name.endsWith(`, ${TUNED}`);
      const first = all.filter(isFirst);
      const byVariant = [...Map.groupBy(all, ({ variant }) => variant.id)];
      const swept = byVariant.filter(([, own]) => !own.every(isFirst));
      const names = swept.map(([id]) => id).join(', ');
      const rest = swept.length === 0 ? '' : ` Other plots show the other arms of ${names}.`;
      return [
        ...(first.length === 0 ? [] : [picture(place, network, { of: '', shown: first, rest })]),
        ...swept.map(([of, own]) => {
          const left = leftToTables(own.length - MOST_TOGETHER);
          return picture(place, network, { of, shown: own.slice(0, MOST_TOGETHER), rest: left });
        }),
      ];
    }),
  );
}

function barsAt({ data, relation }: PlotSource, place: Place): Bars[] {
  const tail = waitsAt(relation, place, 'tail');
  const figures = relation.at(place);
  return waitsAt(relation, place, 'middle').map((waits): Bars => {
    const { variant, arm } = waits;
    const own = tail.find((each) => each.variant === variant && each.arm === arm);
    const tuned = tunedArm(
      data,
      figures.filter((figure) => figure.variant === variant),
    );
    const bars = [
      { label: 'middle', waits },
      ...(own === undefined ? [] : [{ label: 'tail', waits: own }]),
    ];
    return {
      variant,
      arm,
      name:
        arm !== '' && arm === tuned ? `${variant.code} ${variant.id}, ${TUNED}` : headerOf(waits),
      // A bar of the few rounds whose messages were answered would show a short wait where there is a long one.
      bars: bars.filter((bar) => isTypical(bar.waits)),
    };
  });
}

function picture(
  { network: id, scenario }: Place,
  network: RunNetwork,
  { of, shown, rest }: { of: string; shown: readonly Bars[]; rest: string },
): Picture {
  return draw({
    id: ['wait', scenario, of, id],
    network: id,
    topic: `${scenario}-wait`,
    title: `Where the message waited${of === '' ? '' : ` (${of})`} over ${networkText(id)}: load of a text beside a big ${directionOf(scenario)} (${scenarioText(scenario)})`,
    alt: barsText(shown),
    note: `${HOW}${rest}`,
    panels: [barsPanel(shown, [network.profile.id, linkText(network.profile)])],
  });
}

/** `node-ws: middle 1,393 ms: send buffer 1,102 ms, empty link 50.3 ms; tail …` */
function barsText(shown: readonly Bars[]): string {
  const texts = shown.map(({ bars, ...of }) => {
    const each = bars.map(({ label, waits: { total, parts } }) => {
      const own = parts.map(({ part, figure }) => `${PART_NAMES[part]} ${withUnit(figure)}`);
      return `${label} ${withUnit(total)} (${own.join(', ')})`;
    });
    return `${armText(of)}: ${each.join('; ') || 'no bar, messages were given up'}`;
  });
  return `${texts.join('. ')}.`;
}

const BAND = 15;
const LEFT = 50;
const RIGHT = 56;
/** Of the picture, without both. */
const FRAME = 360 - LEFT - RIGHT;
/** In pixels, of a segment with letters. */
const LEAST_SIGNED = 15;

interface Band {
  readonly head?: Bars;
  readonly bar?: Bars['bars'][number];
}

interface Segment {
  readonly band: number;
  readonly part: WaitPart;
  readonly from: number;
  readonly to: number;
}

function barsPanel(shown: readonly Bars[], heading: readonly string[]): Panel {
  const bands = shown.flatMap((head): Band[] => [{ head }, ...head.bars.map((bar) => ({ bar }))]);
  const heads = bands.flatMap(({ head }, band) => (head ? [{ ...head, band }] : []));
  const bars = bands.flatMap(({ bar }, band) => (bar ? [{ ...bar, band }] : []));
  const segments = bars.flatMap(({ waits, band }) => segmentsOf(waits, band));
  const most = Math.max(1, ...segments.map(({ to }) => to));
  const told = PARTS.filter((part) => segments.some((each) => each.part === part));
  const legendTop = 3 + 15 * heading.length;
  const marginTop = legendTop + LEGEND_ROW * legendRows(told) + 6;
  const isWide = ({ from, to }: Segment) => ((to - from) / most) * FRAME >= LEAST_SIGNED;
  const at = { y: 'band', frameAnchor: 'left', textAnchor: 'end', dx: -4 } as const;
  const total = ({ waits }: (typeof bars)[number]) => valueText(waits.total);
  return {
    marginTop,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginBottom: 34,
    height: marginTop + bands.length * BAND + 34,
    heading,
    x: { domain: [0, most] },
    y: { type: 'band', domain: [...bands.keys()], padding: 0, axis: null },
    marks: [
      ...axisX(5, 'ms'),
      Plot.barX(segments, {
        y: 'band',
        x1: 'from',
        x2: 'to',
        fill: ({ part }: Segment) => PART_LOOKS[part].fill,
        stroke: MUTED,
        strokeWidth: 0.5,
        insetTop: 1.5,
        insetBottom: 1.5,
      }),
      Plot.text(segments.filter(isWide), {
        y: 'band',
        x: ({ from, to }: Segment) => (from + to) / 2,
        text: ({ part }: Segment) => PART_LOOKS[part].sign,
        fill: ON_PART,
        fontSize: 9,
      }),
      Plot.ruleX([0], { stroke: LINE }),
      Plot.text(bars, { ...at, text: 'label', fill: MUTED }),
      Plot.text(bars, { ...at, frameAnchor: 'right', dx: RIGHT - 2, text: total, fill: INK }),
      ...nameMarks(heads, { y: 'band', frameAnchor: 'left', dx: 6 - LEFT }),
      ...legendMarks(told, { left: 8 - LEFT, top: legendTop - marginTop }),
    ],
  };
}

/** One after the other, in the order of the path. */
function segmentsOf({ parts }: Waits, band: number): Segment[] {
  let from = 0;
  return parts.flatMap(({ part, figure }): Segment[] => {
    const ms = Math.max(0, figure.value ?? 0);
    if (ms === 0) return [];
    from += ms;
    return [{ band, part, from: from - ms, to: from }];
  });
}
