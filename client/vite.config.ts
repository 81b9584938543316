import { defineConfig } from 'vite';

export default defineConfig({
  base: '/',
  build: {
    target: 'es2024',
    // A polyfill would only add bytes: the page does not run in old browsers.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
