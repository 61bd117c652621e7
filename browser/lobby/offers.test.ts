import { expect, test } from 'vitest'
import { easyLevel, fullStrength, offered } from '../saved/levels.ts'
import { kinds, levelFor, offersOf } from './offers.ts'

const [wotn, lancelot, chess] = kinds
const rating = (pool: string, shown: number, games: number, provisional = false) => ({
  pool,
  shown,
  games,
  provisional,
})

test('the offers are near a reliable rating, otherwise near the next opponent of the ladder', () => {
  const none = {}
  expect(levelFor(wotn, [], none)).toBe(easyLevel)
  expect(levelFor(wotn, [], { [`ladder-wotn/${offered[4]}`]: { moves: 9, stars: 3 } })).toBe(offered[5])
  expect(levelFor(wotn, [], { [`ladder-wotn/${fullStrength}`]: { moves: 9, stars: 3 } })).toBe(fullStrength)
  const ratings = [
    rating('wotn/2/blitz', 1500, 30),
    rating('wotn/2/rapid', 2100, 12),
    rating('lancelot/2/rapid', 1200, 20),
    rating('lancelot/3-5/rapid', 2400, 99),
  ]
  expect(levelFor(wotn, ratings, none)).toBe(offered[7])
  expect(levelFor(lancelot, ratings, none)).toBe(offered[5])
  expect(levelFor(wotn, [rating('wotn/2/rapid', 2100, 1, true)], none)).toBe(easyLevel)
  expect(levelFor(wotn, [rating('wotn/2/rapid', 400, 50)], none)).toBe(offered[0])
  expect(levelFor(wotn, [rating('wotn/2/rapid', 3100, 50)], none)).toBe(fullStrength)
  expect(levelFor(chess, ratings, none)).toBe(easyLevel)
})

test('four different computers offer games with a clock, for each game and strength', () => {
  for (const kind of kinds)
    for (const level of offered) {
      const offers = offersOf(kind, level)
      expect(offers).toHaveLength(4)
      expect(offers.map(({ engines }) => engines.length)).toEqual(kind === lancelot ? [1, 1, 3, 1] : [1, 1, 1, 1])
      expect(offers.every(({ clock }) => clock.kind !== 'none')).toBe(true)
      const all = offers.flatMap(({ engines }) => engines)
      if (kind !== lancelot) expect(new Set(all).size).toBe(4)
      expect(all.every((one) => offered.includes(one))).toBe(true)
    }
})
