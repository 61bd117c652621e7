// Writes for each FEN on standard input one line with the squares of its legal moves in Fairy-Stockfish, sorted:
// "e2e4 g1f3 ...". Usage: node moves.cjs VARIANT < positions
'use strict'

// With fetch the module would load its .wasm file from the network.
delete globalThis.fetch

const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const ffish = require('ffish')

ffish.onRuntimeInitialized = () => {
  ffish.loadVariantConfig(readFileSync(join(__dirname, 'wotn-pieces.ini'), 'utf8'))
  const board = new ffish.Board(process.argv[2])
  const answers = []
  for (const fen of readFileSync(0, 'utf8').split('\n')) {
    if (fen === '') continue
    board.setFen(fen)
    const moves = board.legalMoves()
    const pairs = moves === '' ? [] : moves.split(' ').map((move) => move.slice(0, 4))
    answers.push([...new Set(pairs)].sort().join(' '))
  }
  board.delete()
  process.stdout.write(answers.join('\n') + '\n')
}
