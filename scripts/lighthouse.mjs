#!/usr/bin/env node
// Measures pages of the built program with Lighthouse (mobile, its defaults) in
// Debian's Chromium: the median of several runs by performance, with the values
// that explain it. Nothing else should run meanwhile.
//
//   make lighthouse
//   node scripts/lighthouse.mjs [--runs N] [--program FILE]... [PATH...]      (5 runs of the pages below)
//
// Several programs take turns, so that they are compared on the same machine.
//
// Lighthouse slows the processor down by a factor of 4. This emulates a phone on machines
// whose benchmark index is 1,500 to 2,000 (docs/throttling.md in Lighthouse's repository).
// For other machines, and for those whose speed changes from minute to minute, the factor
// is proportional to the index measured before each run. --uncalibrated keeps it at 4.
//
// "/wotn/" and "/lancelot/" are games against the computer in which a move was made. Moves are not explained, as in first games.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const tools = createRequire(join(root, 'scripts/lighthouse/package.json'))
const { default: lighthouse } = await import(pathToFileURL(tools.resolve('lighthouse')))
const { chromium } = createRequire(join(root, 'browser/package.json'))('@playwright/test')
const {
  throttling: { mobileSlow4G },
} = await import(pathToFileURL(join(dirname(tools.resolve('lighthouse')), 'config/constants.js')))
const { pageFunctions } = await import(
  pathToFileURL(join(dirname(tools.resolve('lighthouse')), 'lib/page-functions.js'))
)
const { launch } = await import(pathToFileURL(createRequire(tools.resolve('lighthouse')).resolve('chrome-launcher')))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    program: { type: 'string', multiple: true, default: [join(root, 'bin/tafelrunde')] },
    uncalibrated: { type: 'boolean', default: false },
  },
})
const pages = [
  '/',
  '/learn',
  '/rules/wotn',
  '/play',
  '/pieces',
  '/analysis/wotn',
  '/analysis/lancelot',
  '/wotn/',
  '/lancelot/',
]
const paths = positionals.length > 0 ? positionals : pages
const data = mkdtempSync(join(tmpdir(), 'lighthouse-'))

/** The benchmark index at which a slowdown of 4 emulates a phone: the middle of the range. */
const expectedIndex = 1750

async function startProgram(file) {
  const program = spawn(
    file,
    ['--addr', '127.0.0.1:0', '--data', mkdtempSync(join(data, 'site-')), '--unlimited-loopback'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  for await (const line of createInterface({ input: program.stdout })) {
    const address = /http:\S+/.exec(line)
    if (address) return { file, address: address[0].replace(/\/$/, ''), stop: () => program.kill('SIGTERM') }
  }
  throw new Error(`${file} did not start`)
}

async function measureIndex(port) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0].newPage()
  const index = await page.evaluate(`(${pageFunctions.computeBenchmarkIndex})()`)
  await browser.close()
  return index
}

/** Starts a game in a browser, which keeps nothing else, and returns its address. */
async function startGame(port, address, path) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0].newPage()
  await page.addInitScript(() => localStorage.setItem('tafelrunde.settings', JSON.stringify({ coach: false })))
  await page.goto(`${address}${path}new`)
  await page.locator('dialog button.primary').last().click()
  await page.waitForURL(new RegExp(`${path}(?!new)\\w+$`))
  // A game is kept for other tabs from its first move on.
  const squares = path === '/wotn/' ? ['[data-square="e2"]', '[data-square="e4"]'] : ['[data-square] >> nth=27']
  const kept = () => Object.keys(localStorage).some((key) => key.startsWith('tafelrunde.game'))
  while (!(await page.waitForFunction(kept, undefined, { timeout: 1000 }).catch(() => false)))
    for (const square of squares) await page.locator(`main ${square}`).click()
  const url = page.url()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'service_workers,cache_storage' })
  await page.goto('about:blank')
  await browser.close()
  return url
}

const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)

/** Runs Lighthouse once and returns its result. */
async function measure(address, path) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  })
  try {
    const game = ['/wotn/', '/lancelot/'].includes(path)
    const url = game ? await startGame(chrome.port, address, path) : address + path
    const index = await measureIndex(chrome.port)
    const slowdown = values.uncalibrated ? 4 : (4 * index) / expectedIndex
    const config = {
      extends: 'lighthouse:default',
      settings: { throttling: { ...mobileSlow4G, cpuSlowdownMultiplier: slowdown } },
    }
    const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'error', disableStorageReset: game }, config)
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    return { ...lhr, index, slowdown }
  } finally {
    await chrome.kill()
  }
}

function report(name, results) {
  results.sort((a, b) => a.categories.performance.score - b.categories.performance.score)
  const { categories, audits, index, slowdown } = results[results.length >> 1]
  const score = (name) => Math.round(categories[name].score * 100)
  const number = (name, digits = 0) => audits[name]?.numericValue?.toFixed(digits) ?? '?'
  const requests = audits['network-requests'].details.items
  const bytes = requests.reduce((sum, { transferSize }) => sum + transferSize, 0)
  const elements = audits['dom-size-insight']?.details?.debugData?.totalElements ?? audits['dom-size']?.numericValue
  row(
    name,
    ...['performance', 'accessibility', 'best-practices', 'seo'].map(score),
    number('first-contentful-paint'),
    number('largest-contentful-paint'),
    number('total-blocking-time'),
    number('cumulative-layout-shift', 3),
    Math.round(bytes / 1000),
    requests.length,
    elements ?? '?',
    Math.round(index),
    slowdown.toFixed(1),
    `${Math.round(results[0].categories.performance.score * 100)} to ${Math.round(results.at(-1).categories.performance.score * 100)}`,
  )
  const failed = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    categories[name].auditRefs.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 1),
  )
  for (const { id, title, details } of failed)
    console.error(`${name}: ${id}: ${title}`, ...(details?.items ?? []).map((item) => JSON.stringify(item)))
}

const programs = []
try {
  for (const file of values.program) programs.push(await startProgram(file))
  const columns = [
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'FCP ms',
    'LCP ms',
    'TBT ms',
    'CLS',
    'kB',
    'requests',
    'elements',
  ]
  row('page', ...columns, 'index', 'slowdown', 'all runs')
  row('---', ...Array(columns.length + 3).fill('---:'))
  for (const path of paths) {
    const results = programs.map(() => [])
    for (let run = 0; run < Number(values.runs); run++)
      for (const [at, { address }] of programs.entries()) results[at].push(await measure(address, path))
    for (const [at, { file }] of programs.entries())
      report(programs.length > 1 ? `${path} (${file})` : path, results[at])
  }
} finally {
  for (const { stop } of programs) stop()
  rmSync(data, { recursive: true, force: true })
}
