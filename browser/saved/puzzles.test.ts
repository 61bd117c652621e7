import { describe, expect, test, vi } from 'vitest'
import { forgetLessons, type LessonStore } from './lessons.ts'
import { Memory } from './memory.ts'
import { PuzzleRecord } from './puzzles.svelte.ts'
import {
  type Attempt,
  dueOf,
  isOwnMistake,
  mergePuzzles,
  mistakeId,
  mostAttempts,
  nextDue,
  noPuzzles,
  type OwnMistake,
  type PuzzleStore,
  parsePuzzles,
  puzzleText,
  streakOf,
} from './puzzles.ts'
import { calendarOf, outstanding, themesOf } from './puzzlestats.ts'

const day = 86_400_000
const start = Date.parse('2026-12-01T18:00:00Z')

function attempt(id: string, days: number, solved: boolean, more: Partial<Attempt> = {}): Attempt {
  return { id: id.padEnd(7, '0'), game: 'wotn', at: start + days * day, solved, kind: 'training', ...more }
}
const mistake = (days: number, more: Partial<OwnMistake> = {}): OwnMistake => ({
  id: 'mmmmmmm',
  rules: 'lancelot',
  position: 'p',
  played: 'a1a2',
  best: ['a1a3'],
  source: 'analysis/lancelot',
  at: start + days * day,
  ...more,
})

/** The store of some attempts in any order. */
const storeOf = (attempts: readonly Attempt[], mistakes: readonly OwnMistake[] = []): PuzzleStore =>
  mergePuzzles(noPuzzles, { ...noPuzzles, attempts, mistakes })

describe('what is due', () => {
  /** The steps of what is due by day, of attempts at one puzzle. */
  const steps = (attempts: readonly Attempt[], days: readonly number[]) =>
    days.map((n) => dueOf(storeOf(attempts), start + n * day).map(({ step }) => step)[0])

  test('a failed puzzle comes back after 1, 3 and 10 days, and then no more', () => {
    const tries = [attempt('a', 0, false)]
    expect(steps(tries, [0.5, 1, 30, 100])).toEqual([undefined, 0, 0, undefined])
    tries.push(attempt('a', 1, true))
    expect(steps(tries, [1, 3, 4])).toEqual([undefined, undefined, 1])
    tries.push(attempt('a', 4, true))
    expect(steps(tries, [13, 14])).toEqual([undefined, 2])
    tries.push(attempt('a', 14, true))
    expect(steps(tries, [15, 400])).toEqual([undefined, undefined])
  })

  test('failing again begins anew, and solving before the time changes nothing', () => {
    const tries = [attempt('a', 0, false), attempt('a', 1, true), attempt('a', 4, false)]
    expect(steps(tries, [4.5, 5])).toEqual([undefined, 0])
    const early = [attempt('a', 0, false), attempt('a', 0.01, true), attempt('a', 0.5, true)]
    expect(steps(early, [0.5, 1])).toEqual([undefined, 0])
    expect(steps([attempt('a', 0, true)], [30])).toEqual([undefined])
  })

  test('it is known when the next one comes back', () => {
    const store = storeOf([attempt('a', 0, false), attempt('b', 1, false), attempt('a', 1, true)])
    const { count = 0, at = 0 } = nextDue(store, start + day) ?? {}
    expect([count, Math.round((at - start) / day)]).toEqual([2, 2])
    expect(nextDue(storeOf([attempt('a', 0, true)]), start)).toBeUndefined()
  })

  test('an exercise from an own game is due a day after it was found', () => {
    const store = storeOf([attempt('a', 0.5, false)], [mistake(0)])
    expect(dueOf(store, start + day).map(({ id, game }) => [id, game])).toEqual([['mmmmmmm', 'lancelot']])
    expect(dueOf(store, start + 2 * day).map(({ id }) => id)).toEqual(['mmmmmmm', 'a000000'])
    const solved = { game: 'lancelot', kind: 'review' } as const
    const done = [1, 4, 14].map((n) => attempt('mmmmmmm', n, true, solved))
    expect(dueOf(storeOf(done, [mistake(0)]), start + 40 * day)).toEqual([])
    const failed = storeOf([attempt('mmmmmmm', 1, false, solved)], [mistake(0)])
    expect(dueOf(failed, start + 2 * day)[0]?.mistake?.played).toBe('a1a2')
  })
})

test('a streak is of days with a solved daily puzzle of the game; today may be missing', () => {
  const daily = (days: number, solved = true, game: Attempt['game'] = 'wotn') =>
    attempt(`d${days + 9}`, days, solved, { kind: 'daily', game })
  const at = (attempts: readonly Attempt[], today: string) => streakOf(attempts, 'wotn', today)
  const three = [daily(0), daily(1), daily(2)]
  expect(at(three, '2026-12-03')).toEqual({ days: 3, doneToday: true })
  expect(at(three, '2026-12-04')).toEqual({ days: 3, doneToday: false })
  expect(at(three, '2026-12-05')).toEqual({ days: 0, doneToday: false })
  const others = [daily(3, false), daily(3, true, 'lancelot'), attempt('t', 3, true)]
  expect(at([...three, ...others], '2026-12-04')).toEqual({ days: 3, doneToday: false })
})

test('themes count first attempts only, and are strong or weak only by comparison', () => {
  const themes = (id: string) => ({ a: ['fork', 'mate-2'], b: ['fork'] })[id[0] as 'a']
  expect(themesOf([attempt('b', 3, true), attempt('a', 2, true), attempt('a', 1, false)], themes)).toEqual([
    { theme: 'fork', solved: 1, all: 2 },
    { theme: 'mate-2', solved: 0, all: 1 },
  ])
  const result = (theme: string, solved: number, all = 10) => ({ theme, solved, all })
  const named = (results: Parameters<typeof outstanding>[0]) => {
    const { strong, weak } = outstanding(results)
    return [strong.map(({ theme }) => theme), weak.map(({ theme }) => theme)]
  }
  expect(named([result('a', 9), result('b', 2), result('c', 5), result('rare', 0, 4)])).toEqual([['a'], ['b']])
  expect(named([result('a', 5), result('b', 5)])).toEqual([[], []])
  expect(named([result('a', 5)])).toEqual([[], []])
})

test('the calendar has what was done each day', () => {
  const tries = [attempt('a', 0, true, { kind: 'daily' }), attempt('b', 0, false), attempt('c', 2, true)]
  expect([...calendarOf(tries)]).toEqual([
    ['2026-12-01', { solved: 1, failed: 1, daily: true }],
    ['2026-12-03', { solved: 1, failed: 0, daily: false }],
  ])
})

test('exercises from own games have IDs like puzzles, which depend on position and move', () => {
  const one = { rules: 'wotn', position: 'x', played: 'e2e4' } as const
  const ids = [one, { ...one, played: 'e2e3' }, { ...one, position: 'y' }, { ...one, rules: 'lancelot' as const }]
  expect(new Set(ids.map(mistakeId)).size).toBe(4)
  expect(mistakeId({ ...one })).toMatch(/^[0-9a-z]{7}$/)
  const many = Array.from({ length: 5000 }, (_, i) => mistakeId({ ...one, position: `position ${i}` }))
  expect(new Set(many).size).toBe(5000)
})

describe('merging', () => {
  /** A number below `n` from a fixed sequence. */
  function numbers(seed: number) {
    let state = seed
    return (n: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 8) % n
    }
  }
  function some(next: (n: number) => number): PuzzleStore {
    const attempts = Array.from({ length: next(8) }, () => {
      const rated = next(2) === 0 && { rating: 1500 + next(3), change: next(3) }
      const more = { ...rated, kind: (['training', 'daily', 'review'] as const)[next(3)] ?? 'daily' }
      return {
        ...attempt('abc'[next(3)] ?? 'a', next(3), next(2) === 0, more),
        ...(next(2) === 0 && { sent: true as const }),
      }
    })
    const mistakes = Array.from({ length: next(4) }, () => ({
      ...mistake(next(3), { id: `mmmmmm${next(2)}`, best: [`a${next(2)}`] }),
      ...(next(2) === 0 && { sent: true as const }),
    }))
    const run = () => ({ score: 1 + next(2), at: 1 + next(2) })
    const rating = () => ({ rating: next(3), deviation: next(2), volatility: next(2), at: next(2) })
    return {
      attempts,
      mistakes,
      known: next(2),
      runs: { ...(next(2) && { 'wotn/storm': run() }), ...(next(2) && { 'lancelot/streak': run() }) },
      ratings: { ...(next(2) && { wotn: rating() }), ...(next(2) && { lancelot: rating() }) },
    }
  }

  test('the order and the number of merges do not matter', () => {
    const next = numbers(7)
    for (let i = 0; i < 100; i++) {
      const [a, b, c] = [some(next), some(next), some(next)]
      const ab = mergePuzzles(a, b)
      expect(ab).toEqual(mergePuzzles(b, a))
      expect(mergePuzzles(ab, b)).toEqual(ab)
      expect(mergePuzzles(ab, c)).toEqual(mergePuzzles(a, mergePuzzles(b, c)))
      expect(parsePuzzles(puzzleText(ab))).toEqual(ab)
    }
  })

  test('the newest attempts stay, and they fit in the browser', () => {
    const many = (from: number) =>
      Array.from({ length: 1500 }, (_, i) => attempt(`a${from + i}`, from + i, true, { rating: 1500, change: 5 }))
    const all = mergePuzzles(storeOf(many(0)), storeOf(many(1000)))
    expect([all.attempts.length, all.attempts.at(-1)?.at]).toEqual([mostAttempts, start + 500 * day])
    expect(puzzleText(all).length).toBeLessThan(100_000)
  })

  test('those that decide what is due stay before newer ones', () => {
    const hour = 1 / 24
    const solved = [1, 4, 14].map((days) => attempt('mmmmmmm', days, true, { game: 'lancelot', kind: 'review' }))
    const old = [attempt('f', 0, false), attempt('f', 0.5, true), attempt('s', 0, true), ...solved]
    const many = Array.from({ length: mostAttempts + 100 }, (_, i) => attempt(`a${i}`, 20 + i * hour, true))
    const all = mergePuzzles(storeOf(old, [mistake(0)]), storeOf(many))
    expect(all.attempts.length).toBe(mostAttempts)
    expect(all.attempts.slice(-4).map(({ id, at }) => [id.slice(0, 1), (at - start) / day])).toEqual([
      ['m', 14],
      ['m', 4],
      ['m', 1],
      ['f', 0],
    ])
    expect(dueOf(all, start + 80 * day).map(({ id }) => id)).toEqual(['f000000'])
    expect(mergePuzzles(all, all)).toEqual(all)
  })
})

test('what cannot be read is left out', () => {
  expect(parsePuzzles('{')).toEqual(noPuzzles)
  expect(parsePuzzles('null')).toEqual(noPuzzles)
  expect(parsePuzzles(JSON.stringify({ version: 1, sent: 3, unsent: [['a'], null, ['abcdefg', 0, 5, 1, 9]] }))).toEqual(
    noPuzzles,
  )
  expect([mistake(0), { ...mistake(0), best: [] }, { ...mistake(0), id: 'x' }, null].map(isOwnMistake)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('the record of a browser', () => {
  function opened(store: LessonStore): PuzzleRecord {
    const record = new PuzzleRecord()
    record.open(store)
    return record
  }

  test('is read again, with the rating', () => {
    const store = new Memory()
    const record = opened(store)
    let changes = 0
    record.onChange(() => changes++)
    expect(record.ratingOf('wotn')).toEqual({ rating: 1500, deviation: 500, volatility: 0.09 })
    record.add(attempt('a', 0, false))
    record.addMistake(mistake(1), true)
    record.addMistake(mistake(2), false)
    record.setRating('wotn', { rating: 1400, deviation: 200, volatility: 0.08 })
    const again = opened(store)
    expect([again.attempts.length, again.seen('a000000'), again.seen('b000000'), changes]).toEqual([1, true, false, 2])
    expect([again.ratingOf('wotn').rating, again.ratingOf('lancelot').rating]).toEqual([1400, 1500])
    expect(again.due(start + 9 * day).map(({ id }) => id)).toEqual(['a000000', 'mmmmmmm'])
  })

  test('a mistake that is made again comes back, also after it was solved often enough', () => {
    const record = opened(new Memory())
    record.addMistake(mistake(0), true)
    for (const days of [1, 4, 14]) record.add(attempt('mmmmmmm', days, true, { game: 'lancelot', kind: 'review' }))
    record.addMistake(mistake(20), false)
    expect(record.due(start + 40 * day)).toEqual([])
    record.addMistake(mistake(20), true)
    expect(record.due(start + 40 * day).map(({ step, mistake }) => [step, mistake?.played])).toEqual([[0, 'a1a2']])
    expect(record.mistakes.length).toBe(1)
  })

  test('two tabs keep the attempts of each other, and see them', () => {
    const tab = new EventTarget()
    vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
    const store = new Memory()
    const [one, two] = [opened(store), opened(store)]
    one.follow()
    one.add(attempt('a', 0, true))
    two.add(attempt('b', 1, true))
    expect([two.attempts.length, opened(store).attempts.length]).toEqual([2, 2])
    const key = 'tafelrunde.puzzles'
    tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: store.getItem(key) }))
    expect(one.attempts.map(({ id }) => id)).toEqual(['b000000', 'a000000'])
    vi.unstubAllGlobals()
  })

  test('attempts last until the page is closed if the storage is full', () => {
    const store = new Memory()
    const record = opened(store)
    store.full = true
    record.add(attempt('a', 0, true))
    record.add(attempt('b', 1, true))
    expect([record.attempts.length, opened(store).attempts.length]).toEqual([2, 0])
  })

  test('an account takes over what was done without one, without its ratings', () => {
    const store = new Memory()
    const record = opened(store)
    record.add(attempt('a', 0, true, { rating: 1600, change: 100 }))
    record.setRating('wotn', { rating: 1600, deviation: 300, volatility: 0.09 })
    record.use('anna')
    expect(record.attempts).toEqual([])
    record.takeOver()
    expect(record.unsent()).toEqual([attempt('a', 0, true)])
    expect([record.ratingOf('wotn').rating, opened(store).account, store.getItem('tafelrunde.puzzles')]).toEqual([
      1500,
      'anna',
      null,
    ])
  })

  test('the best runs stay, also those before there was an account', () => {
    const store = new Memory()
    const record = opened(store)
    record.addRun('wotn', 'storm', 12, 1)
    record.addRun('wotn', 'storm', 9, 2)
    record.use('anna')
    record.addRun('wotn', 'storm', 10, 3)
    record.takeOver()
    expect([record.bestOf('wotn', 'storm'), record.bestOf('wotn', 'streak')]).toEqual([12, 0])
    expect(opened(store).bestOf('wotn', 'storm')).toBe(12)
    expect(store.getItem('tafelrunde.puzzles')).toBeNull()
  })

  test('accounts are not mixed, and one that is sent leaves nothing behind', () => {
    const store = new Memory()
    const record = opened(store)
    record.use('anna')
    record.add(attempt('a', 0, true))
    record.use('ben')
    record.takeOver()
    expect(record.attempts).toEqual([])
    record.use('anna')
    const [waits] = record.unsent()
    expect(waits).toEqual(attempt('a', 0, true))
    record.receive([attempt('a', 0, true, { rating: 1600, change: 100 })])
    expect([record.unsent(), record.attempts[0]?.rating]).toEqual([[], 1600])
    record.use('')
    expect([...store.entries.keys()]).toEqual([])
  })

  test('a deleted account leaves nothing behind', () => {
    const store = new Memory()
    vi.stubGlobal('localStorage', store)
    const record = opened(store)
    record.use('anna')
    record.add(attempt('a', 0, true))
    forgetLessons('anna')
    expect([...store.entries.keys()]).toEqual([])
    vi.unstubAllGlobals()
  })
})
