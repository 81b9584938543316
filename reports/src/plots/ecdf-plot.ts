import { formatNumber, formatShare } from '../model/format.ts';
import type { ReportData } from '../model/report-data.ts';
import { armText, MOST_TOGETHER } from './arms.ts';
import { draw } from './draw.ts';
import { type Distribution, ecdfData, type EcdfVariant } from './ecdf-data.ts';
import { ecdfPanel } from './ecdf-panel.ts';
import type { Probes } from './holb-data.ts';
import { probesTitle } from './holb-plot.ts';
import { logDomain } from './log-axis.ts';
import { plotId } from './plot-id.ts';
import type { Plot as Picture } from './plot.ts';
import { WIDTH } from './theme.ts';

const COLUMNS = 2;
const PANEL_HEIGHT = 150;

const PHASE_STYLES = {
  idle: { dash: '1,3', width: 1.5, labelAt: 0.2 },
  foreign: { dash: '5,3', width: 1.5, labelAt: 0.5 },
  self: { dash: 'none', width: 2.25, labelAt: 0.8 },
} as const;

/** More than that cannot be told apart. */
const ARM_DASHES = ['none', '6,3', '2,2', '9,3,2,3', '1,4', '12,4'] as const;

const ENDS =
  'A curve that ends below 1 goes on to the right edge, where ✕ marks the messages without an answer, with their share.';

/**
 * Of each network and kind of message a picture with a panel per variant, and where a sweep has
 * arms another one that compares them. All pictures of a scenario have the same axis.
 */
export function ecdfPlots(data: ReportData, scenario: Probes['scenario']): Picture[] {
  const found = data.manifest.networks.flatMap(({ profile: { id: network } }) =>
    (['load', 'event'] as const).map((what) => {
      const probes = { scenario, what };
      return { network, probes, variants: ecdfData(data, network, probes) };
    }),
  );
  const domain = logDomain(
    found.flatMap(({ variants }) =>
      variants.flatMap(({ curves }) => curves.flatMap(({ points }) => points.map(({ ms }) => ms))),
    ),
  );
  if (domain === null) return [];
  // Room for labels beside the steepest curve.
  domain[0] /= 1.5;
  return found.flatMap(({ network, probes, variants }) => {
    const where = { network, probes, domain };
    return [...variantsPicture(where, variants), ...armsPicture(where, variants)];
  });
}

interface Where {
  readonly network: string;
  readonly probes: Probes;
  readonly domain: readonly [number, number];
}

function variantsPicture(where: Where, all: readonly EcdfVariant[]): Picture[] {
  // Of each variant the first arm: the run's own settings where it has them.
  const variants = armsOf(all).flatMap((arms) => arms.slice(0, 1));
  if (variants.length === 0) return [];
  const { network, probes, domain } = where;
  const title = `Share of small messages answered within a time over ${network}: ${probesTitle(probes)}`;
  const alt = `${variants.map(variantText).join('. ')}.`;
  const panels = variants.map(({ curves, ...of }, index) =>
    ecdfPanel({
      of,
      lines: curves.map((curve) => ({
        ...curve,
        ...PHASE_STYLES[curve.phase],
        label: curve.phase,
        endText: formatShare(curve.unanswered, curve.sent),
      })),
      domain,
      place: {
        x: (index % COLUMNS) * (WIDTH / COLUMNS),
        y: Math.floor(index / COLUMNS) * PANEL_HEIGHT,
        width: WIDTH / COLUMNS,
        height: PANEL_HEIGHT,
      },
    }),
  );
  const height = Math.ceil(variants.length / COLUMNS) * PANEL_HEIGHT;
  return [
    {
      id: plotId('ecdf', probes.scenario, probes.what, network),
      network,
      topic: probes.scenario,
      title,
      alt,
      note: `Share of all messages sent, over all rounds, against their latency in ms (logarithmic, the same for all networks). Dotted: alone (idle); dashed: beside a transfer on another connection (foreign); solid: on the same connection (self). ${ENDS}`,
      svg: draw({ title, alt }, height, panels),
    },
  ];
}

/** What a sweep changes for the messages beside the transfer on their connection. */
function armsPicture(where: Where, all: readonly EcdfVariant[]): Picture[] {
  const { network, probes, domain } = where;
  const swept = armsOf(all)
    .map((arms) =>
      arms.flatMap(({ curves, ...of }) =>
        curves.filter(({ phase }) => phase === 'self').map((curve) => ({ ...of, curve })),
      ),
    )
    .filter((arms) => arms.length > 1);
  const shown = swept.slice(0, MOST_TOGETHER).map((arms) => arms.slice(0, ARM_DASHES.length));
  if (shown.length === 0) return [];
  const left = swept.flat().length - shown.flat().length;
  const title = `What the sweep changes over ${network}: ${probesTitle(probes)}, on the same connection`;
  const alt = `${shown
    .flat()
    .map(({ curve, ...of }) => `${armText(of)}: ${curveText(curve)}`)
    .join('. ')}.`;
  const panels = shown.flatMap((arms, index) =>
    arms.slice(0, 1).map(({ variant }) =>
      ecdfPanel({
        of: { variant, arm: '' },
        lines: arms.map(({ arm, curve }, line) => ({
          ...curve,
          label: [
            arm === '' ? 'the run’s own' : arm,
            ...(curve.unanswered > 0 ? [unansweredText(curve)] : []),
          ].join(', '),
          endText: '',
          labelAt: (line + 1) / (arms.length + 1),
          dash: ARM_DASHES[line] ?? 'none',
          width: 2,
        })),
        domain,
        place: { x: 0, y: index * PANEL_HEIGHT, width: WIDTH, height: PANEL_HEIGHT },
      }),
    ),
  );
  return [
    {
      id: plotId('ecdf', probes.scenario, probes.what, 'arms', network),
      network,
      topic: probes.scenario,
      title,
      alt,
      note: `Share of all messages sent beside the transfer on their own connection (self), over all rounds, against their latency in ms (logarithmic). One line per arm of the sweep. ${ENDS}${left === 0 ? '' : ` Left out here: ${left} more arms, which the table has.`}`,
      svg: draw({ title, alt }, shown.length * PANEL_HEIGHT, panels),
    },
  ];
}

function armsOf(all: readonly EcdfVariant[]): EcdfVariant[][] {
  return [...Map.groupBy(all, ({ variant }) => variant).values()];
}

function variantText({ curves, ...of }: EcdfVariant): string {
  const texts = curves.map((curve) => `${curve.phase}: ${curveText(curve)}`);
  return `${armText(of)}: ${texts.join('; ')}`;
}

function unansweredText({ unanswered, sent }: Distribution): string {
  return `${formatShare(unanswered, sent)} unanswered`;
}

function curveText(curve: Distribution): string {
  const { sent, unanswered } = curve;
  const [half, most] = [0.5, 0.95].map((share) => within(curve, share));
  return `half within ${half}, 95 % within ${most}, ${formatShare(unanswered, sent)} of ${sent} unanswered`;
}

function within({ points }: Distribution, wanted: number): string {
  const point = points.find(({ share }) => share >= wanted);
  return point ? `${formatNumber(point.ms)} ms` : 'never';
}
