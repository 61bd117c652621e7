import { expect, test } from 'vitest'
import { usualStart } from '../rules/starts.ts'
import { newClock } from './clock.ts'
import { computerGame } from './easy.ts'
import { computer, person, type SavedGame } from './game.ts'
import {
  aboutAs,
  type Climbed,
  climbedOf,
  climbOf,
  easier,
  halls,
  lossesInARow,
  nextOn,
  type Seats,
  starsOn,
  triedOn,
  weaker,
  wonOf,
} from './ladder.ts'
import { offered } from './levels.ts'

const wotn = (level: number, black = false) =>
  computerGame({ game: 'wotn', variant: 'wotn', start: '' }, { levels: [level], milliseconds: 1 }, black)
/** The usual starts of Lancelot by the number of seats, as the rules write them. */
const starts: Record<number, string> = {
  2: usualStart,
  3: '10/10/10/10/10/10/10/10/10/10 b 0,0,0 30,30,30 - basic 8',
  4: '12/12/12/12/12/12/12/12/12/12/12/12 d 0,0,0,0 30,30,30,30 - basic 9',
  5: '14/14/14/14/14/14/14/14/14/14/14/14/14/14 a 0,0,0,0,0 30,30,30,30,30 - basic 10',
}
const lancelot = (...levels: number[]) => {
  const seats = levels.length + 1
  return computerGame({ game: 'lancelot', seats, start: starts[seats] ?? '' }, { levels, milliseconds: 1 })
}
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

test('of Lancelot only games from the usual start are on a ladder', () => {
  for (const levels of [[14], [14, 3], [14, 3, 4], [14, 3, 4, 5]]) {
    const seats = levels.length + 1
    const game = lancelot(...levels)
    expect(climbOf(game)).toEqual({ ladder: `lancelot-${seats}`, level: 14, side: 0 })
    const { start } = game
    for (const other of [
      start.replace(/\d+$/, '1'),
      start.replace('basic', 'diagonals'),
      start.replace(' 0,', ' 6,'),
      start.replace('30,', '29,'),
      start.replace(/^\d+/, `${2 * seats + 3}a`),
      starts[seats === 2 ? 3 : 2] ?? '',
      '',
    ]) {
      expect(other).not.toBe(start)
      expect(climbOf({ ...game, start: other }), other).toBeUndefined()
    }
  }
})

test('games that go on from others, and games in which a computer has taken a seat over, are on no ladder', () => {
  for (const game of [wotn(14), lancelot(14, 14)]) {
    const clock = newClock({ initial: 60_000, increment: 0 })
    expect(climbOf({ ...game, clock, branched: false })).toBeDefined()
    expect(climbOf({ ...game, branched: true })).toBeUndefined()
    expect(climbOf({ ...game, clock: { ...clock, out: [1] } })).toBeUndefined()
    expect(wonOf({ ...game, branched: true }, [0])).toBeUndefined()
  }
})

test('the next opponent is the one above the strongest that was beaten', () => {
  expect(nextOn({}, 'wotn')).toBe(12)
  const solved = { 'ladder-wotn/13': { moves: 9, stars: 2 } }
  expect(nextOn(solved, 'wotn')).toBe(14)
  expect(nextOn(solved, 'chess')).toBe(12)
  expect(starsOn(solved, 'wotn', 13)).toBe(2)
  expect(nextOn({ 'ladder-wotn/10': { moves: 9, stars: 2 } }, 'wotn')).toBeUndefined()
  expect(nextOn(solved, 'wotn', [12])).toBe(14)
  expect(nextOn(solved, 'wotn', [17])).toBe(3)
  expect([easier(11), easier(12), weaker(3, 17), weaker(11, 12)]).toEqual([undefined, 11, 17, 11])
})

test('lost games are counted since the last win', () => {
  const climbed = (level: number, winners: number[]) => climbedOf(ended(wotn(level), winners)) as Climbed
  const [loss, win, draw] = [climbed(13, [1]), climbed(13, [0]), climbed(13, [])]
  expect(lossesInARow([loss, draw, climbed(14, [0]), loss, win, loss], loss)).toBe(2)
  expect(lossesInARow([win, loss, loss], loss)).toBe(0)
  expect([...triedOn([loss], 'wotn')]).toEqual([13])
  expect(climbedOf(wotn(14))).toBeUndefined()
})

test('four opponents about as strong are different', () => {
  expect(aboutAs(13, 4)).toEqual([11, 12, 13, 14])
  expect(aboutAs(11, 4)).toEqual([11, 12, 13, 14])
  expect(aboutAs(10, 4)).toEqual([7, 8, 9, 10])
})
