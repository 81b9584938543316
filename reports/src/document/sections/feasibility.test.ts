import type { Manifest } from '@holbench/results/manifest';
import { COMBINATIONS } from '@holbench/variants/feasibility';
import { variantIds } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import { dataWith, reportOf, RUN as run, tableIn } from '../../../fixtures/evidence-report.ts';
import { feasibilityRows, feasibilitySection } from './feasibility.ts';

/** Of the made-up run with another manifest and, where they would be in the way, no cells. */
function rows(changes: Partial<Manifest> = {}, cells = run.cells) {
  return feasibilityRows(dataWith(changes, cells));
}

const about = (what: string, of = rows()) => of.filter((row) => row.about === what);

describe('a variant', () => {
  test('works by its proof, and stands in the table whatever became of it', () => {
    expect(about('variant').map(({ id }) => id)).toEqual(variantIds('default'));
    expect(about('variant')[1]).toMatchObject({
      works: 'yes',
      evidence: expect.stringMatching(
        /^http\/1\.1 proven: the page saw http\/1\.1 × \d+, the server HTTP\/1\.1 × \d+; node 20\.20\.2, fastify 5\.0\.0, chromium 156\.0$/,
      ),
    });
  });

  test('whose operations used another protocol does not work', () => {
    expect(about('variant')[5]).toMatchObject({
      works: 'no',
      evidence: expect.stringMatching(/^h3 refuted by the page: the page saw h2 × \d+, h3 × \d+,/),
    });
  });

  test('that cannot run here has the reason; one of which nothing ran has the cell’s', () => {
    expect(about('variant')[4]).toMatchObject({
      works: 'no',
      evidence: expect.stringContaining('uWebSockets.js does not load'),
      command: 'pnpm run doctor',
    });
    const failed = run.cells.map(({ cell, samples }) => ({
      cell: {
        ...cell,
        status: 'failed' as const,
        reasons: ['it crashed'],
        protocol: { ...cell.protocol, client: {} },
      },
      samples,
    }));
    expect(about('variant', rows({}, failed))[0]).toMatchObject({
      works: 'no',
      evidence: 'it crashed',
    });
  });

  test('that was not chosen was not run', () => {
    expect(about('variant', rows({}, []))[0]).toMatchObject({ works: 'not run' });
  });
});

describe('a network', () => {
  const [network] = run.manifest.networks;
  if (!network) throw new Error('the made-up run has no network');
  const only = (changes: Partial<typeof network>) =>
    about('network', rows({ networks: [{ ...network, ...changes }] }))[0];

  test('works by its backend, and is seen with the options that chose it', () => {
    expect(only({ options: '--networks reference-4g --loss 2%' })).toMatchObject({
      works: 'yes',
      evidence: 'rattan 0.1.1: rattan works here; tc: this kernel has no sch_netem',
      command: 'pnpm netem certify --network reference-4g --loss 2%',
    });
  });

  test('that nothing makes, is loopback, or is not as it should be does not work', () => {
    const missing = { backend: null, backendVersion: null, why: 'not root' };
    expect(only(missing)).toMatchObject({ works: 'no', evidence: 'nothing makes it: not root' });
    expect(only({ ...missing, loopback: true })).toMatchObject({
      works: 'no',
      evidence: 'loopback only: not root',
      command: 'pnpm run doctor',
    });
    const certificate = network.certificate && { ...network.certificate, problems: ['too slow'] };
    expect(only({ certificate })).toMatchObject({
      works: 'no',
      evidence: expect.stringMatching(/; outside tolerance: too slow$/),
    });
  });
});

test('a combination that is no variant has the day on which it was tested, and how to do so again', () => {
  expect(about('other').map(({ id }) => id)).toEqual(Object.keys(COMBINATIONS));
  const { combination, works, seenAt, command } = about('other')[0] ?? {};
  expect({ combination, works, seenAt, command }).toEqual({
    combination: 'HTTP/3 in Node itself: Node 26.12.1 and 24.21.0',
    works: 'no',
    seenAt: COMBINATIONS['node-http3'].tested,
    command: 'HOLBENCH_SLOW_TESTS=1 pnpm exec vitest run tests/feasibility -t node-http3',
  });
});

describe('the section', () => {
  const section = () => feasibilitySection(reportOf(dataWith({})));

  test('does not claim that these were tested in its run', () => {
    expect(JSON.stringify(section())).toContain('They were not tested in this run');
  });

  test('has a file with a line for each combination', () => {
    const { rows: shown, records } = tableIn(section(), 'feasibility');
    expect(records).toHaveLength(shown.length);
    expect(Object.keys(records?.[0] ?? {})).toEqual([
      'about',
      'id',
      'combination',
      'works',
      'evidence',
      'seenAt',
      'command',
    ]);
  });
});
