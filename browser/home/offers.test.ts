import { expect, test } from 'vitest'
import { computerGame, easyGame } from '../saved/easy.ts'
import type { Settings } from '../server/api.ts'
import { isBegun, isNew, lastGame } from './offers.ts'

const won = { moves: 20, stars: 3 }

test('people who have won a few games are not asked to begin with the lessons', () => {
  expect(isNew({})).toBe(true)
  const two = { 'ladder-wotn/12': won, 'ladder-lancelot-2/11': won }
  expect(isNew({ ...two, 'badge-wotn/x': won })).toBe(true)
  expect(isNew({ ...two, 'ladder-wotn/13': won })).toBe(false)
})

test('the next opponent is not offered while a game against it waits on the same ladder', () => {
  const game = easyGame({ game: 'wotn', variant: 'wotn', start: '' })
  expect([isBegun([], [], 'wotn', 12), isBegun([game], [], 'wotn', 12)]).toEqual([false, true])
  expect([isBegun([game], [], 'wotn', 13), isBegun([game], [], 'chess', 12)]).toEqual([false, false])
  const others = { levels: [13], milliseconds: 500 }
  expect(isBegun([computerGame({ game: 'wotn', variant: 'chess', start: '' }, others)], [], 'chess', 13)).toBe(true)
  const seats = [{ id: 'me' }, { engine: 12 }]
  const online = { settings: { game: 'wotn', variant: 'wotn', seats: 2 } as Settings, seats }
  expect([isBegun([], [online], 'wotn', 12), isBegun([], [online], 'chess', 12)]).toEqual([true, false])
  const lancelot = { settings: { game: 'lancelot', variant: 'basic', seats: 3 } as Settings, seats }
  expect([isBegun([], [lancelot], 'lancelot-3', 12), isBegun([], [lancelot], 'lancelot-2', 12)]).toEqual([true, false])
})

test('the game that was played last is that of the newest saved game or puzzle, else of an online game', () => {
  const saved = [{ game: 'wotn', changed: 5 }] as const
  const online = [{ settings: { game: 'lancelot', variant: 'basic', seats: 2 } as Settings }]
  expect(lastGame([], [], [])).toBeUndefined()
  expect(lastGame([], [], online)).toBe('lancelot')
  expect(lastGame(saved, [], online)).toBe('wotn')
  expect(lastGame(saved, [{ game: 'lancelot', at: 6 }], [])).toBe('lancelot')
  expect(lastGame(saved, [{ game: 'lancelot', at: 4 }], [])).toBe('wotn')
})
