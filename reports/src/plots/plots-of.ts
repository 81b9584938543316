import { answerBarPlots } from './answer-bars.ts';
import type { PlotSource } from './draw.ts';
import { ecdfPlots } from './ecdf.ts';
import { historyOf } from '../history/history-of.ts';
import { historyPlots } from '../history/history-plots.ts';
import type { Plot } from './plot.ts';
import { standingPlots } from './standing.ts';
import { timePlots } from './time.ts';
import { timelinePlots } from './timeline.ts';
import { waitBarPlots } from './wait-bars.ts';

/** Those of one kind, over all networks. */
const MAKERS = [
  answerBarPlots,
  waitBarPlots,
  ecdfPlots,
  timePlots,
  standingPlots,
  timelinePlots,
  (report: PlotSource) => historyPlots(historyOf(report)),
];

/** Every plot of a report: those of each network, then those of the run. */
export function plotsOf(report: PlotSource): Plot[] {
  const plots = MAKERS.flatMap((make) => make(report));
  const networks = report.data.manifest.networks.map(({ profile }) => profile.id);
  return [...networks, ''].flatMap((network) => plots.filter((plot) => plot.network === network));
}
