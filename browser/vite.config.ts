import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../internal/web/dist/app',
    emptyOutDir: true,
    target: 'es2022',
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
