import { defineConfig } from 'vite';

export default defineConfig({
  base: '/',
  build: {
    target: 'es2024',
    // A polyfill would be more bytes before the page is ready, for browsers that it does not run in.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
