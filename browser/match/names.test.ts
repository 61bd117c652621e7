import { expect, test } from 'vitest'
import type { MatchView } from '../online/api.ts'
import { seatedName } from '../online/said.ts'
import { speech } from '../words/words.svelte.ts'
import { distinctNames, nameAt, noteAt } from './names.ts'

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

test('guests are marked, in both languages', () => {
  const guest = { id: '1', name: 'Ann' }
  const all = view(guest, { id: '2', name: 'Ben', account: true }, { engine: 7 }, { id: 'gone-3', name: '–' }, {})
  for (const [language, mark] of [
    ['en', 'guest'],
    ['de', 'Gast'],
  ] as const) {
    speech.language = language
    expect(seatedName(guest)).toBe(`Ann (${mark})`)
    expect(nameAt(all, 0)).toBe('Ann')
    expect(all.seats.map((_, seat) => noteAt(all, seat, []))).toEqual([mark, '', '', '', ''])
  }
  speech.language = 'en'
  expect(noteAt(all, 0, [false])).toBe('guest, away')
  expect(seatedName({ id: '2', name: 'Ben', account: true })).toBe('Ben')
  expect(seatedName({})).toBe('')
})
