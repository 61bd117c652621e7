#!/usr/bin/env node
// Measures how long the board takes from input to the next paint, with the
// processor throttled to a quarter: a game of Way of the Knight on one screen, each
// move by two clicks. The values are those of the Event Timing API, which rounds to
// 8 ms and reports events of 16 ms and more; shorter ones count as 8.
//
// Before each click the page has the time that a fast person needs. The same clicks on
// a page that has nothing but one square, which changes its colour, show what the
// browser itself takes on this machine.
//
//   make build && node scripts/input-to-paint.mjs [--throttle N] [--pause MS] [--program FILE]      (4, 300)

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { chromium } = createRequire(join(root, 'browser/package.json'))('@playwright/test')
const { values } = parseArgs({
  options: {
    throttle: { type: 'string', default: '4' },
    pause: { type: 'string', default: '300' },
    program: { type: 'string', default: join(root, 'bin/tafelrunde') },
  },
})
const data = mkdtempSync(join(tmpdir(), 'input-to-paint-'))

const moves = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 g8f6 b1c3 d7d6 c1g5 h7h6 g5h4 c8g4'.split(' ')

async function startProgram() {
  const program = spawn(values.program, ['--addr', '127.0.0.1:0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: program.stdout })) {
    const address = /http:\S+/.exec(line)
    if (address) return { address: address[0], stop: () => program.kill('SIGTERM') }
  }
  throw new Error('the program did not start')
}

const { address, stop } = await startProgram()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block', locale: 'en-GB' })
  await page.addInitScript(() => {
    globalThis.interactions = new Map()
    new PerformanceObserver((list) => {
      for (const { interactionId, duration, processingStart, startTime, processingEnd } of list.getEntries()) {
        if (!interactionId) continue
        const known = interactions.get(interactionId)
        if (!known || known.duration < duration) {
          interactions.set(interactionId, {
            duration,
            delay: processingStart - startTime,
            work: processingEnd - processingStart,
          })
        }
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  })
  await page.goto(`${address}wotn/paste`)
  await page.getByRole('textbox').fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('grid').first().waitFor()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: Number(values.throttle) })
  await page.evaluate(() => interactions.clear())
  // The mouse is moved by coordinates, as Playwright's locators run scripts of their own during a click.
  const click = async (square) => {
    await page.waitForTimeout(Number(values.pause))
    const { x, y, width, height } = await page.locator(`[data-square="${square}"]`).first().boundingBox()
    await page.mouse.click(x + width / 2, y + height / 2)
  }
  for (const move of moves) {
    await click(move.slice(0, 2))
    await click(move.slice(2))
    // The answer of the rules shows the piece on its square.
    await page.locator(`[data-square="${move.slice(2)}"][aria-label*=", "]`).first().waitFor()
  }
  const clicks = moves.length * 2
  const found = await page.evaluate(() => [...interactions.values()])

  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(`${address}healthz`)
  await page.evaluate(() => {
    const square = document.createElement('div')
    square.style.cssText = 'position:fixed;inset:0 auto auto 0;width:48px;height:48px;background:tan'
    square.onpointerdown = () => {
      square.style.background = square.style.background === 'tan' ? 'peru' : 'tan'
    }
    document.body.replaceChildren(square)
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: Number(values.throttle) })
  for (let i = 0; i < clicks; i++) {
    await page.waitForTimeout(Number(values.pause))
    await page.mouse.click(24, 24)
  }
  await page.waitForTimeout(500)
  const alone = await page.evaluate(() => [...interactions.values()])

  const sorted = (entries) =>
    [...entries.map(({ duration }) => duration), ...Array(Math.max(0, clicks - entries.length)).fill(8)].sort((a, b) => a - b)
  const at = (durations, share) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))]
  const [board, square] = [sorted(found), sorted(alone)]
  console.log(`Chromium ${browser.version()}, processor throttled ${values.throttle} times, ${clicks} clicks, ${values.pause} ms apart\n`)
  console.log('| input to paint, ms | board | one square alone |\n| --- | ---: | ---: |')
  console.log(`| median | ${at(board, 0.5)} | ${at(square, 0.5)} |`)
  console.log(`| 95 % | ${at(board, 0.95)} | ${at(square, 0.95)} |`)
  console.log(`| most | ${board.at(-1)} | ${square.at(-1)} |`)
  const worst = found.toSorted((a, b) => b.duration - a.duration)[0]
  if (worst) console.log(`\nThe longest waited ${worst.delay.toFixed(0)} ms and ran ${worst.work.toFixed(0)} ms of scripts.`)
} finally {
  await browser.close()
  stop()
  rmSync(data, { recursive: true, force: true })
}
