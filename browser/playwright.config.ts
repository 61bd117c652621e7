import { defineConfig } from '@playwright/test'

const port = process.env.TAFELRUNDE_PORT ?? '8097'
const program = process.env.TAFELRUNDE ?? '../bin/tafelrunde'

/** Plays through the real page, served by the real program, in Debian's Chromium. */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'tests/results',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // A machine that others use too may stall once; the report still says so.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
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
