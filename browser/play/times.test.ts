import { expect, test } from 'vitest'
import { moveTimes, timesOf, withTimes } from './times.ts'

test('times are read as they are written', () => {
  for (const times of [
    {},
    { clock: 298_000 },
    { spent: 2500 },
    { clock: 3_725_100, spent: 0 },
    { clock: 59_900, spent: 100_000_000 },
  ]) {
    expect(timesOf(withTimes(['good', '[%cal Ge2e4]'], times))).toEqual(times)
  }
  expect(withTimes([], { clock: 298_000, spent: 2500 })).toEqual(['[%clk 0:04:58][%emt 0:00:02.5]'])
  expect(timesOf(['[%clk 4:58] [%clk x:00:01] [%emt]'])).toEqual({})
  expect(timesOf(['fine [%clk 0:00:09.25 ] move'])).toEqual({ clock: 9250 })
})

test('the time used is the difference of the clocks of a seat', () => {
  const clock = (seat: number, text: string) => ({ seat, after: text ? [`[%clk ${text}]`] : [] })
  const moves = [
    clock(0, '0:05:00'),
    clock(1, '0:05:00'),
    clock(0, '0:04:50'),
    clock(1, ''),
    clock(0, '0:04:55'),
    clock(1, '0:03:00'),
  ]
  expect(moveTimes(moves, '300+5').map(({ spent }) => spent)).toEqual([
    undefined,
    undefined,
    15_000,
    undefined,
    0,
    undefined,
  ])
  expect(moveTimes(moves, '-').map(({ spent }) => spent)).toEqual([
    undefined,
    undefined,
    10_000,
    undefined,
    0,
    undefined,
  ])
  expect(moveTimes([{ seat: 0, after: ['[%clk 0:01:00][%emt 0:00:03]'] }])).toEqual([{ clock: 60_000, spent: 3000 }])
})
