import { afterEach, expect, test, vi } from 'vitest'
import { matchGame, matchRecord } from './match.ts'

afterEach(() => vi.unstubAllGlobals())

const served = (view: object) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ endedAt: 1, moves: [], times: [], start: '', ...view }), { status: 200 }),
    ),
  )

test('a game of a match says which side the person has played', async () => {
  const clock = { kind: 'none' }
  const seats = ['b', 'w'].map((side) => ({ side, player: { name: side } }))
  const own = async (game: string, you: number) => {
    served({ settings: { game, clock }, seats, you })
    return (await matchGame('m', 1)).own
  }
  expect(await own('wotn', 0)).toBe(1)
  expect(await own('wotn', 1)).toBe(0)
  expect(await own('wotn', -1)).toBe(-1)
  expect(await own('lancelot', 1)).toBe(1)
})

test('a record has the names that pages gave guests in the language of the reader', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('[White "Gast 3734"]\n[Black "Gast (guest)"]\n', { status: 200 })),
  )
  expect(await matchRecord('m', 1)).toBe('[White "Guest 3734"]\n[Black "Gast (guest)"]\n')
})
