import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { LancelotRemark, WotnRemark } from '../rules/contract.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import { spokenTurn } from '../words/notation.ts'
import { languages, speech } from '../words/words.svelte.ts'
import { essential, lancelotRemarkText, upToDate, wotnRemarkText } from './remarks.ts'

/** codes returns the codes that a Go file declares. */
function codes(file: string): string[] {
  const source = readFileSync(new URL(`../../internal/judge/remarks_${file}.go`, import.meta.url), 'utf8')
  return [...source.matchAll(/^\t\w+ +(?:Lancelot)?Code = "([a-z-]+)"/gm)].map(([, code = '']) => code)
}

const wotn = (code: string) =>
  ({ code, kind: 'N', other: 'S', from: 'e3', square: 'd5', own: 3, victim: 2 }) as WotnRemark
const lines = [
  { kind: 'row', name: '6' },
  { kind: 'rising', name: 'd4–k11' },
]
const lancelot = (code: string, n: number) =>
  ({ code, lines: lines.slice(0, n), n, seat: 1, square: 'g8', turn: 'Xg6,g8' }) as LancelotRemark

/** What screen readers do not read as words: as in the texts of lessons (internal/lessons/files). */
const symbols = /[→←×≤≥<>=]|[a-n]\d+[-–][a-n]\d+/

test('every remark of the rules has a sentence in both languages', () => {
  expect([codes('wotn').length, codes('lancelot').length]).toEqual([14, 15])
  for (const language of languages) {
    speech.language = language
    const sentences = [
      ...codes('wotn').map((code) => wotnRemarkText(wotn(code), 'wotn')),
      ...codes('lancelot').flatMap((code) => [1, 2].map((n) => lancelotRemarkText(lancelot(code, n), () => 'Kay'))),
    ]
    for (const sentence of sentences) {
      expect(sentence).toMatch(/[.]$/)
      expect(sentence).not.toMatch(/[{}]|remark\./)
      expect(sentence).not.toMatch(symbols)
    }
  }
})

test('a promotion is explained by the rule of half the level', () => {
  speech.language = 'en'
  expect(wotnRemarkText(wotn('promotes-capture'), 'wotn')).toBe(
    'The capture promotes the Knight to Squire: the captured piece has level 2, at least half of 3.',
  )
  speech.language = 'de'
  expect(lancelotRemarkText(lancelot('captures-stones', 1), () => 'Keie')).toBe(
    'Die Übermacht auf Reihe 6 ist genau zwei: 1 Stein geschlagen.',
  )
})

test('texts that are spoken have words, not symbols', () => {
  const spoken = /^(remark|pickup|why|announce|spoken|lancelot\.(announce|lead|square|turn)|learn\.(hint|fact|cause))\./
  for (const words of [en, de]) {
    const texts = Object.entries(words).filter(([key]) => spoken.test(key))
    expect(texts.length).toBeGreaterThan(100)
    expect(texts.filter(([, text]) => symbols.test(text))).toEqual([])
  }
})

test('a turn with Excalibur is spoken in words', () => {
  speech.language = 'en'
  expect(spokenTurn('g8>c')).toBe('g8')
  expect(spokenTurn('Xg6,g8')).toBe('Excalibur to g6, stone on g8')
})

test('lessons tell what can be captured, and do not repeat a capture', () => {
  // What the rules say about the knight that has captured on d4, where the queen can capture it (TestWotnOrder).
  const codes = essential(['captures', 'leaves', 'too-weak'].map(wotn)).map(({ code }) => code)
  expect(codes).toEqual(['leaves', 'too-weak'])
  expect(essential(['check', 'attacks', 'attacks', 'leaves'].map(wotn))).toHaveLength(3)
})

test('a threat ends when one of the pieces has moved or was captured', () => {
  const threat = { ...wotn('attacks'), from: 'c1', square: 'g5' }
  expect(upToDate(threat, [])).toBe(true)
  expect(upToDate(threat, ['a7a6'])).toBe(true)
  expect(upToDate(threat, ['g5g4'])).toBe(false)
  expect(upToDate(threat, ['a7a6', 'f4g5s'])).toBe(false)
  expect(upToDate(threat, ['a3c1'])).toBe(false)
  expect(upToDate(wotn('captures'), ['d5d4'])).toBe(true)
})

test('remarks name pieces with articles and cases', () => {
  const sentences = (language: 'en' | 'de') => {
    speech.language = language
    const pawn = { ...wotn('leaves'), kind: 'Q', other: 'P', from: 'd1', square: 'g4' } as WotnRemark
    return [
      pawn,
      { ...pawn, code: 'captures' } as WotnRemark,
      { ...wotn('attacks'), other: 'F' } as WotnRemark,
      { ...wotn('promotes-capture'), other: 'M' } as WotnRemark,
      { ...wotn('promotes-rank'), kind: 'S', other: 'N', own: 7 } as WotnRemark,
      { ...wotn('too-weak'), kind: 'R', other: 'S', own: 5 } as WotnRemark,
    ].map((remark) => wotnRemarkText(remark, 'wotn'))
  }
  expect(sentences('en')).toEqual([
    'Now the Queen on d1 can capture the Pawn on g4.',
    'The Queen captures the Pawn on g4.',
    'Threat: the Knight on e3 can capture the Fool on d5.',
    'The capture promotes the Knight to Baron: the captured piece has level 2, at least half of 3.',
    'The Squire reaches rank 7 and is promoted to Knight.',
    'No promotion: the level of the Squire is 2, less than half of 5, the level of the Rook.',
  ])
  expect(sentences('de')).toEqual([
    'Jetzt kann die Dame auf d1 den Bauern auf g4 schlagen.',
    'Die Dame schlägt den Bauern auf g4.',
    'Der Ritter auf e3 droht, den Narren auf d5 zu schlagen.',
    'Der Ritter steigt durch Schlagen zum Baron auf: Die geschlagene Figur hat Stufe 2, mindestens die Hälfte von 3.',
    'Der Knappe erreicht Reihe 7 und steigt zum Ritter auf.',
    'Der Turm steigt nicht auf: Stufe 2 (Knappe) ist weniger als die Hälfte von 5.',
  ])
})
