import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  computerText,
  easyLevel,
  firstLevel,
  isLevel,
  levelText,
  offered,
  offeredWith,
  strengthText,
} from './levels.ts'

test('the levels are those of docs/levels.md, in the same order', () => {
  const page = readFileSync(new URL('../../docs/levels.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (level \d+|beginner \d+) \| (\d+) \|/gm)]
  expect(rows.map(([, , code]) => Number(code))).toEqual(offered)
  expect(rows.map(([, name]) => name)).toEqual(offered.map(levelText))
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

test('numbered levels keep their numbers', () => {
  expect(computerText(3)).toBe('Computer, level 3')
  expect(strengthText(5)).toBe('5, medium')
  expect(computerText(12)).toBe('Computer, beginner 2')
  expect(strengthText(12)).toBe('beginner 2')
})
