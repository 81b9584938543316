import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: join(import.meta.dirname, 'page'),
  // Any folder of any web server may hold it.
  base: './',
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2024',
    modulePreload: { polyfill: false },
  },
});
