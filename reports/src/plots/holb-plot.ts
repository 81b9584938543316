import type { RunNetwork } from '@holbench/results/run-network';
import { directionOf } from '@holbench/scenarios/registry';
import { formatNumber, formatShare } from '../model/format.ts';
import { CENSORED } from '../model/latencies.ts';
import type { ReportData } from '../model/report-data.ts';
import { armText, byPicture, type PicturePart } from './arms.ts';
import { holbData, type HolbPhase, type HolbVariant, type Probes } from './holb-data.ts';
import { drawHolb } from './holb-picture.ts';
import { logDomain } from './log-axis.ts';
import { plotId } from './plot-id.ts';
import type { Plot as Picture } from './plot.ts';

const MESSAGES = { load: 'load of a text', event: 'mutation until its event' } as const;

export function probesTitle({ scenario, what }: Probes): string {
  return `${MESSAGES[what]} beside a big ${directionOf(scenario)} (${scenario})`;
}

/**
 * Of each network what a small message takes alone and beside a transfer: the plots of the first
 * screen. All have the same axis, so that networks can be compared by eye.
 */
export function holbPlots(data: ReportData, probes: Probes): Picture[] {
  const perNetwork = data.manifest.networks.map((network) => ({
    network,
    variants: holbData(data, network.profile.id, probes),
  }));
  const domain = logDomain(
    perNetwork.flatMap(({ variants }) =>
      variants.flatMap(({ phases }) => phases.flatMap(finiteMs)),
    ),
  ) ?? [1, 10];
  return perNetwork.flatMap(({ network, variants }) =>
    variants.every(({ phases }) => phases.length === 0)
      ? []
      : byPicture(variants).map((part) => picture(network, part, { probes, domain })),
  );
}

interface Where {
  readonly probes: Probes;
  readonly domain: readonly [number, number];
}

function picture(network: RunNetwork, part: PicturePart<HolbVariant>, where: Where): Picture {
  const { id } = network.profile;
  const { scenario, what } = where.probes;
  const { variant, shown, rest } = part;
  const whose = variant === null ? '' : `${variant.id} `;
  const title = `Latency of small messages over ${whose}${id}: ${probesTitle(where.probes)}`;
  const alt = `${shown.map(variantText).join('. ')}.`;
  return {
    id: plotId('holb', scenario, what, ...(variant === null ? [] : [variant.id]), id),
    network: id,
    topic: scenario,
    title,
    alt,
    note: `A small message alone (idle), beside a big ${directionOf(scenario)} on another connection (foreign), and on the same connection as it (self). Mark: median of all messages; thick line: its 95 % interval over rounds; thin line: to p95; arrow: beyond the axis, because too many had no answer. Right: the median in ms and the share without an answer. All networks have the same axis.${rest}`,
    svg: drawHolb(shown, { title, alt, network, scenario, domain: where.domain }),
  };
}

function variantText({ phases, missing, ...of }: HolbVariant): string {
  const texts = phases.map(({ phase, medianMs, unanswered, sent }) => {
    const median = medianMs === null ? 'no median' : `${formatNumber(medianMs)} ms`;
    return `${phase} ${median}${unanswered === 0 ? '' : ` (${formatShare(unanswered, sent)} unanswered)`}`;
  });
  return `${armText(of)}: ${missing ?? texts.join(', ')}`;
}

function finiteMs({ medianMs, interval, p95Ms }: HolbPhase): number[] {
  return [medianMs, interval?.low, interval?.high, p95Ms].filter(
    (value): value is number => typeof value === 'number' && value < CENSORED,
  );
}
