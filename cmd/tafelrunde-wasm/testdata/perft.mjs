// Runs perft suites through the contract, each position as deep as a number of
// calls allows, the first argument. It counts the moves shown to players; in Lancelot with Excalibur
// these are the turns that can be entered square by square.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { args, tafelrunde, value } from './start.mjs'

const [callsForAPosition, ...files] = args

const legal = (placements) => placements.filter((p) => p.legal).map((p) => p.square)

function lancelotTurns(start, turns) {
  const game = (pending) => value(tafelrunde.lancelot.game(start, turns, pending))
  const now = game('')
  if (now.phase === 'over') return []
  if (now.phase === 'place-excalibur') return legal(now.excaliburSquares).map((excalibur) => `X${excalibur}`)
  const alone = legal(now.stoneSquares)
  const stoneFirst = now.excaliburTurns[now.toAct]
    ? alone.flatMap((stone) => legal(game(stone).excaliburSquares).map((excalibur) => `${stone},X${excalibur}`))
    : []
  const excaliburFirst = legal(now.excaliburSquares).flatMap((excalibur) =>
    legal(game(`X${excalibur}`).stoneSquares).map((stone) => `X${excalibur},${stone}`),
  )
  return [...alone, ...stoneFirst, ...excaliburFirst]
}

const wotnMoves = (variant) => (start, moves) =>
  value(tafelrunde.wotn.game(variant, start, moves)).legal.map((move) => move.text)

function perft(list, start, played, depth) {
  const moves = list(start, played)
  if (depth === 1) return moves.length
  let count = 0
  for (const move of moves) count += perft(list, start, [...played, move], depth - 1)
  return count
}

for (const file of files) {
  let counted = 0
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const row = line.replace(/#.*/, '').trim()
    if (!row) continue
    const [game, position, counts] = row.split('|').map((field) => field.trim())
    const wanted = counts.split(/\s+/).map(Number)
    const list = game === 'lancelot' ? lancelotTurns : wotnMoves(game)
    wanted.forEach((want, i) => {
      if (i > 0 && wanted[i - 1] > Number(callsForAPosition)) return
      assert.equal(perft(list, position, [], i + 1), want, `${row}, depth ${i + 1}`)
      counted++
    })
  }
  assert.ok(counted > 0, `${file} has nothing to count`)
  console.log(`${file}: ${counted} counts`)
}
process.exit(0)
