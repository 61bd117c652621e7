import { expect, test } from 'vitest'
import { easyGame } from '../saved/easy.ts'
import { type SavedGame, winnersOf } from '../saved/game.ts'
import { SavedGames } from '../saved/games.svelte.ts'
import { Memory } from '../saved/memory.ts'
import { Unfinished } from './unfinished.svelte.ts'

function games(...all: readonly [string, readonly string[]][]): SavedGames {
  const saved = new SavedGames()
  saved.open(new Memory())
  for (const [id, moves] of all) {
    saved.save({ ...easyGame({ game: 'wotn', variant: 'chess', start: '' }), id, moves: [...moves] })
  }
  return saved
}

const mate = ['f2f3', 'e7e5', 'g2g4', 'd8h4']
const isMate = ({ moves }: SavedGame) => moves.at(-1) === 'd8h4'
const rules = async (saved: SavedGame) => ({
  position: `after ${saved.moves.length}`,
  outcome: { over: isMate(saved), winners: isMate(saved) ? [1] : [] },
})

test('a finished game of a build that stored no winners is never one to continue', async () => {
  const saved = games(['running', ['e2e4']], ['mate', mate])
  const unfinished = new Unfinished(saved, () => undefined, rules)
  const known = () => unfinished.list(2).map((open) => [open.saved.id, open.position])
  expect(known()).toEqual([
    ['mate', undefined],
    ['running', undefined],
  ])
  for (const open of unfinished.list(2)) await unfinished.check(open.saved)
  expect(known()).toEqual([['running', 'after 1']])
  expect(winnersOf(saved.find('mate') as SavedGame)).toEqual([1])
})

test('the rules are not needed for a game whose state was kept, and may be missing for others', async () => {
  const kept = ({ id }: SavedGame) => (id === 'kept' ? { position: 'kept', outcome: { over: false } } : undefined)
  const unfinished = new Unfinished(games(['other', ['d2d4']], ['kept', ['e2e4']]), kept, () =>
    Promise.reject(new Error('no rules')),
  )
  expect(unfinished.list(2).map(({ position }) => position)).toEqual(['kept', undefined])
  await unfinished.check(unfinished.list(2)[1]?.saved as SavedGame)
  expect(unfinished.list(2).map(({ position }) => position)).toEqual(['kept', ''])
})
