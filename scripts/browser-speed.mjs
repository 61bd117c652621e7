#!/usr/bin/env node
// Measures both engines in Chromium beside the native program, in one run: a worker
// with the page's program and `tafelrunde engine` alternately search the same positions for
// the same time, and the same benchmark of Lancelot's random games runs in both.
// Prints nodes and playouts a second with one thread, and the ratio; and the depths that the
// engine of Way of the Knight reaches in the worker with its network and without.
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
const only = process.argv[4]
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

const crowded = [
  [
    '3 seats',
    '2c2cb1c1/3b5b/4a2a2/2b7/2a3*a2/3c5b/2c3b3/cc2c5/1ca5a1/2ab3a1c a 1,0,4 20,20,20 abc diagonals+excalibur 8',
  ],
  [
    '5 seats',
    '14/14/3a10/14/7b6/14/5*8/14/10c3/14/2d11/14/8e5/14 a 0,0,0,0,0 29,29,29,29,29 abcde diagonals+excalibur 10',
  ],
]
const short = 100
const questions = 12

/** A native engine, used over its protocol. */
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
    async nodesPerSecond([variant, position]) {
      if (game === 'wotn') say(`setoption name UCI_Variant value ${variant}`)
      say(game === 'wotn' ? 'ucinewgame' : 'uginewgame')
      say('isready')
      await until('readyok')
      say(`position fen ${position}`)
      const began = performance.now()
      say(`go movetime ${milliseconds}`)
      const nodes = await until('bestmove')
      return (nodes * 1000) / (performance.now() - began)
    },
    /** The milliseconds between the end of its time and its answer. */
    async lateness(position, milliseconds) {
      say('isready')
      await until('readyok')
      say(`position fen ${position}`)
      const began = performance.now()
      say(`go movetime ${milliseconds}`)
      await until('bestmove')
      return performance.now() - began - milliseconds
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

/** A worker that runs the program of the rules, with the messages of the page's worker (browser/rules/worker.ts). */
const workerSource = `${readFileSync(join(root, 'browser/rules/built/wasm_exec.js'), 'utf8')}
let ready
onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    const go = new Go()
    ready = WebAssembly.instantiate(data, go.importObject).then((instance) => void go.run(instance))
    return
  }
  await ready
  postMessage({ id: data.id, value: tafelrunde[data.part][data.name](...data.args) })
}`

/** Starts a worker with the program, and with the network of the engine or without. */
async function startWorker(page, key, program, network) {
  await page.evaluate(
    async ([source, key, program, network]) => {
      const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
      globalThis[key] = worker
      worker.postMessage(await WebAssembly.compileStreaming(fetch(`/assets/${program}`)))
      if (!network) return
      const bytes = new Uint8Array(await (await fetch(`/assets/${network}`)).arrayBuffer())
      const answer = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
        worker.postMessage({ id: 0, part: 'engines', name: 'network', args: [bytes] })
      })
      if (!answer.value?.ok) throw new Error(JSON.stringify(answer))
    },
    [workerSource, key, program, network],
  )
}

async function askWorker(page, name, args, key = 'speed') {
  return page.evaluate(
    async ([name, args, key]) => {
      const worker = globalThis[key]
      const began = performance.now()
      const answer = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
        worker.postMessage({ id: 0, part: 'engines', name, args })
      })
      if (!answer.value?.ok) throw new Error(JSON.stringify(answer))
      return { ...answer.value.value, milliseconds: performance.now() - began }
    },
    [name, args, key],
  )
}

/** The best values of a metric by the name of the Go benchmark. */
function metrics(text, unit) {
  const best = new Map()
  for (const [line, name] of text.matchAll(/^Benchmark(\S+?)(?:-\d+)?\s.*$/gm)) {
    const value = Number(new RegExp(`([\\d.e+]+) ${unit}`).exec(line)?.[1])
    best.set(name, Math.max(value, best.get(name) ?? 0))
  }
  return best
}

const benchmark = ['-test.run=^$', '-test.bench=^BenchmarkPlayout$', '-test.benchtime=100ms', '-test.count=4']

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
    '/wasm_exec.js': ['text/javascript', readFileSync(join(root, 'browser/rules/built/wasm_exec.js'))],
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

/** The longest time between two frames of the page during an action. */
async function longestGap(page, during) {
  await page.evaluate(() => {
    globalThis.gap = { last: performance.now(), longest: 0, on: true }
    const frame = () => {
      const now = performance.now()
      gap.longest = Math.max(gap.longest, now - gap.last)
      gap.last = now
      if (gap.on) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await during()
  return page.evaluate(() => {
    gap.on = false
    return Math.max(gap.longest, performance.now() - gap.last)
  })
}

const sorted = (values) => values.toSorted((a, b) => a - b)
const median = (values) => sorted(values)[values.length >> 1]
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
const depths = { with: [], without: [] }
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
    if (only && only !== game) continue
    await page.goto(address)
    const assets = readdirSync(join(root, 'internal/web/dist/app/assets'))
    const program = assets.find((name) => /^tafelrunde-.*\.wasm$/.test(name))
    const network = assets.find((name) => /^default-.*\.net$/.test(name))
    if (!network) throw new Error('the page has no network')
    await startWorker(page, 'speed', program, game === 'wotn' && network)
    await askWorker(page, 'prepare', [game])
    if (game === 'wotn') await startWorker(page, 'plain', program)
    const late = []
    const engine = native(game)
    const all = { native: [], browser: [] }
    for (const position of positions) {
      const found = { native: [], browser: [] }
      for (let round = 0; round < rounds; round++) {
        found.native.push(await engine.nodesPerSecond(position))
        const question = [game, position[0] || 'wotn', position[1], [], milliseconds, 10]
        const thought = await askWorker(page, 'think', question)
        if (game === 'wotn') {
          depths.with.push(thought.depth)
          depths.without.push((await askWorker(page, 'think', question, 'plain')).depth)
        }
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

  if (depths.with.length > 0) {
    console.log(
      `\nMean depth in Chromium: ${mean(depths.with).toFixed(1)} with the network, ${mean(depths.without).toFixed(1)} without\n`,
    )
  }
  const timing = []
  if (only !== 'wotn') {
    const engine = native('lancelot')
    for (const [name, position] of crowded) {
      const late = { native: [], browser: [] }
      const ask = async (milliseconds) =>
        (await askWorker(page, 'think', ['lancelot', 'wotn', position, [], milliseconds, 10])).milliseconds
      for (let i = 0; i < questions; i++) {
        late.native.push(await engine.lateness(position, short))
        late.browser.push((await ask(short)) - short)
      }
      const idle = await longestGap(page, () =>
        page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), 2000),
      )
      const busy = await longestGap(page, () => ask(2000))
      timing.push([name, late, idle, busy])
    }
    engine.end()
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

  if (timing.length > 0) {
    console.log(
      `\nMilliseconds over ${short} ms, diagonals and Excalibur, ${questions} questions; longest time between two frames in 2 s\n`,
    )
    row(
      'seats',
      'native: least',
      'median',
      'most',
      'Chromium: least',
      'median',
      'most',
      'frames idle',
      'while it thinks',
    )
    row('---', ...Array(8).fill('---:'))
    for (const [name, late, idle, busy] of timing) {
      const of = (values) => [Math.min(...values), median(values), Math.max(...values)].map((x) => x.toFixed(1))
      row(name, ...of(late.native), ...of(late.browser), `${idle.toFixed(0)} ms`, `${busy.toFixed(0)} ms`)
    }
  }
} finally {
  await browser.close()
  stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\nThe smallest ratio is ${least.toFixed(2)}.`)
if (!(least >= 0.2)) process.exitCode = 1
