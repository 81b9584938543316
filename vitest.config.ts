import { defineConfig } from 'vitest/config';
import { leftOut, refuseSlowPaths } from './tests/run/left-out.ts';

const never = ['**/node_modules/**', '**/dist/**', ...leftOut()];
refuseSlowPaths();
/** Tests that measure links, and what wants the machine, or the lab’s lock, for itself. */
const measuring = ['{packages,bench,reports,scripts,tests}/**/*.net.test.ts'];
/** Whole cells, servers and copies of the tree, and what is fetched. Their bounds on time are loose. */
const system = ['{packages,bench,reports,scripts,tests}/**/*.system.test.ts'];
/** What well-behaved clients wait beside hostile ones: timed, so nothing else runs. */
const hostile = ['tests/conformance/hostile{,.slow}.test.ts'];

/** Real servers and browsers take their time to start. */
const starting = { testTimeout: 30_000, hookTimeout: 60_000 } as const;
/** Files of them: as many at once as two cores can serve. */
const sideBySide = { ...starting, maxWorkers: 2, sequence: { groupOrder: 1 } } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Complete reports are written, on machines that may be busy with other things.
          testTimeout: 30_000,
          include: [
            '{packages,bench,servers,caddy,envoy,client,reports,demo,site,scripts}/**/*.test.ts',
            'tests/{clients,soak,deploy,own-server,precision,run}/**/*.test.ts',
          ],
          exclude: [...never, ...measuring, ...system],
          // By default one core is left free, on a machine of two half of it.
          maxWorkers: '100%',
          // A worker loads what its files share once, not for each: a third less time.
          isolate: false,
          unstubEnvs: true,
          restoreMocks: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['tests/{conformance,suites}/**/*.test.ts'],
          exclude: [...never, ...hostile],
          ...sideBySide,
        },
      },
      {
        test: {
          name: 'system',
          include: system,
          exclude: never,
          ...sideBySide,
        },
      },
      {
        test: {
          name: 'hostile',
          include: hostile,
          exclude: never,
          ...starting,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'networks',
          include: measuring,
          exclude: never,
          // What measures a link wants the machine for itself.
          fileParallelism: false,
          testTimeout: 30_000,
          // The machine is shared: what one busy moment spoils is measured again, as the lab does.
          // `pnpm test` prints and counts what was.
          retry: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
