import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Reports are written whole, on machines that may be busy with other things.
          testTimeout: 30_000,
          include: ['{packages,servers,caddy,client,reports,scripts}/**/*.test.ts'],
          exclude: never,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          exclude: never,
          // Each file starts real servers; side by side they would starve each other on two cores.
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
