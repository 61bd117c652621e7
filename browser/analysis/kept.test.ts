import { expect, test } from 'vitest'
import type { LancelotCandidate, PVMove } from '../rules/contract.ts'
import type { Store } from '../saved/games.svelte.ts'
import { engineOf, type KeptReview, KeptReviews, keyOf, mostReviews, read, write } from './kept.ts'
import type { PositionResult, TurnResult } from './results.ts'
import { SavedAnalyses, type SavedAnalysis } from './saved.svelte.ts'

/** A storage with room for a number of characters. */
class Room implements Store {
  readonly texts = new Map<string, string>()
  room: number
  constructor(room = 5_000_000) {
    this.room = room
  }
  get length(): number {
    return this.texts.size
  }
  key = (i: number) => [...this.texts.keys()][i] ?? null
  getItem = (key: string) => this.texts.get(key) ?? null
  removeItem = (key: string) => void this.texts.delete(key)
  get used(): number {
    return [...this.texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0)
  }
  setItem(key: string, text: string): void {
    const without = this.used - (this.texts.get(key)?.length ?? -key.length)
    if (without + text.length > this.room) throw new DOMException('full', 'QuotaExceededError')
    this.texts.set(key, text)
  }
}

const notation = {
  castling: '',
  kind: 'P',
  origin: 'e',
  captured: 'S',
  to: 'd5',
  promotion: 'N',
  check: 'check',
} as const
const best: PVMove = { text: 'e4d5n', san: 'exd5/N+', notation }
const position: PositionResult = { best, score: -35, mate: 0, wdl: [300, 300, 400], second: [200, 300, 500] }
const results: PositionResult[] = [
  position,

  { best, mate: -3, wdl: [0, 0, 1000] },
  { best, score: 0, mate: 0, wdl: [500, 0, 500], pv: ['e4d5n', 'd8d5'] },
  { mate: 0, wdl: [0, 0, 0] },
]
const wotn = {
  variant: 'wotn',
  start: '',
  moves: ['e2e4', 'd7d5', 'e4d5n'],
  changed: 5,
  engine: engineOf('wotn'),
  results,
} as const
const played: LancelotCandidate = {
  turn: 'd4',
  seat: 0,
  winShares: [600, 400],
  proved: false,
  outcome: { over: false, reason: '', winners: [] } as unknown as LancelotCandidate['outcome'],
  captures: [{ square: 'e4', seat: 1 }],
  captured: 2,
  target: 7,
  threats: [{ by: 1, on: 'f4', captures: [{ square: 'd4', seat: 0 }] }],
  gains: -1,
  gain: 0,
  kingmaking: { instead: 'e5', seat: 1, change: 120 },
  pv: [],
}
const turn: TurnResult = { kind: 'mistake', loss: 120, only: false, seat: 0, played, better: { ...played, turn: 'e5' } }
const start = '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7'
const lancelot: KeptReview = {
  variant: 'lancelot',
  start,
  moves: ['d4'],
  changed: 5,
  engine: engineOf('lancelot'),
  results: [turn],
}

test('reviews of both games are read as they were written, also stopped ones', () => {
  expect(read(write(wotn))).toEqual(wotn)
  const stopped = { ...wotn, results: [position, undefined, undefined, results[3]] }
  expect(read(write(stopped))).toEqual(stopped)
  expect(read(write({ ...wotn, moves: [], results: [position] }))?.moves).toEqual([])
  expect(read(write(lancelot))).toEqual(lancelot)
  // Of a good turn only the first has the better one.
  const good: TurnResult = { ...turn, kind: 'good', loss: 20 }
  const [first, second] = read(write({ ...lancelot, moves: ['d4', 'e5'], results: [good, good] }))?.results ?? []
  expect(first).toEqual(good)
  const short = { ...played, threats: [] }
  expect(second).toEqual({ ...good, played: short, better: short })
})

test('a review of another version or quality and a damaged one are none', () => {
  const changed = (review: KeptReview, part: object) => JSON.stringify({ ...JSON.parse(write(review)), ...part })
  expect(read(changed(wotn, {}))).toEqual(wotn)
  const list = (i: number, value: unknown) => {
    const stored = JSON.parse(write(wotn)).results
    return changed(wotn, { results: [stored[0].with(i, value), ...stored.slice(1)] })
  }
  const texts = [
    '',
    'null',
    '[]',
    write(wotn).slice(0, -9),
    changed(wotn, { version: 2 }),
    changed(wotn, { engine: '1' }),
    changed(wotn, { nodes: 20_000 }),
    changed(wotn, { variant: 'lancelot' }),
    changed(wotn, { variant: 3 }),
    changed(wotn, { start: null }),
    changed(wotn, { moves: 'e2e4' }),
    changed(wotn, { moves: ['e2e4'] }),
    changed(wotn, { changed: '5' }),
    changed(wotn, { results: 'x' }),
    changed(wotn, { results: [1, 2, 3, 4] }),
    list(0, 7),
    list(2, 'P.e'),
    list(3, '0.3'),
    list(4, 'x'),
    list(5, null),
    changed(lancelot, { variant: 'chess' }),
    changed(lancelot, { results: [{ ...turn, kind: 'best' }] }),
    changed(lancelot, { results: [{ ...turn, played: null }] }),
    changed(lancelot, { results: [{ ...turn, better: { ...played, captures: [{}] } }] }),
    changed(lancelot, { results: [{ ...turn, better: { ...played, threats: [{ by: 1, on: 'f4' }] } }] }),
    changed(lancelot, { results: [{ ...turn, better: { ...played, outcome: {} } }] }),
  ]
  for (const text of texts) expect(read(text), text).toBeUndefined()
})

test('a review of an older engine is read with its version', () => {
  expect(read(write({ ...wotn, engine: 1 }))?.engine).toBe(1)
  const store = new Room()
  const kept = new KeptReviews(store)
  kept.keep({ ...wotn, engine: engineOf('wotn') })
  expect(kept.of(wotn)?.engine).toBe(engineOf('wotn'))
})

test('a review is found by its line, and a damaged one is dropped', () => {
  const store = new Room()
  const kept = new KeptReviews(store)
  const key = kept.keep(wotn)
  expect(key).toBe(keyOf(wotn))
  expect(kept.of(wotn)?.results).toEqual(results)
  expect(kept.of({ ...wotn, moves: ['e2e4'] })).toBeUndefined()
  expect(kept.of({ ...wotn, variant: 'chess' })).toBeUndefined()
  expect(store.length).toBe(1)
  store.setItem(store.key(0) ?? '', 'damaged')
  expect(kept.of(wotn)).toBeUndefined()
  expect(store.length).toBe(0)
  expect(new KeptReviews(undefined).keep(wotn)).toBeUndefined()
})

test('the oldest reviews are dropped', () => {
  const store = new Room()
  const kept = new KeptReviews(store)
  for (let n = 0; n < mostReviews + 5; n++) {
    const changed = write({ ...wotn, moves: [`m${n}`, 'a', 'b'], changed: n })
    store.setItem(`tafelrunde.review.${keyOf({ ...wotn, moves: [`m${n}`, 'a', 'b'] })}`, changed)
  }
  kept.keep(wotn)
  expect(store.length).toBe(mostReviews)
  expect(kept.of(wotn)).toBeDefined()
  expect(kept.of({ ...wotn, moves: ['m5', 'a', 'b'] })).toBeUndefined()
  expect(kept.of({ ...wotn, moves: ['m6', 'a', 'b'] })).toBeDefined()
})

test('a full storage keeps what it has, and room for games', () => {
  const store = new Room(260_000)
  const kept = new KeptReviews(store)
  const first = { ...wotn, moves: ['a2a3', 'd7d5', 'e4d5n'] }
  expect(kept.keep(first)).toBeDefined()
  store.setItem('tafelrunde.game.x', 'x'.repeat(9400))
  const before = new Map(store.texts)
  expect(kept.keep(wotn)).toBeUndefined()
  expect(store.texts).toEqual(before)
  expect(kept.of(first)).toBeDefined()
  store.setItem('tafelrunde.game.y', 'y'.repeat(200_000))
})

test('an analysis takes its review with it, unless another one has the same', () => {
  const store = new Room()
  const kept = new KeptReviews(store)
  const reviewed = kept.keep(wotn) ?? ''
  const analyses = new SavedAnalyses(store)
  const saved: SavedAnalysis = {
    id: 'a',
    changed: 0,
    variant: 'wotn',
    start: '',
    tags: {},
    moves: [],
    at: [],
    flipped: false,
    reviewed,
  }
  analyses.save(saved)
  analyses.save({ ...saved, id: 'b' })
  analyses.remove('a')
  expect(kept.of(wotn)).toBeDefined()
  analyses.remove('b')
  expect(kept.of(wotn)).toBeUndefined()
})

test('the review of a game of 80 plies needs less than 14,000 characters', () => {
  const moves = Array.from({ length: 80 }, (_, i) => `e${(i % 8) + 1}d5n`)
  expect(
    write({ ...wotn, moves, results: moves.map(() => ({ ...position, pv: moves.slice(0, 9) })) }).length,
  ).toBeLessThan(14_000)
})
