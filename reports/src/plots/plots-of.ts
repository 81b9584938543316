import type { ReportData } from '../model/report-data.ts';
import { ecdfPlot } from './ecdf-plot.ts';
import { holbPlot } from './holb-plot.ts';
import type { Plot } from './plot.ts';
import { ratioMapPlots } from './ratio-map-plot.ts';
import { resourcePlots } from './resources-plots.ts';
import { setUpPlot } from './set-up-plot.ts';
import { timePlots } from './time-plot.ts';

const SCENARIOS = ['4f', '4g'] as const;

/** Every plot of a report but those of its measures, those of HOLB first; each id once. */
export function plotsOf(data: ReportData): Plot[] {
  const networks = data.manifest.networks.map(({ profile }) => profile.id);
  const plots = [
    ...networks.flatMap((network) => [
      ...SCENARIOS.flatMap((scenario) => [
        ...(['load', 'event'] as const).flatMap((what) => [
          holbPlot(data, network, { scenario, what }),
          ecdfPlot(data, network, { scenario, what }),
        ]),
        ...timePlots(data, network, scenario),
      ]),
      setUpPlot(data, network),
      ...resourcePlots(data, network),
    ]),
    ...SCENARIOS.flatMap((scenario) =>
      (['latency', 'goodput'] as const).flatMap((compared) =>
        ratioMapPlots(data, { scenario, compared }),
      ),
    ),
  ];
  return plots.filter((plot) => plot !== null);
}
