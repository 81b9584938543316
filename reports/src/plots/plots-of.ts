import type { PlotSource } from './draw.ts';
import { crowdPlots } from './crowd.ts';
import { ecdfPlots } from './ecdf.ts';
import { holbPlots } from './holb.ts';
import { resourcePlots, setUpPlots, standingPlots } from './measures.ts';
import type { Plot } from './plot.ts';
import { ratePlots } from './rates.ts';
import { ratioPlots } from './ratio.ts';
import { timePlots } from './time.ts';
import { timelinePlots } from './timeline.ts';
import { waitBarPlots } from './wait-bars.ts';
import { waitTimePlots } from './wait-time.ts';

/** Those of one kind, over all networks; the first screen shows those of the first kind. */
const MAKERS = [
  holbPlots,
  waitBarPlots,
  ecdfPlots,
  ratioPlots,
  timePlots,
  waitTimePlots,
  setUpPlots,
  resourcePlots,
  standingPlots,
  ratePlots,
  crowdPlots,
  timelinePlots,
];

/** Every plot of a report: those of each network, then those of the run. */
export function plotsOf(report: PlotSource): Plot[] {
  const plots = MAKERS.flatMap((make) => make(report));
  const networks = report.data.manifest.networks.map(({ profile }) => profile.id);
  return [...networks, ''].flatMap((network) => plots.filter((plot) => plot.network === network));
}
