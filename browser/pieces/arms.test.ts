import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { armsOf, charges, colors, divisions, drawnByLot, metals, pairs, readArms, shields } from './arms.ts'

test('the server knows the parts that the page draws', () => {
  const go = readFileSync(new URL('../../internal/accounts/arms.go', import.meta.url), 'utf8')
  const parts = Object.fromEntries(
    [...go.matchAll(/Arms(\w+)\s+= "(\w+)"/g)].map(([, name, letters]) => [name, letters]),
  )
  const letters = (list: object) => Object.keys(list).join('')
  expect(parts).toEqual({
    Shields: letters(shields),
    Divisions: letters(divisions),
    Metals: letters(metals),
    Colors: letters(colors),
    Charges: letters(charges),
  })
})

test('a person without a chosen coat of arms has the same one everywhere', () => {
  expect(armsOf('q8hXw2mT0aYkP3zB')).toBe('roosn')
  const many = new Set(Array.from({ length: 200 }, (_, i) => armsOf(`person-${i}`)))
  expect(many.size).toBeGreaterThan(190)
})

test('all coats of arms follow the rule of tincture', () => {
  expect(new Set(pairs).size).toBe(20)
  for (let i = 0; i < 500; i++) {
    for (const code of [armsOf(`id${i}`), drawnByLot()]) {
      const { shield, division, field, other, charge } = readArms(code)
      expect([shields[shield], divisions[division], charges[charge]], code).not.toContain(undefined)
      expect([field in metals, other in metals].sort(), code).toEqual([false, true])
      expect([field in colors, other in colors].sort(), code).toEqual([false, true])
    }
  }
})
