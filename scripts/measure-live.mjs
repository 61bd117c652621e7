#!/usr/bin/env node
// Measures the live engine in Chromium: its speed beside the same engine as a
// native program, how late it stops, and what slices cost. Native program and
// browser search the same positions in turn, so that they can be compared on a
// busy machine.
//
//   node scripts/measure-live.mjs [--nodes N] [--rounds N] [--seconds N]
//
// It uses the built front end and bin/tafelrunde.

import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { chromium } = createRequire(join(root, 'browser/package.json'))('@playwright/test')
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
  },
})
const [nodes, rounds, seconds] = [values.nodes, values.rounds, values.seconds].map(Number)

/** Positions: the variant, its name in UCI, and moves from the start position. */
const positions = [
  ['chess', 'chess', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'],
  ['wotn', 'wotn', 'e2e4 d7d5 e4d5s d8d5 b1c3 d5d8 d2d4 g8f6'],
  ['wotn-alternative', 'wotn-alternative', 'd2d4 d7d5 c2c4 d5c4s g1f3 g8f6'],
]

const goRoot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()
const worker = `${readFileSync(join(goRoot, 'lib/wasm/wasm_exec.js'), 'utf8')}
let ready
onmessage = async ({ data }) => {
  if (data.module) {
    const go = new Go()
    go.run(await WebAssembly.instantiate(data.module, go.importObject))
    postMessage('ready')
    return
  }
  const { variant, moves, limits, flag } = data
  const watch = { stopped: () => flag !== undefined && Atomics.load(flag, 0) !== 0, report: () => {} }
  const { engines, lancelot } = tafelrunde
  const seats = { diagonals: false, excalibur: false, target: 0, first: 0, seats: 2 }
  const answer =
    variant === 'lancelot'
      ? engines.analyseLancelot(lancelot.start(seats).value, moves, limits, watch)
      : engines.analyse(variant, '', moves, limits, watch)
  postMessage(answer.ok ? answer.value : { problem: JSON.stringify(answer) })
}`
const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
const files = new Map([
  ['/', ['text/html', '<!doctype html>']],
  ['/worker.js', ['text/javascript', worker]],
  ['/tafelrunde.wasm', ['application/wasm', readFileSync(join(root, 'browser/rules/built/tafelrunde.wasm'))]],
])
const server = createServer((request, response) => {
  const [type, body] = files.get(request.url) ?? ['text/plain', '']
  response.writeHead(200, { 'Content-Type': type, ...isolated }).end(body)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

const native = spawn(join(root, 'bin/tafelrunde'), ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]()
const send = (text) => native.stdin.write(`${text}\n`)

/** Searches natively and returns nodes a second. */
async function searchNative(uciVariant, moves) {
  send(`setoption name UCI_Variant value ${uciVariant}`)
  send('setoption name Hash value 64')
  send('ucinewgame')
  send(`position startpos moves ${moves}`)
  const began = performance.now()
  send(`go nodes ${nodes}`)
  for (;;) {
    const { value } = await lines.next()
    if (value.startsWith('bestmove')) return nodes / ((performance.now() - began) / 1000)
  }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  await page.evaluate(async () => {
    const module = await WebAssembly.compileStreaming(fetch('/tafelrunde.wasm'))
    const message = (worker) => new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
    })
    globalThis.start = async () => {
      const worker = new Worker('/worker.js')
      worker.postMessage({ module })
      await message(worker)
      return worker
    }
    globalThis.analyse = (worker, variant, moves, limits, flag) => {
      worker.postMessage({ variant, moves, limits, flag })
      return message(worker)
    }
  })

  const limits = { multiPV: 1, hash: 64, milliseconds: 0, nodes: 0, depth: 0 }
  console.log(`Chromium ${browser.version()}, ${rounds} rounds of ${nodes} nodes, medians\n`)
  console.log('| variant | native, nodes/s | browser, nodes/s | browser / native |')
  console.log('| --- | ---: | ---: | ---: |')
  for (const [variant, uci, moves] of positions) {
    const [a, b] = [[], []]
    for (let round = 0; round < rounds; round++) {
      a.push(await searchNative(uci, moves))
      b.push(
        await page.evaluate(
          async ([variant, moves, limits]) => {
            globalThis.speedWorker ??= await start()
            const began = performance.now()
            const { nodes } = await analyse(speedWorker, variant, moves, limits)
            return nodes / ((performance.now() - began) / 1000)
          },
          [variant, moves.split(' '), { ...limits, nodes }],
        ),
      )
    }
    console.log(`| ${variant} | ${median(a).toFixed(0)} | ${median(b).toFixed(0)} | ${(median(b) / median(a)).toFixed(2)} |`)
  }

  const games = { 'Way of the Knight and chess': positions, Lancelot: [['lancelot', '', 'd4 h10 e6 g8']] }
  for (const [game, places] of Object.entries(games)) {
    const late = await page.evaluate(
      async ([places, limits]) => {
        const worker = await start()
        const late = []
        for (let i = 0; i < 60; i++) {
          const [variant, , moves] = places[i % places.length]
          const flag = new Int32Array(new SharedArrayBuffer(4))
          const result = analyse(worker, variant, moves.split(' '), limits, flag)
          await new Promise((resolve) => setTimeout(resolve, 50 + 7 * i))
          const stopped = performance.now()
          Atomics.store(flag, 0, 1)
          const { problem } = await result
          if (problem) throw new Error(problem)
          late.push(performance.now() - stopped)
        }
        worker.terminate()
        return late.sort((a, b) => a - b)
      },
      [places, limits],
    )
    const [median, most95, most] = [late[30], late[57], late[59]].map((ms) => `${ms.toFixed(1)} ms`)
    console.log(`\n${game}, stopped by the flag, 60 searches: median ${median}, 95 % ${most95}, most ${most}\n`)
  }

  console.log(`| variant | depth in ${seconds} s at once | in slices of 200 ms | of 100 ms |`)
  console.log('| --- | ---: | ---: | ---: |')
  for (const [variant, , moves] of positions) {
    const depths = []
    for (const slice of [seconds * 1000, 200, 100]) {
      depths.push(
        await page.evaluate(
          async ([variant, moves, limits, slice, total]) => {
            const worker = await start()
            let [depth, used] = [0, 0]
            while (used < total) {
              const began = performance.now()
              const result = await analyse(worker, variant, moves, { ...limits, milliseconds: slice })
              used += performance.now() - began
              depth = Math.max(depth, result.depth)
            }
            worker.terminate()
            return depth
          },
          [variant, moves.split(' '), limits, slice, seconds * 1000],
        ),
      )
    }
    console.log(`| ${variant} | ${depths.join(' | ')} |`)
  }
} finally {
  await browser.close()
  server.close()
  native.kill()
}
