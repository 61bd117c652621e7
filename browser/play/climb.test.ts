import { beforeEach, expect, test } from 'vitest'
import { computerGame } from '../saved/easy.ts'
import type { SavedGame } from '../saved/game.ts'
import { climbedOf } from '../saved/ladder.ts'
import { offered } from '../saved/levels.ts'
import { speech } from '../words/words.svelte.ts'
import { afterGame, nextLevels, offerOn } from './climb.ts'
import { nextLesson } from './lessons.ts'

beforeEach(() => {
  speech.language = 'en'
})

const weakest = offered[0] ?? 0
const strongest = offered.at(-1) ?? 0

/** A game of Black against a computer. */
const ended = (level: number, winners: number[], more: Partial<SavedGame> = {}): SavedGame =>
  ({
    ...computerGame({ game: 'wotn', variant: 'wotn', start: '' }, { levels: [level], milliseconds: 1 }, true),
    moves: ['e2e4', 'e7e5'],
    winners,
    ...more,
  }) as SavedGame

/** The games as those of a ladder. */
const climbed = (...games: SavedGame[]) => games.flatMap((saved) => climbedOf(saved) ?? [])
const after = (saved: SavedGame, ...games: SavedGame[]) => afterGame(saved, climbed(...games), {})

test('a win has stars and leads to the next opponent', () => {
  const saved = ended(13, [1])
  expect(after(saved, saved)).toEqual({
    speaker: 13,
    said: 'I was in too much of a hurry. Again.',
    stars: 3,
    way: { to: 'next', level: 14 },
  })
  expect(after(ended(13, [1], { hints: 2 }))?.stars).toBe(2)
  expect(after(ended(strongest, [1]))?.way).toEqual({ to: 'all' })
  expect(after(ended(13, [1], { branched: true }))).toBeUndefined()
  const beaten = { 'ladder-wotn/15': { moves: 9, stars: 3 } }
  expect(afterGame(saved, [], beaten)?.way).toEqual({ to: 'next', level: 16 })
})

test('the second lost game leads to a weaker opponent, or below the weakest to the lessons', () => {
  const lost = ended(13, [0])
  expect(after(lost, lost)).toMatchObject({ stars: 0, way: { to: 'again' } })
  expect(after(lost, lost, ended(13, [1]), ended(13, [0]))?.way).toEqual({ to: 'again' })
  expect(after(lost, lost, ended(13, [0]))?.way).toEqual({ to: 'easier', level: 12 })
  expect(after(lost, ended(13, [0]))?.way).toEqual({ to: 'easier', level: 12 })
  const last = ended(weakest, [0])
  expect(after(last, last, ended(weakest, [0]))?.way).toEqual({ to: 'lessons' })
  expect(after(ended(13, []))).toMatchObject({ said: '', way: { to: 'again' } })
})

test('the first page offers what the last game leads to', () => {
  const beaten = { 'ladder-wotn/13': { moves: 9, stars: 3 } }
  const offer = (...games: SavedGame[]) => offerOn('wotn', climbed(...games), beaten)
  const [next, other] = [ended(14, [0]), ended(14, [0], { id: 'other' })]
  expect(offer()).toEqual({ level: 14, lessons: false })
  expect(offer(next)).toEqual({ level: 14, lessons: false })
  expect(offer(next, other)).toEqual({ level: 13, lessons: false })
  // Lost against a weaker one since, won against it since, and another variant.
  expect(offer(ended(13, [0]), next, other)).toEqual({ level: 13, lessons: false })
  expect(offer(ended(13, [1]), next, other)).toEqual({ level: 14, lessons: false })
  expect(offer(ended(14, [0], { variant: 'chess' }), ended(13, [1]))).toEqual({ level: 14, lessons: false })
  expect(offer(ended(weakest, [0]), ended(weakest, [0]))).toEqual({ level: weakest, lessons: true })
  const all = { [`ladder-wotn/${strongest}`]: { moves: 9, stars: 3 } }
  expect(offerOn('wotn', climbed(ended(strongest, [1])), all)).toEqual({ level: undefined, lessons: false })
})

test('the next computers are as different as those before', () => {
  expect(nextLevels([13], 14)).toEqual([14])
  expect(nextLevels([13, 13], 14)).toEqual([14, 14])
  expect(new Set(nextLevels([12, 13], 14)).size).toBe(2)
})

test('the lessons of a game begin with its first exercise', () => {
  expect(nextLesson('wotn')).toEqual({ stage: 'wotn-start', number: 1, game: false })
  expect(nextLesson('lancelot')).toEqual({ stage: 'lancelot-start', number: 1, game: false })
})
