import { namesIn, settingsIn } from '@holbench/results/block';
import { changedFactors, factorNamed } from '@holbench/factors/values';
import { inOrder, isBesideBulk } from '@holbench/scenarios/registry';
import { KNOWN_IDS } from '@holbench/variants/registry';
import { firstLike } from '../../figures/baseline.ts';
import type { Report, SectionOf } from '../../report.ts';
import type { ReportData } from '../../runs/report-data.ts';
import { factorTables } from '../../tables/factor-tables.ts';
import type { Block, TableBlock } from '../block.ts';
import { placeName } from '../place-name.ts';
import { textTable } from '../text-table.ts';

/** What the run set and swept, and what that does; null where it did neither. */
export const factorsSection: SectionOf = (report) => {
  const { config, defaults } = report.data.manifest;
  const { factors } = config;
  const sweep = settingsIn(report.data.manifest);
  const changed = changedFactors(factors, defaults);
  if (sweep.length === 0 && changed.length === 0) return null;
  const set = changed.map(({ flag, value }) => {
    const factor = factorNamed(flag);
    return `${flag} ${value} (${factor?.format(defaults[factor.key])})`;
  });
  const own =
    set.length === 0
      ? 'are the defaults of its version: what a user of that library, kernel or browser gets (docs/settings.md).'
      : `differ from the defaults of its version (docs/settings.md), in brackets, in ${set.join(', ')}.`;
  const elsewhere = armsElsewhere(report);
  return {
    id: 'factors',
    title: 'Factors',
    blocks: [
      prose(`The run’s own factors ${own}`),
      ...(sweep.length === 0 ? [] : [sweptTable(report.data)]),
      ...factorTables(report),
      ...(elsewhere === ''
        ? []
        : [prose(`Arms of other scenarios stand in their own tables: ${elsewhere}.`)]),
    ],
  };
};

function prose(text: string): Block {
  return { block: 'prose', text: [text] };
}

/** What the run swept, the baseline of its arms, and the scenarios and variants with arms. */
function sweptTable(data: ReportData): TableBlock {
  return textTable({
    id: 'swept-factors',
    header: ['Factor', 'Values', 'Baseline', 'Swept over'],
    rows: settingsIn(data.manifest).map(({ factor, values }) => [
      factor,
      values.join(', '),
      ...baselineAndPlaces(data, factor),
    ]),
    look: 'prose',
  });
}

function baselineAndPlaces({ cells, manifest }: ReportData, factor: string): [string, string] {
  const { factors } = manifest.config;
  const networks = namesIn(manifest, 'networks');
  const scenarios = inOrder(namesIn(manifest, 'scenarios'));
  const ran = namesIn(manifest, 'variants');
  const variants = KNOWN_IDS.filter((id) => ran.includes(id));
  const known = factorNamed(factor);
  if (known === null) {
    const first = new Set(networks.map((network) => firstLike(networks, network)));
    return [
      `the first of its values: ${[...first].join(', ')}`,
      `${scenarios.join(', ')}: ${variants.join(', ')} (it makes networks: ${networks.join(', ')})`,
    ];
  }
  // A factor that makes no difference to a variant or scenario is not swept there.
  const touched = cells.filter(({ cell }) => cell.factors[known.key] !== factors[known.key]);
  const among = (of: 'scenario' | 'variant', ids: readonly string[]) =>
    ids.filter((id) => touched.some(({ cell }) => cell[of] === id)).join(', ');
  return [
    `the run’s own: ${known.format(factors[known.key])}`,
    touched.length === 0
      ? 'nothing that was run'
      : `${among('scenario', scenarios)}: ${among('variant', variants)}`,
  ];
}

/** `scenario 1a (text) over network reference-4g`: where a factor was swept whose table this is not. */
function armsElsewhere({ relation }: Report): string {
  const places = relation.figures
    .filter(({ arm, scenario }) => arm !== '' && !isBesideBulk(scenario))
    .map((figure) => placeName(figure, ` (${figure.kind})`));
  return [...new Set(places)].join(', ');
}
