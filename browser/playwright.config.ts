import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const port = process.env.TAFELRUNDE_PORT ?? '8097'
const program = process.env.TAFELRUNDE ?? '../bin/tafelrunde'

/** Chromium without a window needs less processor time. Other systems than Debian may not have it. */
const shell = '/usr/bin/chromium-headless-shell'
const chromium = process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

/** The tests run in Debian's Chromium, with the page served by the built program. */
export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'tests/results',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  // A shared machine may stall. The report lists tests that pass only on a retry.
  retries: process.env.CI ? 1 : 0,
  // So may a machine on which other things run.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./tests/reporter.ts']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    // It would answer requests that tests intercept. tests/offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Compiling the rules a second time, optimized, for each page takes longer than it saves.
        '--js-flags=--liftoff-only',
      ],
    },
  },
  webServer: {
    command: `node tests/serve.mjs ${program} 127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
