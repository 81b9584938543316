import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { chooseBackend } from '@holbench/netem/choose-backend';
import { profileNamed } from '@holbench/netem/profiles';
import { findOnPath } from '@holbench/process/find-on-path';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import type { Run } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { variant as variantOf } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { runConfiguration } from '../../fixtures/run-configuration.ts';
import { configure } from '../configure.ts';

const tools = await findTools();
const choice = await chooseBackend(profileNamed('lte'));
const noLink = choice.backend === null ? choice.why : null;
const noNft = (await findOnPath(['nft'])) === null ? 'no nft' : null;
const noHttp3 = whyUnsupported(variantOf('caddy-http3'), tools);
const missing = (tools.chromium === null ? 'no Chromium' : noLink) ?? noNft ?? noHttp3;
const skipped = missing === null ? '' : ` (skipped: ${missing})`;

/** One connection of each variant, beside a download that is disturbed after 3 s. */
async function disturbed(
  factors: Readonly<Record<string, string>>,
  variants = ['node-ws', 'caddy-http3'],
): Promise<Run> {
  await using temporary = await temporaryFolder('disturbed');
  const cell = { scenarios: ['download'], networks: ['lte'], variants, factors };
  const amounts = { connections: 1, otherConnections: 0, transferTime: 15, deadline: 8 };
  const configuration = configure('smoke', { ...cell, ...amounts, jobs: 2, recordWait: 'none' });
  const making = { tcp: configuration.factors, needsLink: true, choice, tools };
  return await runConfiguration(configuration, join(temporary.path, 'run'), making);
}

/** Loads of the transfer that were sent after the disturbance, by variant: how many were answered, and all. */
function answeredIn({ cells }: Run): Record<string, readonly [answered: number, all: number]> {
  return Object.fromEntries(
    cells.map(({ cell, samples, connections = [] }) => {
      const after = connections[0]?.disturbed?.toMs ?? 0;
      const all = samples.filter(
        ({ label, intendedAtMs }) => label === LABELS.probe('same', 'load') && intendedAtMs > after,
      );
      const answered = all.filter(({ outcome }) => outcome.status === 'ok');
      return [cell.variant, [answered.length, all.length] as const];
    }),
  );
}

const newSockets = ({ cells }: Run) =>
  Object.fromEntries(
    cells.map(({ cell, connections = [] }) => [
      cell.variant,
      connections.map(({ disturbed: of }) => of?.newSockets),
    ]),
  );

test.skipIf(missing !== null)(
  `an outage costs no message and no connection${skipped}`,
  { timeout: 180_000, retry: 1 },
  async () => {
    const run = await disturbed({ outage: '3s' });
    expect(run.cells.map(({ cell }) => [cell.status, ...cell.reasons])).toEqual([['ok'], ['ok']]);
    for (const [variant, [answered, all]] of Object.entries(answeredIn(run))) {
      expect(all, variant).toBeGreaterThan(5);
      expect(answered, variant).toBe(all);
    }
    expect(newSockets(run)).toEqual({ 'node-ws': [0], 'caddy-http3': [0] });
  },
);

test.skipIf(missing !== null)(
  `with other ports TCP connects again, and QUIC goes on${skipped}`,
  { timeout: 180_000, retry: 1 },
  async () => {
    const run = await disturbed({ rebind: 'ports' });
    expect(run.cells.map(({ cell }) => [cell.status, ...cell.reasons])).toEqual([['ok'], ['ok']]);
    const found = newSockets(run);
    expect(found['node-ws']?.[0]).toBeGreaterThan(0);
    expect(found['caddy-http3']).toEqual([0]);
    for (const [answered] of Object.values(answeredIn(run))) expect(answered).toBeGreaterThan(5);
  },
);

test.skipIf(missing !== null)(
  `a page that never comes back ends its cell in time, and its messages are counted${skipped}`,
  { timeout: 180_000, retry: 1 },
  async () => {
    const run = await disturbed({ udp: 'drop' }, ['caddy-http3']);
    expect(run.cells.map(({ cell }) => [cell.status, ...cell.reasons])).toEqual([['ok']]);
    const [answered = 1, all = 0] = answeredIn(run)['caddy-http3'] ?? [];
    expect(answered).toBe(0);
    expect(all).toBeGreaterThan(5);
  },
);
