import { expect, test } from 'vitest'
import type { MatchView } from '../online/api.ts'
import { speech } from '../words/words.svelte.ts'
import { distinctNames } from './names.ts'

function view(...players: object[]): MatchView {
  return { settings: { game: 'lancelot' }, seats: players.map((player) => ({ player })) } as unknown as MatchView
}

test('in a sentence all seats have names of their own', () => {
  speech.language = 'en'
  expect(distinctNames(view({ id: '1', name: 'Ann' }, { engine: 7 }, { engine: 7 }))).toEqual(['Ann', 'Blue', 'Green'])
  expect(distinctNames(view({ id: '1', name: 'Ann' }, { id: '2', name: 'Ben' }, { id: '3', name: 'Ann' }))).toEqual([
    'Red',
    'Ben',
    'Green',
  ])
})
