import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { LancelotRemark, WotnRemark } from '../rules/contract.ts'
import { languages, speech } from '../words/words.svelte.ts'
import { lancelotRemarkText, wotnRemarkText } from './remarks.ts'

/** codes returns the codes that a Go file declares. */
function codes(file: string): string[] {
  const source = readFileSync(new URL(`../../internal/explain/${file}.go`, import.meta.url), 'utf8')
  return [...source.matchAll(/^\t\w+ +Code = "([a-z-]+)"/gm)].map(([, code = '']) => code)
}

const wotn = (code: string) =>
  ({ code, kind: 'N', other: 'S', from: 'e3', square: 'd5', own: 3, victim: 2 }) as WotnRemark
const lancelot = (code: string, n: number) =>
  ({ code, lines: [{ kind: 'row', name: '6' }], n, seat: 1, square: 'g8' }) as LancelotRemark

test('every remark of the rules has a sentence in both languages', () => {
  expect([codes('wotn').length, codes('lancelot').length]).toEqual([13, 9])
  for (const language of languages) {
    speech.language = language
    const sentences = [
      ...codes('wotn').map((code) => wotnRemarkText(wotn(code), 'wotn')),
      ...codes('lancelot').flatMap((code) => [1, 2].map((n) => lancelotRemarkText(lancelot(code, n), () => 'Kay'))),
    ]
    for (const sentence of sentences) {
      expect(sentence).toMatch(/[.]$/)
      expect(sentence).not.toMatch(/[{}]|remark\./)
    }
  }
})

test('a promotion is explained by the rule of half the level', () => {
  speech.language = 'en'
  expect(wotnRemarkText(wotn('promotes-capture'), 'wotn')).toBe(
    'The capture promotes Knight to Squire: the captured piece has level 2, and 2 × 2 ≥ 3.',
  )
  speech.language = 'de'
  expect(lancelotRemarkText(lancelot('captures-stones', 2), () => 'Keie')).toBe(
    'Die Übermacht auf Reihe 6 ist genau zwei: 2 Steine geschlagen.',
  )
})
