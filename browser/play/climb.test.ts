import { beforeEach, expect, test } from 'vitest'
import { computerGame } from '../saved/easy.ts'
import type { SavedGame } from '../saved/game.ts'
import { offered } from '../saved/levels.ts'
import { speech } from '../words/words.svelte.ts'
import { afterGame, nextLevels } from './climb.ts'
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

test('a win has stars and leads to the next opponent', () => {
  const saved = ended(13, [1])
  expect(afterGame(saved, [saved])).toEqual({
    speaker: 13,
    said: 'I was in too much of a hurry. Again.',
    stars: 3,
    way: { to: 'next', level: 14 },
  })
  expect(afterGame(ended(13, [1], { hints: 2 }), [])?.stars).toBe(2)
  expect(afterGame(ended(strongest, [1]), [])?.way).toEqual({ to: 'all' })
  expect(afterGame(ended(13, [1], { branched: true }), [])).toBeUndefined()
})

test('the second lost game leads to a weaker opponent, or below the weakest to the lessons', () => {
  const lost = ended(13, [0])
  expect(afterGame(lost, [lost])).toMatchObject({ stars: 0, way: { to: 'again' } })
  expect(afterGame(lost, [lost, ended(13, [1]), ended(13, [0])])?.way).toEqual({ to: 'again' })
  expect(afterGame(lost, [lost, ended(13, [0])])?.way).toEqual({ to: 'easier', level: 12 })
  const last = ended(weakest, [0])
  expect(afterGame(last, [last, ended(weakest, [0])])?.way).toEqual({ to: 'lessons' })
  expect(afterGame(ended(13, []), [])).toMatchObject({ said: '', way: { to: 'again' } })
})

test('the next computers are as different as those before', () => {
  expect(nextLevels([13], 14)).toEqual([14])
  expect(nextLevels([13, 13], 14)).toEqual([14, 14])
  expect(new Set(nextLevels([12, 13], 14)).size).toBe(2)
})

test('the lessons of a game begin with its first exercise', () => {
  expect(nextLesson('wotn')).toEqual({ path: 'learn/wotn-start/1', game: false })
  expect(nextLesson('lancelot')).toEqual({ path: 'learn/lancelot-start/1', game: false })
})
