import { expect, test } from 'vitest'
import type { LancelotStep, Notation, WotnMove } from '../rules/contract.ts'
import { endEvents, lancelotEvents, wotnEvents } from './events.ts'

const move = (notation: Partial<Notation>) =>
  ({ notation: { promotion: '', captured: '', check: '', ...notation } }) as WotnMove
const level = (kind: string) => ({ S: 2, K: 11 })[kind] ?? 0

test('a move, a capture and a promotion have one event each, and check a second one', () => {
  expect(wotnEvents(move({}), level)).toEqual([{ kind: 'move' }])
  expect(wotnEvents(move({ captured: 'P' }), level)).toEqual([{ kind: 'capture' }])
  expect(wotnEvents(move({ captured: 'P', promotion: 'S' }), level)).toEqual([{ kind: 'promotion', level: 2 }])
  expect(wotnEvents(move({ promotion: 'K', check: 'check' }), level)).toEqual([
    { kind: 'promotion', level: 11 },
    { kind: 'check' },
  ])
  expect(wotnEvents(move({ check: 'mate' }), level)).toEqual([{ kind: 'move' }])
})

test('a turn of Lancelot is a move or a capture', () => {
  expect(lancelotEvents({ captures: [] as LancelotStep['captures'] } as LancelotStep)).toEqual([{ kind: 'move' }])
  expect(lancelotEvents({ captures: [{ square: 'e5', seat: 1 }] } as LancelotStep)).toEqual([{ kind: 'capture' }])
})

test('the end is a win for a side at this screen, else a loss, or a draw, and nothing for spectators', () => {
  expect(endEvents([0], [0, 1])).toEqual([{ kind: 'win' }])
  expect(endEvents([1], [0])).toEqual([{ kind: 'loss' }])
  expect(endEvents([], [0])).toEqual([{ kind: 'draw' }])
  expect(endEvents([1], [])).toEqual([])
})
