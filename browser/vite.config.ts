import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { buildName, preloadFonts, textFiles } from './app/buildplugin.ts'
import { lessonCourses } from './learn/plugin.ts'
import { gameIcons } from './pieces/plugin.ts'
import { puzzleCollections } from './puzzles/plugin.ts'
import { rulebooks } from './rulebook/plugin.ts'
import { screenNames } from './style/plugin.ts'
import { SlowAndSkipped } from './tests/unitreporter.ts'

/** Unit tests that reset or mock modules. The others share modules, which saves most of the time. */
const isolated = ['**/*.isolated.test.ts']

export default defineConfig({
  plugins: [
    screenNames(),
    gameIcons(),
    rulebooks(),
    lessonCourses(),
    puzzleCollections(),
    svelte(),
    textFiles(),
    preloadFonts(),
    buildName('public'),
  ],
  build: {
    outDir: '../internal/web/dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // The first that know light-dark(); lowering it would bind each colour to the scheme of the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    // Which files each part of the page consists of, for internal/web.
    manifest: 'parts.json',
    rolldownOptions: {
      output: {
        // Each file costs a phone a round trip. What the start loads anyway, and what draws boards, are one file each; of what
        // several parts share, pieces smaller than the threshold join others.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'board', test: /browser\/(board|pieces)\/[^/]*\.svelte/, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
          ],
        },
      },
    },
  },
  // Files find each other wherever the page is served: addresses in the start page are relative to its <base>.
  base: './',
  worker: { format: 'es' },
  server: {
    fs: { allow: ['..'] },
  },
  test: {
    setupFiles: ['tests/loadtexts.ts'],
    // Other things may run on the machine.
    testTimeout: 30_000,
    reporters: ['default', new SlowAndSkipped()],
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['**/*.test.ts'], exclude: ['node_modules/**', ...isolated] },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
})
