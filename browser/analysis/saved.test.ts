import { expect, test } from 'vitest'
import { read, type SavedAnalysis, write } from './saved.svelte.ts'

const move = { text: 'e2e4', san: 'e4', nags: [], before: [], after: ['Best by test.'], variations: [] }
const saved: SavedAnalysis = {
  id: 'k3x',
  changed: 5,
  variant: 'chess',
  start: '',
  tags: { White: 'Anna' },
  moves: [move] as unknown as SavedAnalysis['moves'],
  at: [0],
  flipped: true,
}
const match = { id: 'Ab-9_', game: 2, moves: ['e2e4'] }

test('an analysis is read as it was written', () => {
  expect(read(write(saved))).toEqual(saved)
  expect(read(write({ ...saved, match }))).toEqual({ ...saved, match })
})

test('other texts are not an analysis', () => {
  const changed = (part: object) => JSON.stringify({ ...JSON.parse(write(saved)), ...part })
  expect(read(changed({}))).toEqual(saved)
  for (const text of [
    '',
    '[]',
    'null',
    changed({ version: 2 }),
    changed({ id: 3 }),
    changed({ variant: 'go' }),
    changed({ at: [-1] }),
    changed({ match: null }),
    changed({ match: 'Ab-9_' }),
    changed({ match: { ...match, id: '../x' } }),
    changed({ match: { ...match, game: '1' } }),
    changed({ match: { ...match, moves: [1] } }),
    changed({ match: { id: 'a', game: 1 } }),
  ]) {
    expect(read(text), text).toBeUndefined()
  }
})
