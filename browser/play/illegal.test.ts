import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { WotnState } from '../rules/contract.ts'
import { speech } from '../words/words.svelte.ts'
import { triedPiece, whyNotTurn, whyOf } from './illegal.ts'

const rules = (game: string) => readFileSync(new URL(`../../docs/rules/${game}.md`, import.meta.url), 'utf8')
const isParagraph = (address: string, game: string) =>
  rules(game).includes(`**${/#p([\d.]+)$/.exec(address)?.[1] ?? 'none'}**`)

test('every reason of the rules has a sentence, and a paragraph that exists', () => {
  // The reasons after no-moves are about the text of a move.
  const [source = ''] = readFileSync(new URL('../../wotn/errors.go', import.meta.url), 'utf8').split(
    'MovePromotionMissing',
  )
  const codes = [...source.matchAll(/MoveCode = "([\w-]+)"/g)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(12)
  for (const code of codes) {
    const why = whyOf({ code: code as 'pinned', kind: 'N', square: 'e8', other: 'R' }, 'wotn')
    expect(why.text, code).not.toMatch(/[{}]|why/)
    expect(isParagraph(why.paragraph, 'way-of-the-knight'), code).toBe(true)
  }
  expect(whyOf({ code: 'pinned', kind: 'N', square: 'e8', other: 'R' }, 'chess').paragraph).toBe('')
})

test('turns of Lancelot have sentences too', () => {
  const args = { ply: 3, move: 'g8', reason: 'chivalry', square: 'g8', seat: 0, letter: 'a', what: 'stone' }
  const why = whyNotTurn({
    code: 'illegal-move',
    args: { ...args, lines: [{ kind: 'row', name: '8' }] },
    message: 'x',
  })
  expect(why.text).toContain('g8')
  // Letters of seats are for texts of games.
  expect(why.text).not.toContain('(a)')
  expect(why.text).not.toMatch(/[{}]|x$/)
  expect(isParagraph(why.paragraph, 'lancelot')).toBe(true)
  expect(whyNotTurn({ code: 'illegal-move', args: { reason: 'unknown' }, message: 'x' }).paragraph).toBe('')
})

test('a second tap, on the target of a piece that cannot move, is about that piece', () => {
  const piece = (square: string, color: 'w' | 'b') => ({ square, kind: 'N', color })
  const game = {
    turn: 'w',
    pieces: [piece('e2', 'w'), piece('c2', 'w'), piece('e8', 'b')],
    legal: [{ from: 'c2', to: 'c3' }],
  } as unknown as WotnState
  expect(triedPiece(game, '', 'e2')).toBe('e2')
  expect(triedPiece(game, 'e2', 'd4')).toBe('e2')
  expect(triedPiece(game, 'e2', 'e8')).toBe('e2')
  expect(triedPiece(game, 'e2', 'c2')).toBe('c2')
  // A piece that can move would have been selected.
  expect(triedPiece(game, 'c2', 'd4')).toBe('')
  expect(triedPiece(game, '', 'd4')).toBe('')
})

test('reasons name pieces with articles', () => {
  speech.language = 'de'
  const texts = (['pinned', 'blocked', 'no-moves'] as const).map(
    (code) => whyOf({ code, kind: 'S', square: 'e8', other: 'S' }, 'wotn').text,
  )
  speech.language = 'en'
  expect(texts).toEqual([
    'Die Figur ist gefesselt: Nach diesem Zug gäbe der Knappe auf e8 deinem König Schach.',
    'Im Weg steht der Knappe auf e8.',
    'Zurzeit hat der Knappe kein Feld, um zu ziehen.',
  ])
})
