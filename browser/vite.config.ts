import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { buildName, textFiles } from './app/buildplugin.ts'
import { lessonCourses } from './learn/plugin.ts'
import { gameIcons } from './pieces/plugin.ts'
import { rulebooks } from './rulebook/plugin.ts'
import { SlowAndSkipped } from './tests/unitreporter.ts'

export default defineConfig({
  plugins: [gameIcons(), rulebooks(), lessonCourses(), svelte(), textFiles(), buildName('public')],
  build: {
    outDir: '../internal/web/dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The first that know light-dark(); lowering it would bind each colour to the scheme of the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
  },
  // Files find each other wherever the page is served: addresses in the start page are relative to its <base>.
  base: './',
  worker: { format: 'es' },
  server: {
    fs: { allow: ['..'] },
  },
  test: {
    include: ['**/*.test.ts'],
    setupFiles: ['tests/loadtexts.ts'],
    exclude: ['node_modules/**', 'tests/results/**'],
    reporters: ['default', new SlowAndSkipped()],
  },
})
