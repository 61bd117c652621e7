import { expect, test } from 'vitest'
import { afterMove, controlTag, cutTo, leftAfter, mayRun, newClock, type SavedClock, timesOf } from './clock.ts'

const control = { initial: 180_000, increment: 2000 }

/** A clock after moves of the sides 0 and 1 in turn, with what each has used. */
function played(...used: number[]): SavedClock {
  return used.reduce((clock, one, move) => afterMove(clock, move, move % 2, one), newClock(control))
}

test('the first move of a side costs nothing and adds nothing', () => {
  const clock = played(50_000, 40_000)
  expect([leftAfter(clock, 0, 2), leftAfter(clock, 1, 2)]).toEqual([180_000, 180_000])
  expect([mayRun(newClock(control), 0), mayRun(clock, 0)]).toEqual([false, true])
})

test('later moves deduct what they have used and add the increment', () => {
  const clock = played(0, 0, 10_400.4, 500)
  expect(clock.times).toEqual([
    [0, 180_000],
    [1, 180_000],
    [0, 171_600],
    [1, 181_500],
  ])
  expect(timesOf(clock).map((time) => time?.spent)).toEqual([0, 0, 10_400, 500])
})

test('moves that are taken back restore the times, also those of the turn in progress', () => {
  const clock = { ...played(0, 0, 10_000, 5000), used: 7000 }
  expect(cutTo(clock, 2)).toEqual(played(0, 0))
  expect(cutTo(clock, 4)).toEqual(played(0, 0, 10_000, 5000))
  expect(mayRun(cutTo(clock, 0), 0)).toBe(false)
})

test('a position in the past has the times of then', () => {
  const clock = played(0, 0, 10_000, 5000, 20_000)
  expect([2, 3, 4, 5].map((moves) => leftAfter(clock, 0, moves))).toEqual([180_000, 172_000, 172_000, 154_000])
})

test('moves of a build without clocks leave gaps', () => {
  // The other build has played two moves and taken one back.
  const clock = afterMove(played(0, 0, 10_000), 5, 1, 1000)
  expect(clock.times).toEqual([[0, 180_000], [1, 180_000], [0, 172_000], null, null, [1, 181_000]])
  expect(timesOf(clock)[3]).toBeUndefined()
  expect(cutTo(clock, 2)).toEqual(played(0, 0))
})

test('a side whose time was over has no clock any more', () => {
  const clock = afterMove({ ...played(0, 0), out: [0] }, 2, 0, 500)
  expect([mayRun(clock, 0), mayRun(clock, 1)]).toEqual([false, true])
  expect(clock.times[2]).toBeNull()
})

test('a time control has the form of PGN', () => {
  expect([controlTag(control), controlTag({ initial: 600_000, increment: 0 })]).toEqual(['180+2', '600'])
})
