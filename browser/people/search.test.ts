import { expect, test } from 'vitest'
import { isSearch, searchQuery, writeSearch } from '../ui/gamesearch.ts'
import { noSearch, readSearch, type Search } from './search.ts'

const full: Search = {
  opponent: 'Änne & Co',
  against: 'people',
  variant: 'wotn-alternative',
  result: 'lost',
  min: '10',
  max: '80',
  from: '2026-01-31',
  until: '2026-02-28',
}

test('a search is read as it is written', () => {
  expect(readSearch(`#${writeSearch(full)}`)).toEqual(full)
  expect(writeSearch(noSearch)).toBe('')
  expect(readSearch('')).toEqual(noSearch)
  expect([isSearch(full), isSearch(noSearch)]).toEqual([true, false])
})

test('values that are not allowed are left out', () => {
  const text = 'against=nobody&variant=checkers&result=1-0&min=-1&max=1e3&from=2026-02-30&until=tomorrow&x=1'
  expect(readSearch(text)).toEqual(noSearch)
  expect(readSearch(`opponent=${'a'.repeat(100)}`).opponent).toHaveLength(64)
})

test('days become the moments of their beginning and end', () => {
  const query = new URLSearchParams(searchQuery(full, 50))
  expect(Object.fromEntries(query)).toEqual({
    opponent: 'Änne & Co',
    against: 'people',
    variant: 'wotn-alternative',
    result: 'lost',
    minMoves: '10',
    maxMoves: '80',
    from: String(new Date(2026, 0, 31).getTime()),
    until: String(new Date(2026, 2, 1).getTime() - 1),
    skip: '50',
  })
  expect(searchQuery(noSearch, 0)).toBe('')
})
