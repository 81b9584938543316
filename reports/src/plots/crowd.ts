import * as Plot from '@observablehq/plot';
import { withUnit } from '../document/figure-text.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import type { Figure } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { scenariosOf } from '@holbench/scenarios/registry';
import { crowdSizes } from '../topics/bends.ts';
import { type ArmFigures, armText, byArm, byPicture } from './arms.ts';
import { axisY, logDomain, logTicks, MARGIN_LEFT, onOneAxis, type PanelOnAxis } from './axes.ts';
import { draw, type PlotSource } from './draw.ts';
import { legendHeight, legendMarks } from './legend.ts';
import type { Plot as Picture } from './plot.ts';
import { PAPER } from './theme.ts';

/** One panel each, above each other. */
const QUANTITIES = [
  { metric: 'load-p50', heading: 'Latency of a load in ms, p50' },
  { metric: 'load-p99', heading: 'Latency of a load in ms, p99' },
  { metric: 'cpu-per-user', heading: 'CPU of server and proxy per further user, ms in a second' },
  { metric: 'rss', heading: 'Memory of server and proxy, MiB' },
] as const;

const NOTE =
  'Numbers of users at once and values are logarithmic. A line goes through the medians of rounds; thin vertical lines: their intervals. Hollow: the client’s machine was the limit, so the server may be better than that. Per further user: compared with the fewest users.';

/** What more users do to each variant: latency, CPU and memory over their number. */
export function crowdPlots({ data, relation }: PlotSource): Picture[] {
  const ids = scenariosOf('crowd').map(({ id }) => id);
  return data.manifest.networks.flatMap(({ profile: { id: network } }) =>
    relation
      .placesOver(network, ({ scenario }) => ids.includes(scenario))
      .flatMap((place) => {
        const figures = relation.at(place).filter(({ value }) => value !== null);
        return byPicture(byArm(figures)).flatMap(({ of, shown, rest }) => {
          const users = crowdSizes(shown.flatMap((each) => each.figures));
          const [fewest = 1, most = 1] = [users.at(0), users.at(-1)];
          const panels = QUANTITIES.flatMap(
            (quantity, index) => panelOf(shown, quantity, index === 0) ?? [],
          );
          if (panels.length === 0) return [];
          return draw({
            id: ['crowd', place.scenario, of, network],
            network,
            topic: place.scenario,
            title: `More and more users at once${of === '' ? '' : ` (${of})`} over ${networkText(network)} (${scenarioText(place.scenario)})`,
            alt: shown.map(textOf).join('. '),
            note: `${NOTE}${rest}`,
            panels: onOneAxis(
              {
                type: 'log',
                domain: [fewest / 1.15, most * 1.15],
                ticks: users,
                label: 'users at once',
              },
              panels,
            ),
          });
        });
      }),
  );
}

const FRAME = 110;

/** @returns null where no variant has such figures. */
function panelOf(
  shown: readonly ArmFigures[],
  { metric, heading }: (typeof QUANTITIES)[number],
  isFirst: boolean,
): PanelOnAxis | null {
  const lines = shown.map(({ figures, variant: { colour } }) =>
    figures
      // None at or below zero, which a logarithmic axis has no place for.
      .filter((figure) => figure.metric.id === metric && (figure.value ?? 0) > 0)
      .map((figure) => ({ ...figure, users: Number(figure.series), colour }))
      .toSorted((a, b) => a.users - b.users),
  );
  const points = lines.flat();
  const domain = logDomain(points.map(({ value }) => value));
  if (domain === null) return null;
  // Names stand above the first panel.
  const keys = isFirst
    ? shown.map((each) => ({ name: headerOf(each), fill: each.variant.colour }))
    : [];
  const legend = { columns: 2, top: 20, marginLeft: MARGIN_LEFT };
  const marginTop = legend.top + legendHeight(keys, legend.columns) + 6;
  const at = { x: 'users', y: 'value', stroke: 'colour' } as const;
  const bounded = points.filter(
    ({ low, high }) => low !== null && high !== null && low > 0 && high < Infinity,
  );
  return {
    marginTop,
    height: marginTop + FRAME,
    heading: [heading],
    y: { type: 'log', domain: [...domain] },
    marks: [
      ...axisY(logTicks(domain, 4)),
      ...lines.map((line) => Plot.line(line, { ...at, strokeWidth: 1.75 })),
      Plot.ruleX(bounded, { x: 'users', y1: 'low', y2: 'high', stroke: 'colour' }),
      Plot.dot(points, {
        ...at,
        r: 3,
        fill: ({ ranked, colour }: (typeof points)[number]) => (ranked ? colour : PAPER),
      }),
      ...legendMarks(keys, { ...legend, marginTop }),
    ],
  };
}

function textOf({ figures, ...of }: ArmFigures): string {
  const told = QUANTITIES.map(({ metric, heading }) => {
    const own = figures.filter((figure: Figure) => figure.metric.id === metric);
    const values = own.map((figure) => `${withUnit(figure)} with ${figure.series}`).join(', ');
    return `${heading}: ${values || 'none'}`;
  });
  return `${armText(of)}: ${told.join('; ')}`;
}
