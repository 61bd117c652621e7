import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faces } from '../pieces/faces.ts'
import { languages, speech } from '../words/words.svelte.ts'
import {
  characterName,
  characterText,
  choiceText,
  computerText,
  easyLevel,
  firstLevel,
  isLevel,
  levelText,
  offered,
  offeredWith,
  strengthText,
  temperText,
} from './levels.ts'

test('the levels are those of docs/levels.md, in the same order', () => {
  const page = readFileSync(new URL('../../docs/levels.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (\d+) \| (\d+) \| (?:beginner)?\d+ \|/gm)]
  expect(rows.map(([, , code]) => Number(code))).toEqual(offered)
  speech.language = 'en'
  expect(rows.map(([, n]) => `strength ${n}`)).toEqual(offered.map(levelText))
})

test('only the codes of levels are levels', () => {
  expect([0, 1, 3, 10, 11, 17, 18, 2.5, -1, '3', null].filter(isLevel)).toEqual([1, 3, 10, 11, 17])
  expect(offered).toContain(easyLevel)
  expect(offered).toContain(firstLevel)
})

test('a level that is no longer offered stays a choice where it is used', () => {
  expect(offeredWith(2)).toEqual([2, ...offered])
  expect(offeredWith(3)).toBe(offered)
})

test('the page shows one list of strengths, and old levels by their old number', () => {
  expect(computerText(3)).toBe('Kay (computer, strength 8 of 15)')
  expect(strengthText(5)).toBe('10 of 15, medium')
  expect(computerText(12)).toBe('Elaine (computer, strength 2 of 15)')
  expect(strengthText(12)).toBe('2 of 15, beginner')
  expect([levelText(2), strengthText(2), computerText(2)]).toEqual([
    'former level 2',
    'former level 2',
    'Bedivere (computer, former level 2)',
  ])
})

test('every level is a character with a name, a temperament and a face of its own, in both languages', () => {
  const codes = [...Array(18).keys()].filter(isLevel)
  expect([...faces.keys()]).toEqual(codes)
  const drawings = codes.map((level) => JSON.stringify(faces.get(level)))
  expect(new Set(drawings).size).toBe(codes.length)
  for (const language of languages) {
    speech.language = language
    for (const text of [characterName, characterText, temperText]) {
      const all = codes.map(text)
      expect(all.filter((one) => one === '' || one.includes('character.'))).toEqual([])
      expect(new Set(all).size).toBe(codes.length)
    }
  }
  speech.language = 'en'
  expect(characterText(10)).toBe('Merlin, the wizard')
  expect(choiceText(5)).toBe('Percival (10 of 15, medium)')
})
