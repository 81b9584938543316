import { DEFAULT_FACTORS } from '@holbench/factors/values';
import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import { CLAIM_RUNS } from '@holbench/scenarios/claims/claim-runs';
import { SCENARIO_IDS } from '@holbench/scenarios/registry';
import { variantIds } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { UNSHAPED } from '../../../packages/results/fixtures/run-lines.ts';
import { NETWORK } from '../../fixtures/made-up-networks.ts';
import { RUN } from '../../fixtures/evidence-report.ts';
import { cellCommand, partCommand, runCommand } from './bench-command.ts';

const MIB = 1024 ** 2;

/** As `pnpm bench` makes it from the preset standard alone. */
const IDEAL: RunNetwork = {
  ...NETWORK,
  profile: { id: 'ideal', down: UNSHAPED, up: UNSHAPED },
  options: '--networks ideal',
  holbRounds: 1,
  workload: {
    kinds: ['binary'],
    fileBytes: 5 * MIB,
    userFileBytes: 5 * MIB,
    textBatches: [10, 20, 30, 50, 100],
    binaryBatches: [10],
    mutations: 50,
    fanOut: [10],
    crowd: [],
    rampSeconds: 20,
    holbWindowSeconds: 12,
    windowMessages: 40,
    windowLosses: 10,
    windowSeconds: 2,
    probesPerSecond: 4,
    bulkFileBytes: 50 * MIB,
  },
};
const SHAPED: RunNetwork = {
  ...NETWORK,
  options: '--networks reference-4g',
  holbRounds: 4,
  workload: {
    ...IDEAL.workload,
    kinds: ['text'],
    fileBytes: MIB / 8,
    userFileBytes: MIB / 8,
    mutations: 10,
    fanOut: [],
  },
};
const STANDARD: Manifest['config'] = {
  ...RUN.manifest.config,
  preset: 'standard',
  recordWait: 'first',
  variants: variantIds('default'),
  networks: ['ideal', 'reference-4g'],
  scenarios: ['1a', '1b', '2c', '2d', '3e', 'download', 'connect'],
  kinds: ['text', 'binary'],
  rounds: 1,
  users: 4,
  arrivalSeconds: 1,
  subscribers: 5,
  sweep: [],
};

function command(config: Partial<Manifest['config']>, networks = [IDEAL, SHAPED]): string {
  return runCommand({ ...RUN.manifest, config: { ...STANDARD, ...config }, networks });
}

/** The parts of the preset standard: its matrix, and what it runs beside it. */
const MATRIX: Manifest['config']['parts'][number] = {
  claims: [],
  variants: STANDARD.variants,
  networks: STANDARD.networks,
  scenarios: STANDARD.scenarios,
  kinds: STANDARD.kinds,
  rounds: null,
  sweep: [],
};
const BULK: Manifest['config']['parts'][number] = {
  ...MATRIX,
  variants: ['node-http1', 'uws-http1'],
  networks: ['reference-4g'],
  scenarios: ['download'],
  kinds: ['text'],
  sweep: [{ factor: 'bulk', values: ['6'] }],
};
const WITH_PARTS = { parts: [MATRIX, BULK], sweep: BULK.sweep };

test('a run of a preset alone needs only its seed, and how many cells were side by side', () => {
  expect(command(WITH_PARTS)).toBe('pnpm bench --preset standard --seed 1 --jobs 1');
  expect(command({ ...WITH_PARTS, seed: 7, shard: '1/4', timeoutSeconds: 90 })).toBe(
    'pnpm bench --preset standard --seed 7 --jobs 1 --timeout 90s --shard 1/4',
  );
});

test('at a target there is no choice of how many cells are side by side', () => {
  const delays = { n: 3, min: 1, median: 1, max: 1 };
  const none = { rttMs: null, tcpConnectMs: delays, quicMs: null, down: null, up: null };
  const reading = { measuredAt: '2026-11-26T12:00:00.000Z', seconds: 9, ...none };
  const found = { target: 'https://192.0.2.7:8443', key: null, helper: null, reading };
  const network = { ...SHAPED, options: '--target https://192.0.2.7:8443', found };
  const again = command({ variants: ['own-ws'] }, [network]);
  expect(again).toContain('--variants own-ws --target https://192.0.2.7:8443');
  expect(again).not.toContain('--jobs');
});

test('a run that recorded the paths of all messages says so, unless its preset does', () => {
  const recorded = { ...WITH_PARTS, recordWait: 'all' } as const;
  expect(command(recorded)).toBe(
    'pnpm bench --preset standard --seed 1 --record-wait all --jobs 1',
  );
  expect(command({ ...recorded, preset: 'wait' })).not.toContain('--record-wait');
  expect(command({ ...WITH_PARTS, recordWait: 'none' })).toContain(' --record-wait none ');
});

test('a run without the parts that its preset now has does without them again', () => {
  const one = 'pnpm bench --preset standard --seed 1 --jobs 1';
  expect(command({})).toBe(`${one} --bulk 1`);
  // One chosen factor replaces all parts, be it of other variants' arms.
  expect(command({ variants: ['node-ws'] })).toMatch(/ --notsent-lowat default$/);
  // None of them would run beside these, or beside another factor or a sweep.
  expect(command({ variants: ['caddy-http3'] })).toMatch(/ --jobs 1$/);
  expect(command({ networks: ['ideal'] }, [IDEAL])).toMatch(/ --seed 1$/);
  expect(command({ sweep: [{ factor: 'bulk', values: ['1', '6'] }] })).toBe(
    `${one} --sweep bulk=1,6`,
  );
  expect(command({ factors: { ...DEFAULT_FACTORS, bulkStreams: 6 } })).toBe(`${one} --bulk 6`);
});

test('a cell and a part of a run do without the parts of the preset, unless the run had them', () => {
  const [first] = RUN.cells;
  if (!first) throw new Error('no cell');
  const own = {
    ...first.cell,
    scenario: 'download',
    kind: 'text',
    factors: DEFAULT_FACTORS,
  } as const;
  const config = { ...STANDARD, ...WITH_PARTS };
  expect(cellCommand(config, { ...own, variant: 'uws-http1' }, SHAPED)).toMatch(/ --bulk 1$/);
  expect(cellCommand(config, { ...own, variant: 'uws-ws' }, SHAPED)).toMatch(
    / --notsent-lowat default$/,
  );
  const alone = { ...own, variant: 'caddy-http3' };
  expect(cellCommand(config, alone, SHAPED)).toMatch(/ --probe-rate 4$/);
  const arm = { ...own, variant: 'uws-http1', factors: { ...DEFAULT_FACTORS, bulkStreams: 6 } };
  expect(cellCommand(config, arm, SHAPED)).toMatch(/ --bulk 6$/);
  const part = { scenarios: ['download'], kinds: [...STANDARD.kinds] };
  expect(partCommand(config, SHAPED, part)).not.toContain('--bulk');
  expect(partCommand(STANDARD, SHAPED, part)).toMatch(/ --bulk 1$/);
  expect(partCommand(STANDARD, SHAPED, { ...part, scenarios: ['1a'] })).not.toContain('--bulk');
});

test('a run of controls is asked for by its preset', () => {
  const other = [{ factor: 'other-load', values: ['transfer', 'constant'] }];
  const parts = [
    { ...BULK, variants: STANDARD.variants, sweep: other },
    { ...BULK, variants: STANDARD.variants, networks: ['reference-4g+loss=0%'], sweep: [] },
  ];
  const lossless = {
    ...SHAPED,
    profile: { ...SHAPED.profile, id: 'reference-4g+loss=0%' },
    options: '--networks reference-4g --loss 0%',
  };
  const config = {
    preset: 'controls',
    scenarios: ['download'],
    kinds: BULK.kinds,
    parts,
    sweep: other,
  };
  const again = (other: Partial<Manifest['config']>) =>
    command({ ...config, rounds: 8, jobs: 3, ...other }, [SHAPED, lossless]);
  expect(again({})).toBe('pnpm bench --preset controls --rounds 8 --seed 1 --jobs 3');
  expect(again({ variants: ['node-ws'], rounds: 2, until: 0.1 })).toBe(
    'pnpm bench --preset controls --variants node-ws --rounds 2 --seed 1 --until 10% --jobs 3',
  );
});

test('a flag stands there that changed the workload, once', () => {
  const larger = [IDEAL, SHAPED].map((network) => ({
    ...network,
    workload: {
      ...network.workload,
      fileBytes: 7,
      userFileBytes: 7,
      bulkFileBytes: 7,
      holbWindowSeconds: 5,
      windowSeconds: 5,
    },
  }));
  expect(command({ ...WITH_PARTS, users: 9 }, larger)).toBe(
    'pnpm bench --preset standard --seed 1 --file-size 7 --users 9 --window 5s --jobs 1',
  );
});

test('chosen cells are named, as a preset then leaves out none of them', () => {
  const network = { ...SHAPED, workload: { ...SHAPED.workload, kinds: STANDARD.kinds } };
  const chosen = { variants: ['caddy-http2', 'caddy-http3'], scenarios: ['download'] };
  const adaptive = {
    ...chosen,
    networks: ['reference-4g'],
    rounds: 4,
    until: 0.1,
    budgetSeconds: 1_200,
    jobs: 3,
  };
  expect(command(adaptive, [network])).toMatch(/ --seed 1 --until 10% --budget 1200s --jobs 3$/);
  expect(command({ ...chosen, networks: ['reference-4g'], rounds: 4 }, [network])).toBe(
    'pnpm bench --preset standard --variants caddy-http2,caddy-http3 --scenarios download --networks reference-4g --kinds text,binary --rounds 4 --seed 1 --jobs 1',
  );
});

test('of the preset smoke half of the cells, unless cells were chosen', () => {
  const workload = {
    ...IDEAL.workload,
    kinds: STANDARD.kinds,
    fileBytes: MIB,
    userFileBytes: MIB,
    textBatches: [10],
    mutations: 10,
    fanOut: [3],
    holbWindowSeconds: 1,
    windowMessages: 5,
    windowLosses: 0,
    windowSeconds: 1,
    bulkFileBytes: 8 * MIB,
  };
  const smoke = { preset: 'smoke', scenarios: ['1a'], users: 3, subscribers: 2 };
  const over = [{ ...IDEAL, workload }];
  expect(command({ ...smoke, alternating: true }, over)).toBe(
    'pnpm bench --preset smoke --networks ideal --rounds 1 --seed 1',
  );
  expect(command(smoke, over)).toBe(
    'pnpm bench --preset smoke --scenarios 1a --networks ideal --kinds text,binary --rounds 1 --seed 1',
  );
});

test('factors, sweeps and options of networks stand there as they were given', () => {
  const swept = ['0%', '1%'].map((loss) => ({
    ...SHAPED,
    options: `--networks reference-4g --loss ${loss} --queue '2 bdp' --backend tc`,
    workload: { ...SHAPED.workload, kinds: STANDARD.kinds },
  }));
  const sweep = [
    { factor: 'loss', values: ['0%', '1%'] },
    { factor: 'http2-write', values: ['default', '16k'] },
  ];
  const factors = { ...DEFAULT_FACTORS, congestionControl: 'reno' };
  expect(command({ scenarios: ['download'], rounds: 4, factors, sweep }, swept)).toBe(
    "pnpm bench --preset standard --scenarios download --networks reference-4g --queue '2 bdp' --backend tc --kinds text,binary --rounds 4 --seed 1 --jobs 1 --tcp-cc reno --sweep loss=0%,1% --sweep http2-write=default,16k",
  );
});

test('of a preset that this lab does not have everything is said', () => {
  // It had one window for all scenarios.
  const older = { ...SHAPED, workload: { ...SHAPED.workload, holbWindowSeconds: 2 } };
  expect(command({ preset: 'older' }, [older])).toBe(
    'pnpm bench --preset older --seed 1 --users 4 --window 2s --least-messages 40 --least-losses 10 --probe-rate 4 --jobs 1',
  );
});

/** A part of the preset `claims` over `reference-4g`, with an arm that it alone has. */
const PART: Manifest['config']['parts'][number] = {
  claims: ['messages-more-than-bulk'],
  variants: ['node-http2'],
  networks: ['reference-4g'],
  scenarios: ['download'],
  kinds: ['text'],
  rounds: 11,
  sweep: [{ factor: 'http2-write', values: ['16k'] }],
};

test('a run of claims is asked for by them, and by what differs from theirs', () => {
  const parts = [PART, { ...PART, variants: ['caddy-http3'], sweep: [] }];
  const all = CLAIM_RUNS.map(({ id }) => id);
  const over = (windowSeconds: number, windowLosses = 33) => ({
    ...SHAPED,
    workload: { ...SHAPED.workload, windowSeconds, windowLosses, textBatches: [10, 100] },
  });
  const made = (config: Partial<Manifest['config']>, networks = [over(26)]) =>
    command({ preset: 'claims', scenarios: ['download'], kinds: ['text'], ...config }, networks);
  const one = 'pnpm bench --preset claims --claims messages-more-than-bulk';
  expect(made({ parts })).toBe(`${one} --seed 1 --jobs 1`);
  const short = parts.map((part) => ({ ...part, rounds: 2 }));
  expect(made({ variants: ['node-http2'], parts: short })).toBe(
    `${one} --variants node-http2 --rounds 2 --seed 1 --jobs 1`,
  );
  // Also where it is that of another preset.
  expect(made({ parts }, [over(2)])).toBe(`${one} --seed 1 --window 2s --jobs 1`);
  expect(made({ parts }, [over(26, 10)])).toBe(`${one} --seed 1 --least-losses 10 --jobs 1`);
  const whole = [
    { ...PART, claims: all },
    { ...PART, rounds: 12 },
  ];
  const kinds = ['text', 'binary'] as const;
  const variants = [...STANDARD.variants, 'caddy-http2', 'envoy-http2'];
  const everything = { variants, scenarios: [...SCENARIO_IDS], kinds: [...kinds], parts: whole };
  expect(made(everything, [over(26), over(12, 10)])).toBe(
    'pnpm bench --preset claims --seed 1 --jobs 1',
  );
});

test('a cell of a run of claims is run again by its own options', () => {
  const config = { ...STANDARD, preset: 'claims', parts: [PART] };
  const [first] = RUN.cells;
  if (!first) throw new Error('no cell');
  const again = cellCommand(config, { ...first.cell, scenario: 'download' }, SHAPED);
  expect(again).toMatch(/^pnpm bench --preset standard --variants /);
});
