import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { SCENARIOS } from '@holbench/scenarios/registry';
import { TOPICS } from '../../topics/topics.ts';
import { expect, test } from 'vitest';
import { Relation } from '../../figures/relation.ts';
import { plotsOf } from '../../plots/plots-of.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import type { ReportData } from '../../runs/report-data.ts';
import type { Block } from '../block.ts';
import { placeBlocks } from '../../tables/place-blocks.ts';
import { topicSections } from './topics.ts';

const GENERATOR = { commit: null, dirty: false };
function reportOf(data: ReportData) {
  const source = { data, relation: Relation.of(data) };
  return { ...source, comparison: null, plots: plotsOf(source), generator: GENERATOR };
}

test('every scenario is in one topic, and every place has its tables', async () => {
  const data = mergeRuns([await readRun(join(import.meta.dirname, '../../../fixtures/run'))]);
  const report = reportOf(data);
  const tablesIn = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) =>
      block.block === 'table'
        ? [block.id]
        : block.block === 'section'
          ? tablesIn(block.section.blocks)
          : [],
    );
  const ofPlaces = tablesIn(report.relation.places.flatMap((place) => placeBlocks(report, place)));
  const shown = tablesIn(topicSections(report).flatMap(({ blocks }) => blocks));
  expect(shown.filter((id) => !/-compared-/.test(id)).toSorted()).toEqual(ofPlaces.toSorted());
  const topics = SCENARIOS.flatMap((scenario) =>
    scenario.kinds.map((kind) => TOPICS.filter((topic) => topic.has(scenario, kind)).length),
  );
  expect(new Set(topics)).toEqual(new Set([1]));
});
