#!/usr/bin/env node
// Measures what reviews by the server cost: the processor time and the duration of the
// review of a game of PLIES plies, and the latency of moves without and beside reviews.
//
//   make build lab && scripts/review-load.mjs [PLIES [SECONDS [RATE]]]      (80 plies, 20 seconds, 100 moves a second)
//
// The games are those of the engine against itself with 2,000 nodes a move. A server with
// one thread for engines reviews one of each kind, then `tafelrunde-lab load` moves in 100
// matches, first alone and then beside a queue of reviews. Linux only.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const program = join(dirname(fileURLToPath(import.meta.url)), '../bin/tafelrunde')
const [plies = 80, seconds = 20, rate = 100] = process.argv.slice(2).map(Number)
const site = 'http://127.0.0.1:18498'

/** Games to review: the settings, the engine's command, its words for a start, a search and the best move. */
const kinds = [
  {
    settings: { game: 'wotn', variant: 'wotn' },
    command: ['engine'],
    hello: ['uci', 'setoption name Hash value 16'],
    start: 'position startpos',
  },
  {
    settings: { game: 'lancelot', variant: 'basic' },
    command: ['engine', '--game', 'lancelot'],
    hello: ['ugi'],
    start: 'position startpos',
  },
]

/** Plays a game of the engine against itself and returns its moves. */
async function selfPlay({ command, hello, start }) {
  const engine = spawn(program, command, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]()
  engine.stdin.write(`${hello.join('\n')}\n`)
  const moves = []
  while (moves.length < plies) {
    engine.stdin.write(`${start}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}\ngo nodes 2000\n`)
    let best
    while (!best) {
      const { value, done } = await lines.next()
      if (done) throw new Error('the engine exited')
      // A finished game has no best move, or the search is refused.
      best = /^bestmove (\S+)/.exec(value)?.[1] ?? (/error/.test(value) ? '0000' : undefined)
    }
    if (best === '0000') break
    moves.push(best)
  }
  engine.kill()
  return moves
}

/** A person with an account. */
async function person(name) {
  let cookie = ''
  const request = async (method, path, body) => {
    const answer = await fetch(`${site}/api${path}`, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...(cookie && { cookie }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const set = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    const text = await answer.text()
    if (text.includes('"too-much"')) {
      // Requests of a person are limited.
      await pause(500)
      return request(method, path, body)
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  await request('POST', '/account', { name, password: 'long enough' })
  return request
}

const folder = mkdtempSync(join(tmpdir(), 'review-load-'))
const server = spawn(
  program,
  ['serve', '--addr', site.slice(7), '--data', folder, '--workers', '1', '--reviews', '1000', '--unlimited-loopback'],
  { stdio: ['ignore', 'ignore', 'inherit'] },
)

process.on('exit', () => server.kill())

/** The processor time of the server, in seconds. */
function processorTime() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

try {
  while (!(await fetch(`${site}/readyz`).catch(() => undefined))?.ok) await pause(100)
  const [anna, ben] = [await person('Anna'), await person('Ben')]
  const play = async (settings, moves) => {
    const all = { seats: 2, first: 0, clock: { kind: 'none' }, visibility: 'public', ...settings }
    const { match } = await anna('POST', '/matches', { settings: all, seat: 0 })
    await ben('POST', `/matches/${match}/commands`, { type: 'sit', seat: 1 })
    let number = 0
    for (const move of moves) {
      const who = number++ % 2 === 0 ? anna : ben
      await who('POST', `/matches/${match}/commands`, { type: 'move', move })
    }
    // The rules may have ended it.
    await ben('POST', `/matches/${match}/commands`, { type: 'resign' }).catch(() => {})
    return `/matches/${match}/games/1/review`
  }
  const games = []
  for (const kind of kinds) games.push([kind.settings, await selfPlay(kind)])
  for (const [settings, moves] of games) {
    const review = await play(settings, moves)
    await pause(2000)
    const [began, used] = [Date.now(), processorTime()]
    await anna('POST', review)
    while ((await anna('GET', review)).state !== 'done') await pause(200)
    const [time, cpu] = [(Date.now() - began) / 1000, processorTime() - used]
    const hour = Math.round(3600 / cpu)
    console.log(`${settings.game}: ${moves.length} plies, ${time.toFixed(1)} s, ${cpu.toFixed(1)} s of processor time, ${hour} an hour on one core`)
  }

  const load = () =>
    execFileSync(`${program}-lab`, ['load', site, '--rate', String(rate), '--for', `${seconds}s`], { encoding: 'utf8' })
  console.log(`moves alone:\n${load()}`)
  const reviews = []
  for (let n = 0; n < 6; n++) reviews.push([n % 2 ? anna : ben, await play(...games[0])])
  for (const [who, review] of reviews) await who('POST', review)
  const used = processorTime()
  console.log(`moves beside reviews:\n${load()}`)
  const states = await Promise.all(reviews.map(([who, review]) => who('GET', review)))
  const count = (state) => states.filter((one) => one.state === state).length
  const left = `${count('done')} done, ${count('running')} running, ${count('waiting')} waiting`
  console.log(`reviews at the end: ${left}; ${(processorTime() - used).toFixed(0)} s of processor time of the server`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
