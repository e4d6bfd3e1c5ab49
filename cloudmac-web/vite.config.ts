// SPDX-License-Identifier: Apache-2.0
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: 'src/main/web',
  base: '/cloudmac/',
  cacheDir: '../../../node_modules/.vite',
  plugins: [svelte()],
  // The page's policy forbids data: addresses and inline scripts.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022', outDir: '../../../dist' },
  server: { proxy: Object.fromEntries(['/rests', '/events', '/audit'].map((path) => [path, 'http://127.0.0.1:8181'])) },
  test: { include: ['**/*.test.ts'] },
});
