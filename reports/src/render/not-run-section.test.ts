import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { mergeRuns } from '../model/merge-runs.ts';
import { buildReport } from '../model/report.ts';
import { notRunLines, notRunSection } from './not-run-section.ts';
import { page } from './page.ts';

const RUN = join(import.meta.dirname, '../../fixtures/run');
const report = buildReport(mergeRuns([await readRun(RUN)]));

test('a page closes what was not run, and still links to it', () => {
  const text = page(report);
  const closed = [...text.matchAll(/<details class="not-run">(.*?)<\/details>/gs)].map(
    ([, inside = '']) => inside,
  );
  expect(closed).toHaveLength(report.networks.length);
  // Table 2 is of 2c, which the run left out; its published figures are there.
  expect(closed[0]).toContain('<h3 id="table-2-4g">');
  expect(closed[0]).toMatch(/published\s+74\.6/);
  expect(closed[0]).not.toContain('<h3 id="table-1-4g">');
  expect(text).toMatch(/<a href="#table-2-4g">[^<]*<\/a> \(not run\)/);
  expect(text).toMatch(/<a href="#table-1-4g">[^<]*<\/a>\s*<\/li>/);
});

test('what a log says does not become markup', () => {
  const needs = [{ what: '<b>', command: 'pnpm bench --networks "<i>"' }];
  const text = notRunSection({ title: 'Not run: <table>', needs }, []).text;
  expect(text).not.toMatch(/<b>|<i>|<table>/);
  expect(notRunLines({ title: 'Not run: a|b', needs: [] })[0]).toBe('Not run: a\\|b');
  const tick = [{ what: '<b>', command: 'pnpm bench `<i>`' }];
  expect(notRunLines({ title: 'Not run', needs: tick })[0]).toBe(
    'Not run (&lt;b>: `` pnpm bench `<i>` ``)',
  );
});
