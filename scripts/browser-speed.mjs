#!/usr/bin/env node
// Measures both engines in Chromium beside the native program, in one run: the
// page's own worker and `tafelrunde engine` search the same positions for the
// same time by turns, and Lancelot's random games are counted by the same
// benchmark, built for both. Prints nodes and playouts a second, one thread,
// and the ratio.
//
//   make build && node scripts/browser-speed.mjs [MILLISECONDS] [ROUNDS]      (1000 ms, 2 rounds)

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { chromium } = createRequire(join(root, 'browser/package.json'))('@playwright/test')
const milliseconds = Number(process.argv[2] ?? 1000)
const rounds = Number(process.argv[3] ?? 2)
const bin = join(root, 'bin/tafelrunde')
const folder = mkdtempSync(join(tmpdir(), 'browser-speed-'))

const wotn = [
  ['wotn', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
  ['wotn', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P2p/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 1'],
  ['wotn', 'r1bk3r/pp1p1Qpp/2p5/4l3/2B5/4K3/P1P3PP/4RR2 b - - 1 17'],
  ['wotn-alternative', 'r3k2r/1g2y2p/3x4/2i2t2/2I2T2/3X4/1G2Z2P/R3K2R w KQkq - 0 1'],
  ['chess', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10'],
]
const lancelot = [
  ['', '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7'],
  ['', '2c2cb1c1/3b5b/4a2a2/2b7/2a3*a2/3c5b/2c3b3/cc2c5/1ca5a1/2ab3a1c a 1,0,4 20,20,20 abc diagonals+excalibur 8'],
]

/** A native engine that is asked over its protocol. */
function native(game) {
  const engine = spawn(bin, game === 'wotn' ? ['engine'] : ['engine', '--game', 'lancelot'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]()
  const say = (line) => engine.stdin.write(`${line}\n`)
  const until = async (start) => {
    let nodes = 0
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the engine ended before ${start}`)
      nodes = Number(/ nodes (\d+)/.exec(value)?.[1] ?? nodes)
      if (value.startsWith(start)) return nodes
    }
  }
  say(game === 'wotn' ? 'uci' : 'ugi')
  return {
    async nodesPerSecond([ways, position]) {
      if (game === 'wotn') say(`setoption name UCI_Variant value ${ways}`)
      say(game === 'wotn' ? 'ucinewgame' : 'uginewgame')
      say('isready')
      await until('readyok')
      say(`position fen ${position}`)
      const began = performance.now()
      say(`go movetime ${milliseconds}`)
      const nodes = await until('bestmove')
      return (nodes * 1000) / (performance.now() - began)
    },
    end: () => engine.stdin.end('quit\n'),
  }
}

async function startProgram() {
  const program = spawn(bin, ['--addr', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TAFELRUNDE_DATA: join(folder, 'data') },
  })
  for await (const line of createInterface({ input: program.stdout })) {
    const address = /http:\S+/.exec(line)
    if (address) return { address: address[0], stop: () => program.kill('SIGTERM') }
  }
  throw new Error('the program did not start')
}

/** Asks the page's own worker. */
async function askWorker(page, name, args) {
  return page.evaluate(
    async ([name, args]) => {
      const worker = globalThis.speed
      const began = performance.now()
      const answer = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
        worker.postMessage({ id: 0, part: 'engines', name, args })
      })
      if (!answer.value?.ok) throw new Error(JSON.stringify(answer))
      return { ...answer.value.value, milliseconds: performance.now() - began }
    },
    [name, args],
  )
}

/** The lines of a Go benchmark: its name and the value of a metric. */
function metrics(text, unit) {
  const rows = [...text.matchAll(/^Benchmark(\S+)\s.*?([\d.e+]+) (\S+)$/gm)].map(([line, name]) => [
    name.replace(/-\d+$/, ''),
    Number(new RegExp(`([\\d.e+]+) ${unit}`).exec(line)?.[1]),
  ])
  return new Map(rows)
}

const benchmark = ['-test.run=^$', '-test.bench=^BenchmarkPlayout$', '-test.benchtime=300ms']

/** Builds Lancelot's benchmark for the browser and runs it in a worker of its own. */
async function playoutsInBrowser(page) {
  const wasm = join(folder, 'playouts.wasm')
  const env = { ...process.env, GOOS: 'js', GOARCH: 'wasm' }
  execFileSync('go', ['test', '-c', '-o', wasm, './lancelot/search'], { cwd: root, env, stdio: 'inherit' })
  const worker = `
    importScripts('/wasm_exec.js')
    let text = ''
    console.log = (line) => { text += line + '\\n' }
    const go = new Go()
    go.argv = ['playouts', ...${JSON.stringify(benchmark)}]
    WebAssembly.instantiateStreaming(fetch('/playouts.wasm'), go.importObject)
      .then(({ instance }) => go.run(instance))
      .then(() => postMessage(text), (reason) => postMessage('failed: ' + reason + text))`
  const files = {
    '/': ['text/html', '<!doctype html>'],
    '/worker.js': ['text/javascript', worker],
    '/wasm_exec.js': ['text/javascript', readFileSync(join(root, 'browser/public/wasm_exec.js'))],
    '/playouts.wasm': ['application/wasm', readFileSync(wasm)],
  }
  const server = createServer((request, response) => {
    const [type, body] = files[request.url] ?? []
    response.writeHead(type ? 200 : 404, { 'Content-Type': type ?? 'text/plain' }).end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    return await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker('/worker.js')
          worker.onmessage = ({ data }) => resolve(data)
          worker.onerror = ({ message }) => reject(new Error(message))
        }),
    )
  } finally {
    server.close()
  }
}

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const whole = (x) => Math.round(x).toLocaleString('en')

const { address, stop } = await startProgram()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
let least = Number.POSITIVE_INFINITY
try {
  const page = await browser.newPage()
  console.log(`Chromium ${browser.version()}, ${milliseconds} ms a search, ${rounds} rounds\n`)
  row('what', 'unit', 'native', 'Chromium', 'ratio')
  row('---', '---', '---:', '---:', '---:')
  const show = (what, unit, a, b) => {
    least = Math.min(least, b / a)
    row(what, unit, whole(a), whole(b), (b / a).toFixed(2))
  }

  for (const [game, positions] of Object.entries({ wotn, lancelot })) {
    await page.goto(address)
    const script = readdirSync(join(root, 'internal/web/dist/app/assets')).find((name) => /^worker-.*\.js$/.test(name))
    await page.evaluate(async (script) => {
      globalThis.speed = new Worker(`/assets/${script}`, { type: 'module' })
      globalThis.speed.postMessage(await WebAssembly.compileStreaming(fetch('/tafelrunde.wasm')))
    }, script)
    await askWorker(page, 'prepare', [game])
    const late = []
    const engine = native(game)
    const all = { native: [], browser: [] }
    for (const position of positions) {
      const found = { native: [], browser: [] }
      for (let round = 0; round < rounds; round++) {
        found.native.push(await engine.nodesPerSecond(position))
        const thought = await askWorker(page, 'think', [game, position[0] || 'wotn', position[1], [], milliseconds, 10])
        found.browser.push((thought.nodes * 1000) / thought.milliseconds)
        late.push(thought.milliseconds - milliseconds)
      }
      show(`${game} ${position.join(' ').trim()}`, 'nodes/s', mean(found.native), mean(found.browser))
      all.native.push(...found.native)
      all.browser.push(...found.browser)
    }
    engine.end()
    show(`${game}, all`, 'nodes/s', mean(all.native), mean(all.browser))
    console.error(`${game}: at most ${Math.max(...late).toFixed(0)} ms over the time given, from message to message`)
  }

  const compiled = join(folder, 'playouts')
  execFileSync('go', ['test', '-c', '-o', compiled, './lancelot/search'], { cwd: root, stdio: 'inherit' })
  const own = metrics(
    execFileSync(compiled, [...benchmark, '-test.cpu=1'], { cwd: join(root, 'lancelot/search'), encoding: 'utf8' }),
    'playouts/s',
  )
  const text = await playoutsInBrowser(page)
  const theirs = metrics(text, 'playouts/s')
  if (theirs.size === 0) throw new Error(text)
  for (const [name, speed] of own) show(`lancelot ${name}`, 'playouts/s', speed, theirs.get(name) ?? Number.NaN)
} finally {
  await browser.close()
  stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\nThe least ratio is ${least.toFixed(2)}.`)
if (!(least >= 0.2)) process.exitCode = 1
