import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { buildName } from './app/buildplugin.ts'
import { gameIcons } from './pieces/plugin.ts'

export default defineConfig({
  plugins: [gameIcons(), svelte(), buildName('public')],
  build: {
    outDir: '../internal/web/dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The first that know light-dark(); lowering it would bind each colour to the scheme of the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  server: {
    fs: { allow: ['..'] },
  },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'tests/**'],
  },
})
