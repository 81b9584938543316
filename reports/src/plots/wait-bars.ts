import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import { valueText } from '../document/figure-text.ts';
import { linkText } from '../document/link-text.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import { TUNED } from '../figures/arm-settings.ts';
import type { Place } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { isTypical, type Waits, waitsAt } from '../verdicts/wait.ts';
import { byPicture, isTunedArm, type OfArm } from './arms.ts';
import { type Bar, type BarGroup, barsPanel, barsText } from './bars.ts';
import { draw, type PlotSource } from './draw.ts';
import { PART_KEYS, partKey } from './legend.ts';
import type { Plot as Picture } from './plot.ts';

const HOW =
  'The request and the empty link are there without a transfer, too. Application, send buffer and sender are data that the sender has buffered. Right: the wait in ms, the sum of the parts. No bar: messages were given up, or their paths are not known. Each network has an axis of its own.';

/** A picture for each scenario and network of what was recorded. */
export function waitBarPlots({ data, relation }: PlotSource): Picture[] {
  return scenariosOf('beside-bulk').flatMap(({ id: scenario }) =>
    data.manifest.networks.flatMap(({ profile }) => {
      const { id: network } = profile;
      const place = { network, scenario, kind: 'text' } as const;
      return byPicture(groupsAt({ data, relation }, place)).map(({ of, shown, rest }) =>
        draw({
          id: ['wait', scenario, of, network],
          network,
          topic: `${scenario}-wait`,
          title: `Where the message waited${of === '' ? '' : ` (${of})`} over ${networkText(network)}: load of a text beside a big ${directionOf(scenario)} (${scenarioText(scenario)})`,
          alt: barsText(shown, 'ms'),
          note: `Where a small message waited on the transfer’s connection: mean parts of all messages in the first seconds of the transfer, over all connections. ${HOW}${rest}`,
          panels: [
            barsPanel(shown, {
              keys: PART_KEYS,
              columns: 3,
              heading: [network, linkText(profile)],
              unit: 'ms',
            }),
          ],
        }),
      );
    }),
  );
}

function groupsAt({ data, relation }: PlotSource, place: Place) {
  const figures = relation.at(place);
  return waitsAt(relation, place, 'during').map((waits): BarGroup & OfArm => {
    const { variant, arm } = waits;
    const isTuned = isTunedArm(waits, data, figures);
    const name = isTuned ? `${headerOf({ variant, arm: '' })}, ${TUNED}` : headerOf(waits);
    return { variant, arm, isTuned, head: { variant, name }, bars: [barOf('during', waits)] };
  });
}

function barOf(label: string, waits: Waits): Bar {
  // A bar of the few rounds whose messages were answered would show a short wait where there is a long one.
  if (!isTypical(waits)) return { label, value: '', parts: [], words: 'messages were given up' };
  const parts = waits.parts.map(({ part, figure }) => {
    return { key: partKey(part), size: Math.max(0, figure.value ?? 0) };
  });
  return { label, value: valueText(waits.total), parts };
}
