import { defineConfig } from '@playwright/test';
import { VARIANTS } from '@holbench/variants/registry';
import type { LabOptions } from './lab.ts';

/** The page in a real Chromium: one project for every variant of the registry. */
export default defineConfig<object, LabOptions>({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  // One server and one browser at a time: side by side they would starve each other.
  workers: 1,
  timeout: 30_000,
  reporter: 'list',
  projects: VARIANTS.map((variant) => ({ name: variant.id, use: { variant } })),
});
