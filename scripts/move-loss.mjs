#!/usr/bin/env node
// Measures how much win share an engine's moves lose against the best moves in
// orthodox chess, as Stockfish scores them. The difference of two engines shows
// with fewer positions than games.
//
//   scripts/move-loss.mjs POSITIONS SCORES NODES ENGINE [ARGUMENTS|OPTION=VALUE…]
//
// POSITIONS is a file with a FEN on each line, NODES the limit for each move of the
// engine. SCORES is a file that caches Stockfish's scores by position and move; it
// is created if missing. STOCKFISH is the path of Stockfish
// (/usr/games/stockfish).
//
//   scripts/move-loss.mjs positions.txt scores.json 25000 bin/tafelrunde engine UCI_Variant=chess Hash=16

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Nodes of Stockfish to find the best move, and to score a move. */
const bestNodes = 40_000
const scoreNodes = 12_000
/** The score in centipawns with a win share of 10/11. */
const scale = 300
/** The least loss of win share of a blunder. */
const blunder = 0.08

const [positions, cache, nodes, program, ...rest] = process.argv.slice(2)
if (!program || !(Number(nodes) > 0)) {
  console.error('usage: scripts/move-loss.mjs POSITIONS SCORES NODES ENGINE [ARGUMENTS|OPTION=VALUE…]')
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

  /** Returns the best move and its score in centipawns. */
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
const scores = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {}
const engine = new Engine(program, rest)
const stockfish = new Engine(process.env.STOCKFISH ?? '/usr/games/stockfish', ['Hash=16'])
const winShare = (centipawns) => 1 / (1 + 10 ** (-centipawns / scale))

const losses = []
for (const fen of fens) {
  scores[fen] ??= { best: (await stockfish.go(fen, `nodes ${bestNodes}`)).move, moves: {} }
  const { best, moves } = scores[fen]
  const { move } = await engine.go(fen, `nodes ${nodes}`)
  for (const m of [best, move]) moves[m] ??= (await stockfish.go(fen, `nodes ${scoreNodes} searchmoves ${m}`)).score
  losses.push(winShare(moves[best]) - winShare(moves[move]))
}
engine.end()
stockfish.end()
writeFileSync(cache, JSON.stringify(scores))

const mean = losses.reduce((a, b) => a + b, 0) / losses.length
const error = Math.sqrt(losses.reduce((sum, x) => sum + (x - mean) ** 2, 0)) / losses.length
const percent = (x) => `${(100 * x).toFixed(2)} %`
console.log(
  `${fens.length} positions: loses ${percent(mean)} of a point a move, ± ${percent(1.96 * error)}; ` +
    `${percent(losses.filter((x) => x > blunder).length / losses.length)} lose more than ${blunder}`,
)
