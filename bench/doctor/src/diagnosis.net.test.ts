import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { BACKENDS } from '@holbench/netem/choose-backend';
import { emulatedProfiles } from '@holbench/netem/profiles';
import { VARIANTS } from '@holbench/variants/registry';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const version = v.nullable(v.string());

const rights = {
  kind: v.picklist(['own', 'root', 'dropped']),
  reason: v.optional(v.string()),
  user: v.optional(v.strictObject({ uid: v.number(), gid: v.number() })),
};

/** What scripts may rely on in `--json`. */
const Shape = v.strictObject({
  machine: v.strictObject({
    os: v.string(),
    kernel: v.string(),
    arch: v.string(),
    cpu: v.string(),
    cores: v.pipe(v.number(), v.minValue(1)),
    memoryBytes: v.pipe(v.number(), v.minValue(1)),
  }),
  versions: v.record(v.string(), version),
  paths: v.record(v.string(), version),
  sysctls: v.record(v.string(), v.string()),
  variants: v.array(
    v.strictObject({ id: v.string(), runs: v.boolean(), reason: version, node: version }),
  ),
  networks: v.strictObject({
    backends: v.array(
      v.strictObject({ id: v.string(), works: v.boolean(), reason: version, version }),
    ),
    networks: v.array(
      v.strictObject({
        id: v.string(),
        runs: v.picklist(['emulated', 'loopback', 'no']),
        backend: version,
        why: v.string(),
      }),
    ),
    pacing: v.strictObject({ works: v.boolean(), reason: version }),
  }),
  ways: v.strictObject({ works: v.boolean(), reason: version }),
  rights: v.strictObject({
    servers: v.strictObject(rights),
    browser: v.nullable(v.strictObject({ ...rights, noSandbox: version })),
  }),
  advice: v.array(v.string()),
});

const Failed = v.object({ code: v.number(), stdout: v.string() });

/** Runs the doctor as a user does. A missing tool must not be hidden by the defaults of this machine. */
async function doctor(
  environment: NodeJS.ProcessEnv,
): Promise<{ exitCode: number; stdout: string }> {
  const env = { ...process.env, ...environment };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '--json'], { env });
    return { exitCode: 0, stdout };
  } catch (error) {
    const { code, stdout } = v.parse(Failed, error);
    return { exitCode: code, stdout };
  }
}

const PROXIES = ['caddy', 'envoy', 'gateway'].map((kind) => ({
  kind,
  variable: `HOLBENCH_${kind.toUpperCase()}`,
}));
type Diagnosed = Awaited<ReturnType<typeof doctor>>;
/** Of this machine as it is, and of one without proxies: each takes several seconds. */
let here: Diagnosed;
let withoutProxies: Diagnosed;
beforeAll(async () => {
  here = await doctor({});
  withoutProxies = await doctor(
    Object.fromEntries(PROXIES.map(({ variable }) => [variable, '/nonexistent'])),
  );
}, 60_000);

test('--json names every variant and whether it runs', () => {
  const { exitCode, stdout } = here;
  const { variants } = v.parse(Shape, JSON.parse(stdout));
  expect(variants.map(({ id }) => id)).toEqual(VARIANTS.map(({ id }) => id));
  for (const { runs, reason } of variants) expect(runs).toBe(reason === null);
  expect(exitCode).toBe(variants.some(({ runs }) => runs) ? 0 : 1);
});

test('--json says of every network what makes it, or why nothing can', () => {
  const { backends, networks } = v.parse(Shape, JSON.parse(here.stdout)).networks;
  expect(backends.map(({ id }) => id)).toEqual(BACKENDS.map(({ id }) => id));
  for (const { works, reason, version } of backends) {
    expect(works).toBe(reason === null);
    expect(works).toBe(version !== null);
  }
  expect(networks.map(({ id }) => id)).toEqual(emulatedProfiles().map(({ id }) => id));
  const working = backends.flatMap(({ id, works }) => (works ? [id] : []));
  for (const { runs, backend } of networks) {
    expect(runs === 'emulated').toBe(backend !== null);
    if (backend !== null) expect(working).toContain(backend);
  }
});

test('it says whether --pacing fq works here, and what the kernel lacks', () => {
  const { backends, pacing } = v.parse(Shape, JSON.parse(here.stdout)).networks;
  expect(pacing.works).toBe(pacing.reason === null);
  // Where no namespace can be made, its reason is that one.
  const isPossible = backends.some(({ id, works }) => id === 'none' && works);
  if (isPossible && !pacing.works) expect(pacing.reason).toContain('try modprobe sch_fq');
  if (!isPossible) expect(pacing.works).toBe(false);
});

test('without Chromium nothing runs: exit code 1, and why', async () => {
  const { exitCode, stdout } = await doctor({ HOLBENCH_CHROMIUM: '/nonexistent' });
  const { variants, versions } = v.parse(Shape, JSON.parse(stdout));
  expect(exitCode).toBe(1);
  expect(versions['chromium']).toBeNull();
  for (const { reason } of variants) expect(reason).toContain('./setup.sh');
});

test.each(PROXIES)('without $kind, only the variants behind it lack it', ({ kind, variable }) => {
  const { variants } = v.parse(Shape, JSON.parse(withoutProxies.stdout));
  const reasons = variants.filter(({ reason }) => reason?.includes(variable));
  expect(reasons.map(({ id }) => id)).toEqual(
    VARIANTS.flatMap(({ id, proxy }) => (proxy?.kind === kind ? id : [])),
  );
});
