import { scenariosOf } from '@holbench/scenarios/registry';
import { formatNumber } from '../model/format.ts';
import type { ReportData } from '../model/report-data.ts';
import { armText, byPicture, type PicturePart } from './arms.ts';
import { dotRows } from './dot-rows.ts';
import { plotId } from './plot-id.ts';
import type { Plot } from './plot.ts';
import { setUpData, type SetUpStep, type SetUpVariant } from './set-up-data.ts';

/**
 * Least round trips until a new user has the first byte: TCP (1), TLS 1.3 (1) and the request (1);
 * RFC 8446 §2; QUIC does the first two in one, RFC 9000 §7.
 */
const LEAST = [
  { value: 2, label: 'QUIC: 2' },
  { value: 3, label: 'TCP + TLS: 3' },
] as const;

/** What it takes until a user sees something; none where it was not run, or a round trip is nothing. */
export function setUpPlots(data: ReportData, network: string, scenario: string): Plot[] {
  return byPicture(setUpData(data, network, scenario)).flatMap((part) =>
    part.shown.length === 0 ? [] : [picture(network, scenario, part)],
  );
}

function picture(
  network: string,
  scenario: string,
  { variant, shown, rest }: PicturePart<SetUpVariant>,
): Plot {
  const whose = variant === null ? '' : ` of ${variant.id}`;
  const title = `Set-up${whose} over ${network} in round trips: TCP + TLS (+ upgrade) against QUIC (${scenario})`;
  const name = ({ user, until }: SetUpStep) =>
    user === 'new' ? until : `again: ${until.replace('first ', '')}`;
  const groups = shown.map(({ steps, ...of }) => ({
    ...of,
    rows: steps.map((step) => ({
      label: name(step),
      value: step.roundTrips,
      interval: step.interval,
      singles: [],
      text: formatNumber(step.roundTrips),
      symbol: step.until === 'first byte' ? ('circle' as const) : ('square' as const),
    })),
  }));
  const alt = `${shown
    .map(
      ({ steps, ...of }) =>
        `${armText(of)}: ${steps.map(({ user, until, roundTrips }) => `${until} of a ${user} user after ${formatNumber(roundTrips)} round trips`).join(', ')}`,
    )
    .join('. ')}.`;
  return {
    id: plotId(
      'set-up',
      ...(scenariosOf('set-up').length > 1 ? [scenario] : []),
      ...(variant === null ? [] : [variant.id]),
      network,
    ),
    network,
    topic: scenario,
    title,
    alt,
    note: `From the start of the navigation until the first byte of the page (●), and until the first answer over its transport (■; a WebSocket is a second connection, with its upgrade). again: a returning user, with session tickets. Dashed lines: the least that a first byte takes a new user, TCP 1 + TLS 1.3 1 + request 1 against QUIC 1 + request 1. Thick line: 95 % interval over rounds.${rest}`,
    svg: dotRows(groups, {
      title,
      alt,
      scale: 'linear',
      unit: 'round trips',
      column: 'RTT',
      references: LEAST,
    }),
  };
}
