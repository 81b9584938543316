import { join } from 'node:path';
import { defineConfig } from 'vite';

/** A page of its own, built apart: the bytes of the measured page stay what they are. */
export default defineConfig({
  root: join(import.meta.dirname, 'lane'),
  base: '/lane/',
  build: {
    outDir: join(import.meta.dirname, 'dist/lane'),
    target: 'es2024',
    modulePreload: { polyfill: false },
  },
});
