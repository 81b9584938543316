import type { RunNetwork } from '@holbench/results/run-network';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import { valueText, withUnit } from '../document/figure-text.ts';
import { linkText } from '../document/link-text.ts';
import { PART_NAMES } from '../document/part-text.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import { TUNED } from '../figures/arm-settings.ts';
import type { Place } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { isTypical, type Waits, waitsAt } from '../verdicts/wait.ts';
import { armText, byPicture, isTunedArm, type OfArm, type PicturePart } from './arms.ts';
import { type BarGroup, barsPanel } from './bars.ts';
import { draw, type PlotSource } from './draw.ts';
import { PART_KEYS, partKey } from './legend.ts';
import type { Plot as Picture } from './plot.ts';

const HOW =
  'Where a small message waited on the transfer’s connection: mean parts of the messages between the 45th and 55th percentile (middle) and of those above the 95th (tail), over all rounds. The request and the empty link are there without a transfer, too. Application, send buffer and sender are data that the sender has buffered. Right: the wait in ms, the sum of the parts. No tail, or no bar: messages were given up, or their paths are not known. Each network has an axis of its own.';

/** The bars of one variant and arm. */
interface Bars extends OfArm {
  readonly bars: readonly { readonly label: string; readonly waits: Waits }[];
}

/** A picture for each scenario and network of what was recorded. */
export function waitBarPlots({ data, relation }: PlotSource): Picture[] {
  return scenariosOf('beside-bulk').flatMap(({ id: scenario }) =>
    data.manifest.networks.flatMap((network) => {
      const place = { network: network.profile.id, scenario, kind: 'text', fanOut: null } as const;
      const parts = byPicture(barsAt({ data, relation }, place));
      return parts.map((part) => picture(place, network, part));
    }),
  );
}

function barsAt({ data, relation }: PlotSource, place: Place): Bars[] {
  const tail = waitsAt(relation, place, 'tail');
  const figures = relation.at(place);
  return waitsAt(relation, place, 'middle').map((waits): Bars => {
    const { variant, arm } = waits;
    const own = tail.find((each) => each.variant === variant && each.arm === arm);
    const bars = [
      { label: 'middle', waits },
      ...(own === undefined ? [] : [{ label: 'tail', waits: own }]),
    ];
    return {
      variant,
      arm,
      isTuned: isTunedArm(waits, data, figures),
      // A bar of the few rounds whose messages were answered would show a short wait where there is a long one.
      bars: bars.filter((bar) => isTypical(bar.waits)),
    };
  });
}

function picture(
  { network: id, scenario }: Place,
  network: RunNetwork,
  { of, shown, rest }: PicturePart<Bars>,
): Picture {
  return draw({
    id: ['wait', scenario, of, id],
    network: id,
    topic: `${scenario}-wait`,
    title: `Where the message waited${of === '' ? '' : ` (${of})`} over ${networkText(id)}: load of a text beside a big ${directionOf(scenario)} (${scenarioText(scenario)})`,
    alt: barsText(shown),
    note: `${HOW}${rest}`,
    panels: [
      barsPanel(shown.map(groupOf), {
        keys: PART_KEYS,
        columns: 3,
        heading: [id, linkText(network.profile)],
        unit: 'ms',
      }),
    ],
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

function groupOf({ isTuned: tuned, bars, ...of }: Bars): BarGroup {
  const name = tuned ? `${headerOf({ ...of, arm: '' })}, ${TUNED}` : headerOf(of);
  return {
    head: { variant: of.variant, name },
    bars: bars.map(({ label, waits: { parts, total } }) => ({
      label,
      value: valueText(total),
      parts: parts.map(({ part, figure }) => ({
        key: partKey(part),
        size: Math.max(0, figure.value ?? 0),
      })),
    })),
  };
}
