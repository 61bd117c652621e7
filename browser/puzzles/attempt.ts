/** What an attempt at a puzzle changes. */
import { puzzles } from '../rules/client.ts'
import type { PuzzleRunResult } from '../rules/contract.ts'
import { puzzleRecord } from '../saved/puzzles.svelte.ts'
import { type Attempt, dayOf } from '../saved/puzzles.ts'
import { firstAttempts } from '../saved/puzzlestats.ts'
import { signed, t } from '../words/words.svelte.ts'
import { gameOf, type Puzzle } from './format.ts'

const day = 86_400_000

/** keepAttempt stores an attempt that no rating depends on. */
export function keepAttempt({ id, ...puzzle }: Puzzle, kind: Attempt['kind'], solved: boolean): void {
  puzzleRecord.add({ id, game: gameOf(puzzle), at: Date.now(), solved, kind })
}

/**
 * keepMistake stores a puzzle that was failed in a run, so that it comes back. It is no first attempt at it: those that a run solves
 * are not stored.
 */
export function keepMistake(puzzle: Puzzle, { win, skipped }: Pick<PuzzleRunResult, 'win' | 'skipped'>): void {
  if (!win && !skipped) keepAttempt(puzzle, 'review', false)
}

/** keepDaily stores the first attempt at the puzzle of a date. Only on its day it is the puzzle of the day. */
export function keepDaily(puzzle: Puzzle, date: string, solved: boolean): void {
  const isDaily = date === dayOf(Date.now())
  const before = puzzleRecord.attempts.some(({ id, kind }) => id === puzzle.id && kind === 'daily')
  if (!isDaily || !before) keepAttempt(puzzle, isDaily ? 'daily' : 'training', solved)
}

/** solvedFirst reports whether the first attempt at a puzzle has solved it. */
export function solvedFirst(id: string): boolean {
  return firstAttempts(puzzleRecord.attempts).some((one) => one.id === id && one.solved)
}

/**
 * keepDealt stores a first attempt at a puzzle that was dealt by its rating, and returns when it ended. Without an account it changes
 * the rating of this browser, if the puzzle is new; the server rates the attempts of accounts.
 */
export async function keepDealt(puzzle: Puzzle, solved: boolean): Promise<number> {
  const at = Date.now()
  const game = gameOf(puzzle)
  const attempt = { id: puzzle.id, game, at, solved, kind: 'training' } as const
  if (puzzleRecord.account !== '' || puzzleRecord.seen(puzzle.id)) {
    puzzleRecord.add(attempt)
    return at
  }
  const before = puzzleRecord.ratingOf(game)
  const last = puzzleRecord.attempts.find((one) => one.game === game && one.rating !== undefined)
  const days = last ? (at - last.at) / day : 0
  const answer = await puzzles.rate(before, Math.round(puzzle.rating ?? 0), solved, days)
  if (!answer.ok) puzzleRecord.add(attempt)
  else {
    const { rating } = answer.value
    puzzleRecord.setRating(game, answer.value)
    puzzleRecord.add({ ...attempt, rating, change: rating - before.rating })
  }
  return at
}

/** Ratings with a larger deviation are provisional, as in internal/match/rating. */
const maxReliableDeviation = 110

/** ratingText returns the own rating in a game. */
export function ratingText(game: Attempt['game']): string {
  const { rating, deviation } = puzzleRecord.ratingOf(game)
  const key = deviation > maxReliableDeviation ? 'puzzles.rating.provisional' : 'puzzles.rating'
  return t(key, { rating: Math.round(rating) })
}

/** changeText returns what an attempt has done to the rating, '' for nothing or if that is not known yet. */
export function changeText(id: string, at: number): string {
  const attempt = puzzleRecord.attempts.find((one) => one.id === id && one.at === at)
  if (attempt?.rating === undefined) return ''
  const { rating, change = 0 } = attempt
  return t('puzzle.rated', {
    rating: Math.round(rating),
    change: signed(Math.round(rating) - Math.round(rating - change)),
  })
}
