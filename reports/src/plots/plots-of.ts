import type { Report } from '../model/report.ts';
import { ecdfPlots } from './ecdf-plot.ts';
import { holbPlots } from './holb-plot.ts';
import type { Plot } from './plot.ts';
import { ratioMapPlots } from './ratio-map-plot.ts';
import { resourcePlots } from './resources-plots.ts';
import { setUpPlots } from './set-up-plot.ts';
import { standingPlot } from './standing-plot.ts';
import { timePlots } from './time-plot.ts';

const SCENARIOS = ['4f', '4g'] as const;

/**
 * Every plot of a report, once: page, Markdown and files have it from here. Of each network those of
 * HOLB first; those of its measures have the topic `measures`.
 */
export function plotsOf({ data, networks }: Pick<Report, 'data' | 'networks'>): Plot[] {
  const ofScenarios = SCENARIOS.flatMap((scenario) => [
    ...(['load', 'event'] as const).flatMap((what) => holbPlots(data, { scenario, what })),
    ...ecdfPlots(data, scenario),
  ]);
  const ratios = SCENARIOS.flatMap((scenario) =>
    (['latency', 'goodput'] as const).flatMap((compared) =>
      ratioMapPlots(data, { scenario, compared }),
    ),
  );
  return networks.flatMap(({ network, measures }) => {
    const own = (plots: readonly Plot[]) => plots.filter((plot) => plot.network === network);
    return [
      ...own(ofScenarios),
      ...own(ratios),
      ...SCENARIOS.flatMap((scenario) => timePlots(data, network, scenario)),
      ...setUpPlots(data, network),
      ...resourcePlots(data, network),
      ...measures.map((measure) => standingPlot(network, measure)),
    ];
  });
}
