import { expect, test } from 'vitest'
import { easyGame } from './easy.ts'
import { read, write } from './game.ts'

test('easy games can be saved and read', () => {
  const chess = easyGame({ game: 'wotn', variant: 'wotn', start: '' })
  const stones = easyGame({ game: 'lancelot', start: 'position', seats: 4 })
  for (const game of [chess, stones]) {
    expect(read(write(game))).toEqual({ ok: true, saved: game })
    expect(game.players[0]?.by).toBe('person')
    expect(game.players.slice(1).every(({ by }) => by === 'computer')).toBe(true)
  }
  expect(stones.players).toHaveLength(4)
  expect(chess.id).not.toBe(stones.id)
})
