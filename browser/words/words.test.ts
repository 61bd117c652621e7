import { beforeEach, expect, test } from 'vitest'
import type { Problem } from '../rules/contract.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { excerpt, placedText, problemText } from './problems.ts'
import { counted, type Key, list, lookUp, preferred, signed, speech, t } from './words.svelte.ts'

beforeEach(() => {
  speech.language = 'en'
})

const holes = (text: string) => [...text.matchAll(/\{(\w+)(?::[^{}]*)?\}/g)].map((match) => match[1]).sort()
const keys = Object.keys(en) as Key[]

test('both languages have the same keys', () => {
  expect(Object.keys(de).sort()).toEqual([...keys].sort())
})

test.each(keys)('%s has the same placeholders in both languages', (key) => {
  expect(new Set(holes(de[key]))).toEqual(new Set(holes(en[key])))
  expect(de[key].trim()).not.toBe('')
})

test('counted texts have both forms', () => {
  const stems = keys.flatMap((key) => /^(.*)\.(?:one|other)$/.exec(key)?.[1] ?? [])
  for (const stem of new Set(stems)) {
    expect(keys).toContain(`${stem}.one`)
    expect(keys).toContain(`${stem}.other`)
  }
})

/** Plural forms after the number 1. */
const many =
  /\b1 (handicap )?(stones|seats|points|positions|turns|moves|rows|squares|games|Steine|Punkte|Handicap-Punkte|Stellungen|Zügen?|Züge|Reihen|Felder|Partien)\b|\b(There are|Es sind|bleiben noch|There are only) 1\b|\b1 (\S+ )?(are|fehlen|sind)\b/

/** Keys whose number is never 1. */
const neverOne = [
  'game.explain.first',
  'new.seats.board',
  'new.target.hint',
  'problem.too-many-stones',
  'problem.excalibur-twice',
  'puzzle.wrong.slower',
]
const counts = new Set(['n', 'count', 'points', 'target', 'want', 'all'])

test.each(keys.filter((key) => !key.endsWith('.other') && !neverOne.includes(key)))(
  '%s is grammatical for the number 1',
  (key) => {
    for (const language of ['en', 'de'] as const) {
      speech.language = language
      const text = lookUp(
        key,
        Object.fromEntries(holes(en[key]).map((hole = '') => [hole, counts.has(hole) ? 1 : 'x'])),
      )
      expect(text).not.toMatch(many)
    }
  },
)

test('a word may depend on a number', () => {
  expect(lookUp('result.target', { target: 1 })).toBe('(target of 1 stone reached)')
  expect(lookUp('result.target', { target: 7 })).toBe('(target of 7 stones reached)')
  speech.language = 'de'
  expect(lookUp('result.target', { target: 1 })).toBe('(Ziel von 1 Stein erreicht)')
})

test('texts are in the current language and have their arguments', () => {
  expect(t('game.turn', { who: 'Ann' })).toBe('Ann to move')
  speech.language = 'de'
  expect(t('game.turn', { who: 'Ann' })).toBe('Ann am Zug')
  expect(counted('home.saved.moves', 1)).toBe('1 Zug')
  expect(counted('home.saved.moves', 30)).toBe('30 Züge')
  expect(list(['a', 'b', 'c'])).toBe('a, b und c')
})

test('lookUp returns an empty text for unknown keys', () => {
  expect(lookUp('seat.1')).toBe('Blue')
  expect(lookUp('seat.7')).toBe('')
  expect(lookUp('toString')).toBe('')
})

test('the language is the first supported one of the browser', () => {
  expect(preferred(['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(preferred(['en-GB'])).toBe('en')
  expect(preferred(['fr'])).toBe('en')
  expect(preferred([])).toBe('en')
})

test('leads are signed', () => {
  expect([2, 0, -1].map(signed)).toEqual(['+2', '0', '−1'])
})

const problem = (code: string, args: Problem['args'], message = 'in english'): Problem => ({ code, args, message })

test('the text of a problem has names in place of letters and numbers', () => {
  expect(problemText(problem('no-king', { color: 'b' }))).toBe('Black has no king.')
  expect(problemText(problem('in-hand', { seat: 1, letter: 'b', count: -3 }))).toBe('Blue (b) has -3 stones in hand.')
  speech.language = 'de'
  expect(
    problemText(
      problem('illegal-move', {
        ply: 4,
        move: 'g8',
        reason: 'chivalry',
        seat: 0,
        letter: 'a',
        square: 'g8',
        lines: [
          { kind: 'row', name: '8' },
          { kind: 'rising', name: 'd5–j11' },
        ],
        what: 'stone',
      }),
    ),
  ).toBe(
    '5. g8: Ein Stein auf g8: Die Ritterlichkeit sperrt Reihe 8 und Diagonale d5 bis j11 für Rot (a), denn die Übermacht dort würde größer als 2.',
  )
})

test('an unknown problem shows the message of the rules', () => {
  expect(problemText(problem('unknown-code', {}))).toBe('In english')
})

test('the offset of an excerpt is in bytes', () => {
  expect(excerpt('Übung Nf3 e5', 7)).toBe('Nf3')
  expect(excerpt('Nf3', 3)).toBe('')
  expect(excerpt('x'.repeat(40), 0)).toBe(`${'x'.repeat(24)}…`)
})

test('a problem follows the place that has it', () => {
  const none: Problem = { code: 'san-text', args: {}, message: '', offset: 0 }
  expect(placedText(none, 'hello nonsense')).toBe('“hello”: This is not a move.')
  expect(placedText({ ...none, offset: 5 }, 'hello')).toBe('At the end of the text: This is not a move.')
  expect(placedText({ ...none, args: { ply: 0, move: 'g8' } }, 'g8')).toBe('1. g8: This is not a move.')
  expect(placedText(none, '')).toBe('This is not a move.')
  speech.language = 'de'
  expect(placedText(none, 'hello nonsense')).toBe('„hello“: Das ist kein Zug.')
})
