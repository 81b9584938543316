import { scenariosOf } from '@holbench/scenarios/registry';
import type { Report } from '../model/report.ts';
import { ecdfPlots } from './ecdf-plot.ts';
import { holbPlots } from './holb-plot.ts';
import type { Plot } from './plot.ts';
import { ratioMapPlots } from './ratio-map-plot.ts';
import { resourcePlots } from './resources-plots.ts';
import { setUpPlots } from './set-up-plot.ts';
import { standingPlot } from './standing-plot.ts';
import { timePlots } from './time-plot.ts';

const BESIDE_BULK = scenariosOf('beside-bulk').map(({ id }) => id);
const SET_UP = scenariosOf('set-up').map(({ id }) => id);

/**
 * Every plot of a report, once: page, Markdown and files have it from here. Of each network those of
 * HOLB first; those of its measures have the topic `measures`.
 */
export function plotsOf({ data, networks }: Pick<Report, 'data' | 'networks'>): Plot[] {
  const ofScenarios = BESIDE_BULK.flatMap((scenario) => [
    ...(['load', 'event'] as const).flatMap((what) => holbPlots(data, { scenario, what })),
    ...ecdfPlots(data, scenario),
  ]);
  const ratios = BESIDE_BULK.flatMap((scenario) =>
    (['latency', 'goodput'] as const).flatMap((compared) =>
      ratioMapPlots(data, { scenario, compared }),
    ),
  );
  return networks.flatMap(({ network, measures }) => {
    const own = (plots: readonly Plot[]) => plots.filter((plot) => plot.network === network);
    return [
      ...own(ofScenarios),
      ...own(ratios),
      ...BESIDE_BULK.flatMap((scenario) => timePlots(data, network, scenario)),
      ...SET_UP.flatMap((scenario) => setUpPlots(data, network, scenario)),
      ...resourcePlots(data, network),
      ...measures.map((measure) => standingPlot(network, measure)),
    ];
  });
}
