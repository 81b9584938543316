import { BESIDE } from '@holbench/scenarios/headline';
import { directionOf } from '@holbench/scenarios/registry';
import { type Figure, keyOf, type Place } from '../../figures/figure.ts';
import { type Layer, layersOf, matrixOf, programsOf, sendersAlike } from '../../figures/layers.ts';
import { ownTitle } from '../../figures/arm-settings.ts';
import { headerOf } from '../../figures/selections.ts';
import type { Report, SectionOf } from '../../report.ts';
import { cautionNotes } from '../../tables/caution-notes.ts';
import { comparedTable, delaysAt, MISSING } from '../../tables/factor-tables.ts';
import { besideSections } from '../../tables/place-blocks.ts';
import type { Block, TableBlock, TableCell, TableRow } from '../block.ts';
import { figureCell } from '../figure-cell.ts';
import { withUnit } from '../figure-text.ts';
import { capital } from '../format.ts';
import { idText } from '../id-text.ts';

/** The anchor of the section: the first screen leads to it. */
export const LAYERS = 'layers';

/** Rows that differ in one layer and what comes with it: what a sentence about a protocol rests on. */
export const layersSection: SectionOf = (report) => {
  const blocks = besideSections(report, LAYERS, (place) => placeBlocks(report, place));
  if (blocks.length === 0) return null;
  return {
    id: LAYERS,
    title: 'Protocol, implementation, proxy',
    blocks: [{ block: 'prose', text: [ABOUT] }, ...blocks],
  };
};

const ABOUT =
  'Two variants that differ in several layers do not show what one of these does. In each table the rows of a group differ in one layer, and in what comes with it: congestion control, windows, the order of streams (“What each stack does by default”). They are compared with the first row, by pairs of the same seed. Where a run sweeps congestion control, further tables compare rows whose senders use an algorithm of the same name.';

const RENO =
  'after a loss Linux’s Reno halves its window, quic-go’s keeps 0.7 of it, QUICHE’s behaves like that of two connections';

function behaviourNote(congestionControl: string): string {
  const how = congestionControl === 'reno' ? RENO : 'programs differ in how far they back off';
  return `Algorithms of one name behave differently: ${how}.`;
}

function placeBlocks(report: Report, place: Place): Block[] {
  const delays = delaysAt(report, place).filter(({ rounds }) => rounds > 0);
  const own = delays.filter(({ arm }) => arm === '');
  // What sends an upload over QUIC is Chromium.
  const isDownload = directionOf(place.scenario) === 'download';
  const alike = isDownload ? sendersAlike(report.data, delays) : [];
  const groups: MatrixGroup[] = [
    [ownTitle(report.data), own],
    ...alike.map(({ congestionControl, rows }) => [eachWith(congestionControl), rows] as const),
  ];
  const events = groups.map(([title, rows]) => [title, ofEvents(report, rows)] as const);
  return [
    ...matrixBlock(report, place, groups, 'loads'),
    ...matrixBlock(report, place, events, 'events'),
    ...layersOf(own).map((layer) => layerTable(report, place, layer, null)),
    ...alike.flatMap(({ congestionControl, rows }) =>
      layersOf(rows, isArm).map((layer) => layerTable(report, place, layer, congestionControl)),
    ),
  ];
}

function eachWith(congestionControl: string): string {
  return `each program with its own ${congestionControl}`;
}

/** False for what the tables of the run's own factors have already. */
function isArm({ arm }: Figure): boolean {
  return arm !== '';
}

type MatrixGroup = readonly [title: string, delays: readonly Figure[]];

/** A server may starve the stream of events alone: loads are requests of their own, events share one answer. */
function ofEvents({ relation }: Report, loads: readonly Figure[]): Figure[] {
  return loads
    .flatMap((load) => {
      const metric = load.metric.id.replace('load-', 'event-');
      return relation.find({ ...keyOf(load), metric }) ?? [];
    })
    .filter(({ rounds }) => rounds > 0);
}

/** Delays beside transfers of different goodputs are not alike: a slow one may leave the link idle. */
function matrixCell(report: Report, delay: Figure): TableCell {
  const { relation } = report;
  const goodput = relation.find({ ...keyOf(delay), metric: BESIDE.goodput });
  const at = goodput === null ? '' : `at ${withUnit(goodput)}`;
  const lost = delay.failed === 0 ? '' : `${delay.failed} of ${delay.n} unanswered`;
  const remark = [at, lost].filter((text) => text !== '').join('; ');
  return figureCell(delay, report, { remark });
}

/** All delays at a glance; the tables below compare them by layer. */
function matrixBlock(
  report: Report,
  place: Place,
  groups: readonly MatrixGroup[],
  what: 'loads' | 'events',
): Block[] {
  const all = groups.flatMap(([, delays]) => delays);
  // Without a program that speaks several protocols the headline's table has as much.
  if (!layersOf(all).some(({ id }) => id === 'protocol')) return [];
  const programs = programsOf(all);
  const rows = groups.flatMap(([title, delays], index) =>
    matrixOf(delays, programs).flatMap(({ protocol, rows: own }): TableRow[] => {
      const isNew = index === 0 || own.some((delay) => delay !== null && isArm(delay));
      const cells = own.map((delay) => (delay === null ? MISSING : matrixCell(report, delay)));
      return isNew ? [{ group: capital(title), cells: [{ text: [protocol] }, ...cells] }] : [];
    }),
  );
  return [
    {
      block: 'table',
      id: `table-matrix-${what}-${place.scenario}-${idText(place.network)}`,
      title: `Added wait of ${what} by protocol and program, ms`,
      header: ['Protocol', ...programs.map(({ name }) => name)],
      rows,
      notes: [
        ['Beside each delay: the goodput of the transfer in its first seconds.'],
        ...cautionNotes(all),
      ],
    },
  ];
}

/** @param congestionControl by which all rows send; null: each by that of the run. */
function layerTable(
  report: Report,
  place: Place,
  layer: Layer<Figure>,
  congestionControl: string | null,
): TableBlock {
  const [id, title] =
    congestionControl === null
      ? [layer.id, layer.title]
      : [`${layer.id}-${congestionControl}`, `${layer.title}, ${eachWith(congestionControl)}`];
  return comparedTable(report, {
    id: `table-${id}-${place.scenario}-${idText(place.network)}`,
    title,
    rows: layer.families.flatMap(({ title: group, rows }) => {
      const [{ variant, arm }] = rows;
      const baseline = { variant: variant.id, arm };
      return rows.map((delay) => ({
        header: headerOf(delay),
        group: capital(group),
        delay,
        baseline,
      }));
    }),
    notes: [
      [`What differs in a group: ${layer.differs}. Baseline: the first row of the group.`],
      ...(congestionControl === null ? [] : [[behaviourNote(congestionControl)]]),
    ],
  });
}
