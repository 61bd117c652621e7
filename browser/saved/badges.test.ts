import { expect, test } from 'vitest'
import { badgeCodes } from '../rules/contract.ts'
import { newId } from '../ui/id.ts'
import { alone, gameOf, keptBadges, resultsOf } from './badges.ts'
import { computerGame } from './easy.ts'
import { computer, person, type SavedGame } from './game.ts'
import { isLesson } from './ladder.ts'
import { parseResults } from './merge.ts'

test('badges are kept once, with the game and the move', () => {
  const id = newId()
  const first = resultsOf({}, id, [{ code: 'first-lord', ply: 31 }])
  expect(Object.keys(first)[0]).toMatch(/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,40}$/)
  expect(keptBadges(first)).toEqual([{ code: 'first-lord', id, ply: 31 }])
  const second = resultsOf(first, newId(), [
    { code: 'first-lord', ply: 7 },
    { code: 'regicide', ply: 9 },
  ])
  expect(keptBadges(second).map(({ code }) => code)).toEqual(['regicide'])
  expect(parseResults({ solved: { ...first, ...second } }).solved).toEqual({ ...first, ...second })
  expect(Object.keys({ ...first, ...second }).some(isLesson)).toBe(false)
})

test('every code is short enough for the name of a result', () => {
  for (const code of [...badgeCodes.wotn, ...badgeCodes.lancelot]) {
    expect(keptBadges(resultsOf({}, 'x', [{ code, ply: 1 }]))).toHaveLength(1)
    expect(`badge-${code}`.length).toBeLessThanOrEqual(40)
  }
  expect(gameOf('regicide')).toBe('wotn')
  expect(gameOf('five-seats')).toBe('lancelot')
})

test('other results are no badges', () => {
  const results = {
    'ladder-wotn/14': { moves: 2, stars: 3 },
    'badge-unknown/x': { moves: 2, stars: 3 },
    'wotn-start/move': { moves: 1, stars: 3 },
  }
  expect(keptBadges(results)).toEqual([])
  expect(Object.keys(results).filter(isLesson)).toEqual(['wotn-start/move'])
})

test('only games of one person against computers count', () => {
  const wotn = (black: boolean) =>
    computerGame({ game: 'wotn', variant: 'wotn', start: '' }, { levels: [14], milliseconds: 1 }, black)
  expect(alone(wotn(false))).toBe(0)
  expect(alone(wotn(true))).toBe(1)
  expect(alone({ ...wotn(true), players: [person(), person()] } as SavedGame)).toBeUndefined()
  expect(alone({ ...wotn(true), players: [computer(), computer()] } as SavedGame)).toBeUndefined()
  const lancelot = computerGame({ game: 'lancelot', seats: 3, start: 'x' }, { levels: [14, 13], milliseconds: 1 }, true)
  expect(alone({ ...wotn(false), branched: true })).toBeUndefined()
  expect(alone({ ...lancelot, clock: { initial: 1, increment: 0, times: [], out: [1] } })).toBeUndefined()
  expect(alone(lancelot)).toBe(lancelot.players.findIndex(({ by }) => by === 'person'))
})
