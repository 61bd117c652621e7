import { afterEach, expect, test } from 'vitest'
import { speech } from '../words/words.svelte.ts'
import type { Clock, Rating } from './api.ts'
import { clockText, othersText, ratedNames, seatedName } from './texts.ts'

afterEach(() => {
  speech.language = 'en'
})

test.each<[object, string]>([
  [{ kind: 'real-time', initial: 60_000 }, '1 min + 0 s'],
  [{ kind: 'real-time', initial: 60_000, increment: 0 }, '1 min + 0 s'],
  [{ kind: 'real-time', initial: 300_000, increment: 3000, perTurn: 0 }, '5 min + 3 s'],
  [{ kind: 'correspondence', perTurn: 86_400_000, initial: 0 }, '1 day per move'],
  [{ kind: 'none', initial: 0, increment: 0, perTurn: 0 }, 'no clock'],
])('the clock %j is called %s', (clock, text) => {
  expect(clockText(clock as Clock)).toBe(text)
})

test.each([
  ['Gast 3734', false, 'Guest 3734'],
  ['Guest 3734', false, 'Guest 3734'],
  ['Gast 3734', true, 'Gast 3734'],
  ['Gast', false, 'Gast (guest)'],
])('%s (account: %s) is called %s in English', (name, account, text) => {
  expect(seatedName({ id: 'p1', name, account })).toBe(text)
})

test('several computers are named without their strengths', () => {
  const me = { id: 'me', name: 'Me', account: true }
  expect(othersText([{ engine: 12 }, me], 'me')).toBe('Elaine (computer, strength 2 of 15)')
  expect(othersText([{ engine: 12 }, me, { engine: 13 }], 'me')).toBe('Elaine and Lucan')
  expect(othersText([me, {}], 'me')).toBe('')
  const ratings = [{ shown: 1500, provisional: true } as Rating, null, null]
  expect(ratedNames({ seats: [me, { engine: 12 }, { engine: 13 }], ratings })).toEqual([
    'Me (1500?)',
    'Elaine',
    'Lucan',
  ])
})
