import { expect, test } from 'vitest'
import { computerGame } from './easy.ts'
import { computer, person, type SavedGame } from './game.ts'
import {
  aboutAs,
  climbOf,
  easier,
  halls,
  lossesInARow,
  nextOn,
  type Seats,
  starsOn,
  stronger,
  triedOn,
  wonOf,
} from './ladder.ts'
import { offered } from './levels.ts'

const wotn = (level: number, black = false) =>
  computerGame({ game: 'wotn', variant: 'wotn', start: '' }, { levels: [level], milliseconds: 1 }, black)
const lancelot = (...levels: number[]) =>
  computerGame({ game: 'lancelot', seats: levels.length + 1, start: 'x' }, { levels, milliseconds: 1 })
const ended = (saved: SavedGame, winners: number[]): SavedGame => ({ ...saved, winners })

test('the halls have every level once, the weakest first', () => {
  expect(halls.flat()).toEqual(offered)
})

test('a win counts, and help costs stars', () => {
  expect(climbOf(wotn(14))).toEqual({ ladder: 'wotn', level: 14, side: 0 })
  expect(climbOf(wotn(14, true))).toEqual({ ladder: 'wotn', level: 14, side: 1 })
  expect(climbOf(lancelot(3, 14, 5, 4))).toEqual({ ladder: 'lancelot-5', level: 14, side: 0 })
  const moved = { ...wotn(14), moves: ['e2e4', 'e7e5', 'd1h5'] } as SavedGame
  expect(wonOf(moved, [0])).toEqual({ 'ladder-wotn/14': { moves: 2, stars: 3 } })
  expect(wonOf({ ...moved, hints: 1, takebacks: 2 }, [0])).toEqual({ 'ladder-wotn/14': { moves: 2, stars: 2 } })
  expect(wonOf({ ...moved, hints: 4 }, [0])).toEqual({ 'ladder-wotn/14': { moves: 2, stars: 1 } })
  expect(wonOf(moved, [1])).toBeUndefined()
  expect(wonOf(lancelot(3, 4), [0, 1])).toBeUndefined()
})

test('at each table of Lancelot a win leads on, up to the strongest opponent', () => {
  for (const n of [1, 2, 3, 4]) {
    let solved = {}
    let wins = 0
    const ladder = `lancelot-${(n + 1) as Seats}` as const
    for (let next = nextOn(solved, ladder); next !== undefined; next = nextOn(solved, ladder)) {
      solved = { ...solved, ...wonOf({ ...lancelot(...aboutAs(next, n)), moves: ['g8'] } as SavedGame, [0]) }
      expect(++wins).toBeLessThanOrEqual(offered.length)
    }
    expect(starsOn(solved, ladder, offered.at(-1) ?? 0)).toBe(3)
  }
})

test('games with a handicap, another start, two people or none are on no ladder', () => {
  const game = wotn(14)
  expect(climbOf({ ...game, handicap: true } as SavedGame)).toBeUndefined()
  expect(climbOf({ ...game, start: '8/8 w' } as SavedGame)).toBeUndefined()
  expect(climbOf({ ...game, players: [person(), person()] } as SavedGame)).toBeUndefined()
  expect(climbOf({ ...game, players: [computer(), computer()] } as SavedGame)).toBeUndefined()
})

test('the next opponent is the one above the strongest that was beaten', () => {
  expect(nextOn({}, 'wotn')).toBe(12)
  const solved = { 'ladder-wotn/13': { moves: 9, stars: 2 } }
  expect(nextOn(solved, 'wotn')).toBe(14)
  expect(nextOn(solved, 'chess')).toBe(12)
  expect(starsOn(solved, 'wotn', 13)).toBe(2)
  expect(nextOn({ 'ladder-wotn/10': { moves: 9, stars: 2 } }, 'wotn')).toBeUndefined()
  expect([easier(11), easier(12), stronger(17), stronger(10)]).toEqual([undefined, 11, 3, undefined])
})

test('lost games are counted since the last win', () => {
  const [loss, win, draw] = [ended(wotn(13), [1]), ended(wotn(13), [0]), ended(wotn(13), [])]
  const climb = { ladder: 'wotn', level: 13, side: 0 } as const
  expect(lossesInARow([loss, wotn(13), draw, ended(wotn(14), [0]), loss, win, loss], climb)).toBe(2)
  expect(lossesInARow([win, loss, loss], climb)).toBe(0)
  expect([...triedOn([loss, wotn(14)], 'wotn')]).toEqual([13])
})

test('four opponents about as strong are different', () => {
  expect(aboutAs(13, 4)).toEqual([11, 12, 13, 14])
  expect(aboutAs(11, 4)).toEqual([11, 12, 13, 14])
  expect(aboutAs(10, 4)).toEqual([7, 8, 9, 10])
})
