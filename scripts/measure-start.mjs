#!/usr/bin/env node
// Measures how long programs of the rules take to start in Chromium: from `new
// Worker` with the compiled program to the answer of its first call. Programs
// and rows are measured alternately in one run, so that they can be compared on
// a busy machine. Prints medians in milliseconds.
//
//   node scripts/measure-start.mjs [--rounds N] PROGRAM.wasm...
//
// Without programs it measures that of the built front end. Rows: the rules
// (first view of a game of Way of the Knight), the engines (first move of each
// game with the least time to think), and the rules without a program that was
// compiled before: with fetching and compiling. The engine for Way of the Knight
// is measured without and with its network, with handing over and parsing the
// file, but without fetching it, which the page does once for all workers. A
// dash stands for a program that takes no network.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { chromium } = createRequire(join(root, 'browser/package.json'))('@playwright/test')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '9' } },
})
const programs = positionals.length > 0 ? positionals : [join(root, 'browser/rules/built/tafelrunde.wasm')]

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const rules = ['wotn', 'game', ['wotn', '', []]]
const wotn = ['engines', 'think', ['wotn', 'wotn', start, [], 1, 10]]
const lancelot = ['engines', 'think', ['lancelot', 'wotn', '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7', [], 1, 10]]
const rows = [
  { name: 'rules', call: rules },
  { name: 'engine, Way of the Knight, without network', call: wotn },
  { name: 'engine, Way of the Knight, with network', call: wotn, network: true },
  { name: 'engine, Lancelot', call: lancelot },
  { name: 'rules, with fetch and compilation', call: rules, cold: true },
]

const goRoot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()
const worker = `${readFileSync(join(goRoot, 'lib/wasm/wasm_exec.js'), 'utf8')}
onmessage = async ({ data: [module, calls] }) => {
  const go = new Go()
  go.run(await WebAssembly.instantiate(module, go.importObject))
  for (const [part, name, args] of calls) {
    const fn = tafelrunde[part][name]
    if (!fn) return postMessage('missing')
    const answer = fn(...args)
    if (!answer.ok) return postMessage(JSON.stringify(answer))
  }
  postMessage('')
}`

const files = new Map([
  ['/', ['text/html', '<!doctype html>']],
  ['/worker.js', ['text/javascript', worker]],
  ['/network', ['application/octet-stream', readFileSync(join(root, 'wotn/net/default.net'))]],
  ...programs.map((file, i) => [`/${i}.wasm`, ['application/wasm', readFileSync(file)]]),
])
const server = createServer((request, response) => {
  const [type, body] = files.get(new URL(request.url, 'http://x').pathname) ?? []
  response.writeHead(type ? 200 : 404, { 'Content-Type': type ?? 'text/plain', 'Cache-Control': 'no-store' }).end(body)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  await page.evaluate(async () => {
    globalThis.file = new Uint8Array(await (await fetch('/network')).arrayBuffer())
  })
  const measure = (program, { call, network, cold }) =>
    page.evaluate(
      async ([program, call, network, cold]) => {
        globalThis.modules ??= {}
        const compile = () => WebAssembly.compileStreaming(fetch(`/${program}.wasm?${Math.random()}`))
        if (!cold) modules[program] ??= await compile()
        const calls = network ? [['engines', 'network', [file]], call] : [call]
        const began = performance.now()
        const module = cold ? await compile() : modules[program]
        const worker = new Worker('/worker.js')
        const problem = await new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data)
          worker.onerror = ({ message }) => reject(new Error(message))
          worker.postMessage([module, calls])
        })
        const took = performance.now() - began
        worker.terminate()
        if (problem === 'missing') return undefined
        if (problem) throw new Error(problem)
        return took
      },
      [program, call, network, cold],
    )
  console.log(`Chromium ${browser.version()}, ${values.rounds} rounds, milliseconds, median (least to most)\n`)
  console.log(`| ${['first answer of', ...programs.map((file) => basename(file))].join(' | ')} |`)
  console.log(`| --- |${' ---: |'.repeat(programs.length)}`)
  const times = rows.map(() => programs.map(() => []))
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [n, row] of rows.entries()) {
      for (const i of programs.keys()) times[n][i].push(await measure(i, row))
    }
  }
  for (const [n, { name }] of rows.entries()) {
    const cells = times[n].map((t) => {
      if (t.includes(undefined)) return '–'
      return `${median(t).toFixed(0)} (${Math.min(...t).toFixed(0)} to ${Math.max(...t).toFixed(0)})`
    })
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
} finally {
  await browser.close()
  server.close()
}
