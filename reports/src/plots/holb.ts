import type { RunNetwork } from '@holbench/results/run-network';
import { directionOf, scenariosOf } from '@holbench/scenarios/registry';
import { valueText } from '../document/figure-text.ts';
import { ENOUGH_ROUNDS } from '../figures/decisions.ts';
import { networkInWords } from '../evidence/real-network.ts';
import { byArm } from './arms.ts';
import type { PlotSource } from './draw.ts';
import type { Plot } from './plot.ts';
import { type Row, type RowGroup, rowPlots } from './rows.ts';
import { networkText, scenarioText } from '../document/place-name.ts';

/** Small messages beside the transfer of a scenario, of one kind. */
export interface Messages {
  readonly scenario: string;
  readonly kind: 'load' | 'event';
}

const KIND_TEXT = { load: 'load of a text', event: 'mutation until its event' } as const;

export const MESSAGES: readonly Messages[] = scenariosOf('beside-bulk').flatMap(
  ({ id: scenario }) => (['load', 'event'] as const).map((kind) => ({ scenario, kind })),
);

export function messagesTitle({ scenario, kind }: Messages): string {
  return `${KIND_TEXT[kind]} beside a big ${directionOf(scenario)} (${scenarioText(scenario)})`;
}

const PHASES = [
  { phase: 'alone', symbol: 'circle', sign: '○', where: 'the message alone' },
  { phase: 'other', symbol: 'diamond', sign: '◆', where: 'a big TRANSFER on another connection' },
  { phase: 'same', symbol: 'square', sign: '■', where: 'the big TRANSFER on the same connection' },
] as const;

/** Head-of-line blocking: small messages alone and beside a transfer. The plots of the first screen. */
export function holbPlots({ data, relation }: PlotSource): Plot[] {
  return MESSAGES.flatMap((messages) => {
    const { scenario, kind } = messages;
    const bulk = directionOf(scenario);
    const found = data.manifest.networks.flatMap((network) => {
      const groups = holbGroups(relation, network.profile.id, messages);
      return groups.every(({ rows }) => rows.length === 0) ? [] : [{ network, groups }];
    });
    const onOneAxis = found.flatMap(({ groups }) => groups);
    return found.flatMap(({ network, groups }) => {
      const { id } = network.profile;
      return rowPlots(groups, {
        id: ['holb', scenario, kind],
        network: id,
        topic: scenario,
        title: (of) =>
          `Latency of small messages${of === '' ? '' : ` (${of})`} over ${networkText(id)}: ${messagesTitle(messages)}`,
        note: `A small message alone, beside a big ${bulk} on another connection (other), and on the same connection (same). Mark: median of the medians of rounds. Dots: each round; triangles: a round whose median is a lower bound. Thick line: interval of the median, from ${ENOUGH_ROUNDS} rounds on. Thin line: to p95. Arrow: no upper end, as too many messages were unanswered. Right: the median in ms and the share unanswered. All panels share one axis.`,
        key: keyOf(network, bulk),
        label: 'ms, logarithmic',
        onOneAxis,
      });
    });
  });
}

/** Variants and arms that were run, with a row for each phase. */
export function holbGroups(
  relation: PlotSource['relation'],
  network: string,
  { scenario, kind }: Messages,
): RowGroup[] {
  const figures = relation.at({ network, scenario, kind: 'text', fanOut: null });
  return byArm(figures).flatMap(({ figures: own, ...of }): RowGroup[] => {
    const find = (id: string) => own.find(({ metric }) => metric.id === `${kind}-${id}`);
    const rows = PHASES.flatMap(({ phase, symbol }): Row[] => {
      const figure = find(`${phase}-p50`);
      const isSent = figure !== undefined && figure.n > 0;
      return isSent ? [{ label: phase, figure, tail: find(`${phase}-p95`), symbol }] : [];
    });
    if (rows.length > 0) return [{ ...of, rows }];
    const [first] = own;
    if (first === undefined || first.cells.length === 0) return [];
    return [{ ...of, rows, missing: first.state === 'not-run' ? 'no message' : valueText(first) }];
  });
}

/** Which network it is and what the marks mean. */
function keyOf(network: RunNetwork, bulk: string): string[] {
  const link = network.loopback ? 'loopback: no network at all' : networkInWords(network);
  const marks = PHASES.map(({ phase, sign, where }) => `${sign} ${phase}: ${where}`);
  return [network.profile.id, link, ...marks.map((text) => text.replace('TRANSFER', bulk))];
}
