import { expect, test } from 'vitest'
import { paragraphOf } from '../play/illegal.ts'
import { kindPages } from '../rulebook/plugin.ts'
import { kinds } from '../rules/kinds.gen.ts'
import { compareValue, family, kindsIn, origins, steps } from './tree.ts'

test('every kind has a page, with both languages and its paragraph of the rules', () => {
  const pages = kindPages()
  expect([...pages.keys()]).toEqual(kinds.map(({ letter }) => letter))
  expect(pages.get('S')?.paragraph).toBe('p3.2')
  expect(pages.get('V')?.paragraph).toBe('p3.15')
  for (const kind of kinds) expect(paragraphOf(kind)).toBe(pages.get(kind.letter)?.paragraph)
  for (const { trick, empty, filled } of pages.values()) {
    expect(trick.en).not.toBe(trick.de)
    for (const html of [trick.en, trick.de]) expect(html).toMatch(/<p>[\s\S]+<figure[\s\S]+data-try/)
    expect(empty.svg).toContain('<svg')
    expect(filled.captures.length).toBeGreaterThan(0)
  }
})

test('every kind but the pawn comes from one, and every one but the king becomes one', () => {
  for (const variant of ['wotn', 'wotn-alternative'] as const) {
    for (const { letter } of kindsIn(kinds, variant)) {
      expect(origins(kinds, variant, letter).length > 0, letter).toBe(letter !== 'P')
      expect(
        steps(kinds, variant).some(({ from }) => from.letter === letter),
        letter,
      ).toBe(letter !== 'K')
    }
  }
  expect(kindsIn(kinds, 'wotn')).toHaveLength(16)
  expect(kindsIn(kinds, 'wotn-alternative')).toHaveLength(22)
})

test('the family of a kind is all it can come from and become', () => {
  expect([...family(kinds, 'wotn', 'P')]).toHaveLength(16)
  expect([...family(kinds, 'wotn', 'N')].sort().join('')).toBe('CEFHKLMNPQRSV')
  expect(origins(kinds, 'wotn', 'R').map(({ letter }) => letter)).toEqual(['M', 'A'])
  expect(origins(kinds, 'wotn-alternative', 'R').map(({ letter }) => letter)).toEqual(['M', 'G', 'A'])
})

test('values are on the scale of the knight', () => {
  expect(compareValue(kinds, 'wotn', 'N')?.halves).toBe(6)
  expect(compareValue(kinds, 'wotn', 'G')).toBeUndefined()
  const halves = ['P', 'S', 'N', 'M', 'C', 'L'].map((letter) => compareValue(kinds, 'wotn', letter)?.halves ?? 0)
  expect(halves).toEqual([...halves].sort((a, b) => a - b))
  for (const { letter } of kinds) {
    const value = compareValue(kinds, 'wotn-alternative', letter)
    expect(value?.nearest.letter).not.toBe(letter)
  }
})
