#!/usr/bin/env node
// Says by how much an engine's moves, as an orthodox chess engine, are worse than
// the best: what each loses of the points to be expected, as Stockfish judges it.
// Two engines differ by this on the same positions long before they do by games.
//
//   scripts/move-loss.mjs POSITIONS JUDGED NODES ENGINE [ARGUMENTS|OPTION=VALUE…]
//
// POSITIONS is a file with a FEN on each line, NODES what the engine may search
// for a move. JUDGED is a file in which judgements are kept, so that the next
// engine only needs those of moves nobody chose before; it is made if missing.
// STOCKFISH names the judge (/usr/games/stockfish).
//
//   scripts/move-loss.mjs positions.txt judged.json 25000 bin/tafelrunde engine UCI_Variant=chess Hash=16

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Nodes to find the best move, and for each judgement of a move. */
const searched = 40_000
const judgedBy = 12_000
/** A judgement of so many centipawns expects ten of eleven points. */
const scale = 300
/** Points lost by one move from which it is called a blunder. */
const blunder = 0.08

const [positions, kept, nodes, program, ...rest] = process.argv.slice(2)
if (!program || !(Number(nodes) > 0)) {
  console.error('usage: scripts/move-loss.mjs POSITIONS JUDGED NODES ENGINE [ARGUMENTS|OPTION=VALUE…]')
  process.exit(2)
}

class Engine {
  #process
  #lines

  constructor(command, settings) {
    const isOption = (text) => text.includes('=')
    this.#process = spawn(
      command,
      settings.filter((s) => !isOption(s)),
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    this.#process.on('error', (error) => {
      console.error(`${command}: ${error.message}`)
      process.exit(1)
    })
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()
    this.#say('uci')
    for (const [name, value] of settings.filter(isOption).map((s) => s.split('='))) {
      this.#say(`setoption name ${name} value ${value}`)
    }
  }

  #say(line) {
    this.#process.stdin.write(`${line}\n`)
  }

  /** The move it chooses and what it expects, in centipawns. */
  async go(fen, limits) {
    this.#say('ucinewgame')
    this.#say(`position fen ${fen}`)
    this.#say(`go ${limits}`)
    let score = 0
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done) throw new Error(`the engine ended at ${fen}`)
      const [, kind, amount] = / score (cp|mate) (-?\d+)/.exec(value) ?? []
      if (kind) score = kind === 'cp' ? Number(amount) : Number(amount) > 0 ? 3000 : -3000
      const [, move] = /^bestmove (\S+)/.exec(value) ?? []
      if (move) return { move, score }
    }
  }

  end() {
    this.#say('quit')
  }
}

const fens = readFileSync(positions, 'utf8').split('\n').filter(Boolean)
const judged = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
const engine = new Engine(program, rest)
const judge = new Engine(process.env.STOCKFISH ?? '/usr/games/stockfish', ['Hash=16'])
const expected = (centipawns) => 1 / (1 + 10 ** (-centipawns / scale))

const losses = []
for (const fen of fens) {
  judged[fen] ??= { best: (await judge.go(fen, `nodes ${searched}`)).move, worth: {} }
  const { best, worth } = judged[fen]
  const { move } = await engine.go(fen, `nodes ${nodes}`)
  for (const m of [best, move]) worth[m] ??= (await judge.go(fen, `nodes ${judgedBy} searchmoves ${m}`)).score
  losses.push(expected(worth[best]) - expected(worth[move]))
}
engine.end()
judge.end()
writeFileSync(kept, JSON.stringify(judged))

const mean = losses.reduce((a, b) => a + b, 0) / losses.length
const error = Math.sqrt(losses.reduce((sum, x) => sum + (x - mean) ** 2, 0)) / losses.length
const percent = (x) => `${(100 * x).toFixed(2)} %`
console.log(
  `${fens.length} positions: loses ${percent(mean)} of a point a move, ± ${percent(1.96 * error)}; ` +
    `${percent(losses.filter((x) => x > blunder).length / losses.length)} lose more than ${blunder}`,
)
