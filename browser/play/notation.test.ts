import { expect, test } from 'vitest'
import type { Notation } from '../rules/contract.ts'
import { loadTexts, speech } from '../words/words.svelte.ts'
import { moveParts, moveWords, shownMove } from './notation.ts'

const notation: Notation = { castling: '', kind: 'P', origin: '', captured: '', to: 'e4', promotion: '', check: '' }
const knight: Notation = {
  ...notation,
  kind: 'N',
  origin: 'b',
  captured: 'S',
  to: 'd4',
  promotion: 'M',
  check: 'check',
}
const move = { san: 'Nbxd4/NW+', notation: knight }

test('figures stand for the piece and for the kind after a promotion; pawns have none', () => {
  expect(moveParts(move, 'w', 'wotn', 'figures')).toEqual([
    { figure: 'N', color: 'w' },
    { text: 'bxd4' },
    { text: ' → ' },
    { figure: 'M', color: 'w' },
    { text: '+' },
  ])
  expect(moveParts({ san: 'e4', notation }, 'b', 'wotn', 'figures')).toEqual([{ text: 'e4' }])
})

test('names replace figures, and Betza’s notation is the SAN', () => {
  const text = moveParts(move, 'w', 'wotn', 'names').map((part) => ('text' in part ? part.text : '?'))
  expect(text.join('')).toBe('Knight bxd4 → Baron+')
  expect(moveParts(move, 'w', 'wotn', 'betza')).toEqual([{ text: 'Nbxd4/NW+' }])
})

test('castling has neither figures nor names', () => {
  const castling: Notation = { ...notation, kind: 'K', castling: 'long', to: 'c1', check: 'mate' }
  for (const style of ['figures', 'names'] as const) {
    expect(moveParts({ san: 'O-O-O#', notation: castling }, 'w', 'wotn', style)).toEqual([{ text: 'O-O-O#' }])
  }
})

test('screen readers hear words, or the SAN of a move whose promotion is left open', () => {
  expect(shownMove(move, 'w', 'wotn', 'figures').words).toBe(
    'Knight from b captures Squire on d4, promotes to Baron, check',
  )
  expect(shownMove({ san: 'exd5/any' }, 'w', 'wotn', 'figures')).toEqual({
    parts: [{ text: 'exd5/any' }],
    words: 'exd5/any',
  })
})

test('German words have articles and endings', async () => {
  await loadTexts('de')
  speech.language = 'de'
  const words = (change: Partial<Notation>) => moveWords({ ...knight, origin: '', check: '', ...change }, 'wotn')
  expect(words({})).toBe('Ritter schlägt den Knappen auf d4 und steigt zum Baron auf')
  expect(words({ captured: 'Q', promotion: '' })).toBe('Ritter schlägt die Dame auf d4')
  expect(words({ captured: 'I', promotion: 'G', check: 'mate' })).toBe(
    'Ritter schlägt das Schiff auf d4 und steigt zur Wache auf, matt',
  )
  expect(words({ kind: 'P', captured: '', to: 'e6', promotion: 'S' })).toBe('Bauer nach e6, steigt zum Knappen auf')
  speech.language = 'en'
})
