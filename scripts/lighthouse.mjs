#!/usr/bin/env node
// Measures pages of the built program with Lighthouse (mobile, its defaults) in
// Debian's Chromium: the median of several runs by performance, with the values
// that explain it. Nothing else should run meanwhile.
//
//   make lighthouse
//   node scripts/lighthouse.mjs [--runs N] [--program FILE] [PATH...]      (5 runs of /, /learn, /rules/wotn, /play, /pieces)

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
const { launch } = await import(pathToFileURL(createRequire(tools.resolve('lighthouse')).resolve('chrome-launcher')))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    program: { type: 'string', default: join(root, 'bin/tafelrunde') },
  },
})
const paths = positionals.length > 0 ? positionals : ['/', '/learn', '/rules/wotn', '/play', '/pieces']
const data = mkdtempSync(join(tmpdir(), 'lighthouse-'))

async function startProgram() {
  const program = spawn(values.program, ['--addr', '127.0.0.1:0', '--data', data, '--unlimited-loopback'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: program.stdout })) {
    const address = /http:\S+/.exec(line)
    if (address) return { address: address[0].replace(/\/$/, ''), stop: () => program.kill('SIGTERM') }
  }
  throw new Error('the program did not start')
}

const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const { address, stop } = await startProgram()
try {
  const speeds = []
  row('page', 'performance', 'accessibility', 'best practices', 'SEO', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'kB', 'requests', 'elements')
  row('---', ...Array(11).fill('---:'))
  for (const path of paths) {
    const results = []
    for (let run = 0; run < Number(values.runs); run++) {
      const chrome = await launch({
        chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
      })
      try {
        const { lhr } = await lighthouse(address + path, { port: chrome.port, logLevel: 'error' })
        if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
        results.push(lhr)
        speeds.push(lhr.environment.benchmarkIndex)
      } finally {
        await chrome.kill()
      }
    }
    results.sort((a, b) => a.categories.performance.score - b.categories.performance.score)
    const { categories, audits } = results[results.length >> 1]
    const score = (name) => Math.round(categories[name].score * 100)
    const number = (name, digits = 0) => audits[name]?.numericValue?.toFixed(digits) ?? '?'
    const requests = audits['network-requests'].details.items
    const bytes = requests.reduce((sum, { transferSize }) => sum + transferSize, 0)
    const elements = audits['dom-size-insight']?.details?.debugData?.totalElements ?? audits['dom-size']?.numericValue
    row(
      path,
      ...['performance', 'accessibility', 'best-practices', 'seo'].map(score),
      number('first-contentful-paint'),
      number('largest-contentful-paint'),
      number('total-blocking-time'),
      number('cumulative-layout-shift', 3),
      Math.round(bytes / 1000),
      requests.length,
      elements ?? '?',
    )
    const failed = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
      categories[name].auditRefs.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 1),
    )
    for (const { id, title } of failed) console.error(`${path}: ${id}: ${title}`)
  }
  const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)].map(Math.round)
  console.log(`\nLighthouse's index of this machine's speed: ${slowest} to ${fastest}`)
} finally {
  stop()
  rmSync(data, { recursive: true, force: true })
}
