import { expect, test } from 'vitest'
import { type Ended, reportOf } from './report.ts'

const ended = (name: string, millis: number, more: Partial<Ended> = {}): Ended => ({
  name,
  millis,
  skipped: false,
  flaky: false,
  ...more,
})

test('a report has the ten slowest, the flaky and the skipped tests', () => {
  const quick = Array.from({ length: 12 }, (_, i) => ended(`quick ${i}`, 20 - i))
  const { lines, unexplained } = reportOf(
    [
      ...quick,
      ended('slow', 61_234),
      ended('twice', 5000, { flaky: true }),
      ended('disk', 0, { skipped: true }),
      ended('forgotten', 0, { skipped: true }),
    ],
    new Map([['disk', 'needs root']]),
  )
  expect(unexplained).toEqual(['forgotten'])
  expect(lines.slice(0, 4)).toEqual(['slowest tests:', '    61.23s  slow', '     5.00s  twice', '     0.02s  quick 0'])
  expect(lines.slice(10)).toEqual([
    '     0.01s  quick 7',
    'flaky tests: 1',
    '  twice',
    'skipped tests: 2',
    '  disk: needs root',
    '  forgotten: NO REASON LISTED',
  ])
})
