#!/usr/bin/env node
// Reviews a game several times in one tab of the size of a phone, in Chromium. Prints
// how long each review took, and the private memory of the tab's process with all its
// workers: more than the JavaScript heaps and the WebAssembly memories together. At the
// end it leaves the analysis board and prints how many workers are left. Then it prints
// the size of the review and of the analysis in the browser's storage, and how long after
// a reload the review is there. Linux only.
//
//   make build && node scripts/review-memory.mjs [REVIEWS] [GAME.pgn]      (10, Betza's sample game)
//   node scripts/review-memory.mjs 1 scripts/game-80-plies.pgn             (the time for 80 plies)

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { chromium, devices } = createRequire(join(root, 'browser/package.json'))('@playwright/test')
const reviews = Number(process.argv[2] ?? 10)
const game = readFileSync(process.argv[3] ?? join(root, 'wotn/testdata/games/betza.pgn'), 'utf8')
const site = 'http://127.0.0.1:8096'

const folder = mkdtempSync(join(tmpdir(), 'review-memory-'))
const server = spawn(join(root, 'bin/tafelrunde'), ['serve', '--addr', site.slice(7), '--data', folder], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--headless=new'],
})
try {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' })
  const page = await context.newPage()
  for (;;) {
    const started = await fetch(`${site}/readyz`).catch(() => undefined)
    if (started?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await page.goto(`${site}/analysis/wotn`)
  await page.getByRole('button', { name: 'Open a position or game' }).click()
  await page.locator('dialog textarea').fill(game)
  const open = page.getByRole('button', { name: 'Open', exact: true })
  await open.click()
  // Texts with remarks ask once more.
  const review = page.getByRole('button', { name: 'Review the game' })
  while (!(await review.isVisible()) || (await open.isVisible())) {
    if (await open.isVisible()) await open.click({ timeout: 1000 }).catch(() => {})
    await page.waitForTimeout(200)
  }

  // The process of the page has the heaps of its workers too, and all WebAssembly memories.
  const system = await browser.newBrowserCDPSession()
  /** Returns the private memory of all processes of pages, in bytes. */
  const measure = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    return processInfo
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+: +(\d+) kB/gm))
      .reduce((sum, lines) => [...lines].reduce((all, [, kilobytes]) => all + 1024 * kilobytes, sum), 0)
  }
  const text = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`
  console.log(`before the first review: ${text(await measure())}, ${page.workers().length} workers`)
  const region = page.getByRole('region', { name: 'Review' })
  for (let n = 1; n <= reviews; n++) {
    const began = Date.now()
    await region.getByRole('button', { name: n === 1 ? 'Review the game' : 'Review again' }).click()
    const progress = region.getByRole('progressbar')
    await progress.waitFor({ timeout: 60_000 })
    let [most, workers] = [0, 0]
    do {
      most = Math.max(most, await measure())
      workers = Math.max(workers, page.workers().length)
    } while (await progress.isVisible())
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    const after = `${text(await measure())}, ${page.workers().length} workers`
    console.log(`review ${n}: ${seconds} s, at most ${text(most)}, ${workers} workers; then ${after}`)
  }
  await page.locator('nav a[href$="learn"]').first().dispatchEvent('click')
  await page.waitForURL(/learn/)
  // The worker of the rules ends after three seconds without a call.
  await page.waitForTimeout(5000)
  console.log(`after leaving the board: ${text(await measure())}, ${page.workers().length} workers`)
  await page.goBack()
  const table = region.getByRole('table')
  await table.waitFor()
  const kept = await page.evaluate(() =>
    Object.entries(localStorage).map(([key, value]) => [key.split('.')[1], value.length]),
  )
  for (const name of ['review', 'analysis']) {
    console.log(`kept, ${name}: ${kept.filter(([kind]) => kind === name).map(([, length]) => length)} characters`)
  }
  const times = []
  for (let n = 0; n < 5; n++) {
    const began = Date.now()
    await page.reload({ waitUntil: 'commit' })
    await table.waitFor()
    times.push(Date.now() - began)
  }
  console.log(`after a reload the review is there after ${times.join(', ')} ms`)
} finally {
  await browser.close()
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}
