#!/usr/bin/env node
// Takes the pictures of the README: starts the program, opens a position of each
// game in Chromium, selects a piece or points at a square, reviews Betza's sample
// game, and saves screenshots in docs/pictures.
//
//   make pictures

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { chromium } = createRequire(join(root, 'browser/package.json'))('@playwright/test')

// Betza's sample game up to 17.Rhf1, with Black to move.
const wayOfTheKnight = `1.e4 e5 2.Nf3 Nc6 3.d4 Nxd4 4.Nxd4/NW exd4/WfbD 5.Qxd4 Qf6 6.e5 Qb6 7.Be3 Ne7
8.Bc4 Nf5 9.Qd5 Nxe3/NW 10.Qxf7+ Kd8 11.fxe3/DA Qxb2 12.(DA)c3 Bb4 13.Ke2 Bxc3/BD 14.Nxc3/NW Qxc3/BNN+ 15.Ke3
(BNN)xe5 16.Rae1 c6 17.Rhf1`

// Three seats with both expert rules, in the middle of a game.
const lancelot = '2c2cb1c1/3b5b/4a2a2/2b7/2a3*a2/3c5b/2c3b3/cc2c5/1ca5a1/2ab3a1c a 1,0,4 20,20,20 abc diagonals+excalibur 8'

async function startProgram() {
  const program = spawn(join(root, 'bin/tafelrunde'), ['--addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: program.stdout })) {
    const address = /http:\S+/.exec(line)
    if (address) return { address: address[0], stop: () => program.kill('SIGTERM') }
  }
  throw new Error('the program did not start')
}

async function open(page, address, game, text) {
  await page.goto(`${address}${game}/paste`)
  await page.getByRole('textbox').fill(text)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('grid').waitFor()
}

const { address, stop } = await startProgram()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const pictures = join(root, 'docs/pictures')
  mkdirSync(pictures, { recursive: true })
  const page = await browser.newPage({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })

  await open(page, address, 'wotn', wayOfTheKnight)
  await page.locator('[data-square="e5"]').click()
  await page.screenshot({ path: join(pictures, 'way-of-the-knight.png') })

  await open(page, address, 'lancelot', lancelot)
  await page.locator('[data-square="f4"]').hover()
  await page.screenshot({ path: join(pictures, 'lancelot.png') })

  await page.goto(`${address}analysis/wotn`)
  await page.getByRole('button', { name: 'Open a position or game' }).click()
  await page.locator('dialog textarea').fill(readFileSync(join(root, 'wotn/testdata/games/betza.pgn'), 'utf8'))
  const review = page.getByRole('button', { name: 'Review the game' })
  const confirm = page.getByRole('button', { name: 'Open', exact: true })
  // A text with remarks asks once more.
  while (!(await review.isVisible()) || (await confirm.isVisible())) {
    if (await confirm.isVisible()) await confirm.click({ timeout: 1000 }).catch(() => {})
    await page.waitForTimeout(200)
  }
  await review.click()
  const panel = page.getByRole('region', { name: 'Review' })
  await panel.getByRole('table').waitFor({ timeout: 120_000 })
  await panel.getByRole('listitem').filter({ hasText: 'King to e2' }).first().click()
  await page.evaluate(() => scrollTo(0, 0))
  await page.waitForTimeout(4000)
  await page.screenshot({ path: join(pictures, 'analysis.png') })
} finally {
  await browser.close()
  stop()
}
