import * as Plot from '@observablehq/plot';
import { withUnit } from '../document/figure-text.ts';
import { networkText, scenarioText } from '../document/place-name.ts';
import type { Figure } from '../figures/figure.ts';
import { headerOf } from '../figures/selections.ts';
import { scenariosOf } from '@holbench/scenarios/registry';
import { crowdSizes } from '../topics/bends.ts';
import { type ArmFigures, armText, byArm, byPicture } from './arms.ts';
import { axisX, axisY, logDomain, logTicks } from './axes.ts';
import { draw, nameMarks, type Panel, type PlotSource } from './draw.ts';
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
          // All panels have one horizontal axis.
          const users = crowdSizes(shown.flatMap((each) => each.figures));
          const panels = QUANTITIES.flatMap(
            (quantity, index) => panelOf(shown, quantity, users, index === 0) ?? [],
          );
          if (panels.length === 0) return [];
          return draw({
            id: ['crowd', place.scenario, of, network],
            network,
            topic: place.scenario,
            title: `More and more users at once${of === '' ? '' : ` (${of})`} over ${networkText(network)} (${scenarioText(place.scenario)})`,
            alt: shown.map(textOf).join('. '),
            note: `${NOTE}${rest}`,
            panels,
          });
        });
      }),
  );
}

const FRAME = 110;
const MARGINS = { marginLeft: 42, marginRight: 14, marginBottom: 34 } as const;
/** Above a frame: its heading, and in the first one rows of names. */
const GAP = 24;
const NAME_ROW = 15;
const NAME_COLUMNS = 2;

/** @returns null where no variant has such figures. */
function panelOf(
  shown: readonly ArmFigures[],
  { metric, heading }: (typeof QUANTITIES)[number],
  users: readonly number[],
  isFirst: boolean,
): Panel | null {
  const own = shown.map(({ figures, ...of }) => ({
    ...of,
    points: figures
      // None at or below zero, which a logarithmic axis has no place for.
      .filter((figure) => figure.metric.id === metric && (figure.value ?? 0) > 0)
      .map((figure) => ({ ...figure, users: Number(figure.series), colour: of.variant.colour }))
      .toSorted((a, b) => a.users - b.users),
  }));
  const points = own.flatMap((each) => each.points);
  const domain = logDomain(points.map(({ value }) => value));
  if (domain === null) return null;
  const [fewest = 1, most = 1] = [users.at(0), users.at(-1)];
  const nameRows = isFirst ? Math.ceil(own.length / NAME_COLUMNS) : 0;
  const marginTop = GAP + NAME_ROW * nameRows;
  const at = { x: 'users', y: 'value' } as const;
  const bounded = points.filter(
    ({ low, high }) => low !== null && high !== null && low > 0 && high < Infinity,
  );
  return {
    ...MARGINS,
    marginTop,
    height: marginTop + FRAME + MARGINS.marginBottom,
    heading: [heading],
    x: { type: 'log', domain: [fewest / 1.15, most * 1.15] },
    y: { type: 'log', domain: [...domain] },
    marks: [
      ...axisX(users, 'users at once'),
      ...axisY(logTicks(domain, 4)),
      ...own.map((each) =>
        Plot.line(each.points, { ...at, stroke: each.variant.colour, strokeWidth: 1.75 }),
      ),
      Plot.ruleX(bounded, { x: 'users', y1: 'low', y2: 'high', stroke: 'colour' }),
      Plot.dot(points, {
        ...at,
        r: 3,
        stroke: 'colour',
        fill: ({ ranked, colour }: (typeof points)[number]) => (ranked ? colour : PAPER),
      }),
      ...(isFirst ? namesOf(shown, marginTop) : []),
    ],
  };
}

/** Rows of names between heading and frame. */
function namesOf(shown: readonly ArmFigures[], marginTop: number): Plot.Markish[] {
  return shown.flatMap((each, index) => {
    const [row, column] = [Math.floor(index / NAME_COLUMNS), index % NAME_COLUMNS];
    return nameMarks([{ variant: each.variant, name: headerOf(each) }], {
      frameAnchor: 'top-left',
      dx: 11 - MARGINS.marginLeft + column * 172,
      dy: GAP + 2 + NAME_ROW * row - marginTop,
    });
  });
}

function textOf({ figures, ...of }: ArmFigures): string {
  const told = QUANTITIES.map(({ metric, heading }) => {
    const own = figures.filter((figure: Figure) => figure.metric.id === metric);
    const values = own.map((figure) => `${withUnit(figure)} with ${figure.series}`).join(', ');
    return `${heading}: ${values || 'none'}`;
  });
  return `${armText(of)}: ${told.join('; ')}`;
}
