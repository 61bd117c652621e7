#!/usr/bin/env node
// Plays two builds of the program against each other in Lancelot, to measure
// whether a change makes the engine stronger:
//
//   scripts/lancelot-beside.mjs FIRST SECOND [GAMES [NODES [RULES [SEATS [SEED]]]]]
//
// FIRST and SECOND are programs, to which options may be added as in
// bin/tafelrunde,Threads=2; GAMES (200) of SEATS (2) with RULES (diagonals),
// NODES (5000) for each turn. FIRST has one seat, SECOND all others. An opening is
// one random stone of each seat; each is played with FIRST in every seat. Limits in
// nodes make the result independent of the load of the machine.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [first, second, games = 200, nodes = 5000, rules = 'diagonals', seats = 2, seed = 1] = process.argv.slice(2)
if (!second) {
  console.error('two programs are needed')
  process.exit(2)
}

let state = Number(seed) >>> 0
const random = (n) => {
  // mulberry32
  state = (state + 0x6d2b79f5) >>> 0
  let x = Math.imul(state ^ (state >>> 15), state | 1)
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
  return ((x ^ (x >>> 14)) >>> 0) % n
}

class Engine {
  constructor(text) {
    const [program, ...options] = text.split(',')
    this.child = spawn(program, ['engine', '--game', 'lancelot'], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
    for (const option of options) this.send(`setoption name ${option.replace('=', ' value ')}`)
  }
  send(text) {
    this.child.stdin.write(`${text}\n`)
  }
  async until(...beginnings) {
    for (;;) {
      const { value, done } = await this.lines.next()
      if (done) throw new Error('a program ended')
      if (beginnings.some((b) => value.startsWith(b))) return value
    }
  }
  async request(text, ...beginnings) {
    this.send(text)
    return this.until(...beginnings)
  }
  async position(moves) {
    this.send(`position start ${seats} ${rules} moves ${moves.join(' ')}`.replace(/ moves $/, ''))
    const answer = await this.request('isready', 'error', 'readyok')
    if (answer === 'readyok') return ''
    await this.until('readyok')
    return answer
  }
}

const engines = [new Engine(first), new Engine(second)]
const size = { 2: 8, 3: 10, 4: 12, 5: 14 }[seats]
const square = () => {
  const from = (14 - size) / 2
  return `${'abcdefghijklmn'[from + random(size)]}${from + 1 + random(size)}`
}

async function opening() {
  const moves = rules.includes('excalibur') ? [`X${square()}`] : []
  while (moves.length < Number(seats) + (rules.includes('excalibur') ? 1 : 0)) {
    moves.push(square())
    if (await engines[0].position(moves)) moves.pop()
  }
  return moves
}

let won = 0
let played = 0
let moves = []
for (let game = 0; game < Math.ceil(games / seats) * seats; game++) {
  const own = game % seats
  if (own === 0) moves = await opening()
  const line = [...moves]
  for (const engine of engines) {
    engine.send('uginewgame')
    engine.send(`setoption name Seed value ${game + 1}`)
  }
  for (;;) {
    for (const engine of engines) {
      const wrong = await engine.position(line)
      if (wrong) throw new Error(`${line.join(' ')}: ${wrong}`)
    }
    if ((await engines[0].request('query gameover', 'response')) === 'response true') break
    const turn = 'abcde'.indexOf((await engines[0].request('query turn', 'response')).split(' ')[1])
    const answer = await engines[turn === own ? 0 : 1].request(`go nodes ${nodes}`, 'bestmove', 'error')
    if (!answer.startsWith('bestmove')) throw new Error(`${line.join(' ')}: ${answer}`)
    line.push(answer.split(' ')[1])
  }
  const winners = (await engines[0].request('query result', 'response')).split(' ')[1].split(',')
  if (winners.includes('abcde'[own])) won += 1 / winners.length
  played++
  if (process.stderr.isTTY) process.stderr.write(`\r${won} of ${played}`)
}
for (const engine of engines) engine.send('quit')

const share = won / played
const z = 1.96
const centre = (share + (z * z) / (2 * played)) / (1 + (z * z) / played)
const half = (z / (1 + (z * z) / played)) * Math.sqrt((share * (1 - share)) / played + (z * z) / (4 * played * played))
const percent = (x) => `${(100 * x).toFixed(1)} %`
console.log(
  `${seats} seats, ${rules}, ${nodes} nodes, seed ${seed}: ${won} of ${played} games, ${percent(share)} (95 %: ${percent(centre - half)} - ${percent(centre + half)}), ${(share * seats).toFixed(2)} times its fair share`,
)
