/** Which puzzle comes next for guests and without network, by the rule of the server (internal/web/puzzles). */
import type { Attempt } from '../saved/puzzles.ts'
import type { Puzzle } from './format.ts'

export const difficulties = ['easier', 'normal', 'harder'] as const
export type Difficulty = (typeof difficulties)[number]

export interface Wish {
  difficulty: Difficulty
  /** '' for any. */
  theme: string
  /** The IDs of puzzles that return only if there are no others. */
  skipped: readonly string[]
}

/** By how much easier or harder puzzles differ from the own rating. */
const aside = { easier: -200, normal: 0, harder: 200 } as const

/** Among how many puzzles the one to solve is drawn. */
const choices = 10

/**
 * deal returns one of the puzzles nearest to a rating that were not attempted; if there are none, one of those attempted longest
 * ago. `attempts` are the newest first. `draw` returns a number from 0 to 1.
 */
export function deal(
  puzzles: readonly Puzzle[],
  { difficulty, theme, skipped }: Wish,
  rating: number,
  attempts: readonly Pick<Attempt, 'id' | 'at'>[],
  draw: () => number = Math.random,
): Puzzle | undefined {
  const last = new Map(attempts.toReversed().map(({ id, at }) => [id, at]))
  const wanted = rating + aside[difficulty]
  const far = ({ rating = 0 }: Puzzle) => Math.abs(rating - wanted)
  const all = puzzles
    .filter(({ themes = [] }) => theme === '' || themes.includes(theme))
    .sort((a, b) => far(a) - far(b) || (a.id < b.id ? -1 : 1))
  const others = all.filter(({ id }) => !skipped.includes(id))
  const open = others.length > 0 ? others : all
  const fresh = open.filter(({ id }) => !last.has(id))
  const nearest = fresh.length > 0 ? fresh : open.toSorted((a, b) => (last.get(a.id) ?? 0) - (last.get(b.id) ?? 0))
  const among = nearest.slice(0, choices)
  return among[Math.floor(draw() * among.length)]
}

/** isForRuns reports whether a puzzle can be part of a run: those with the usual rules and two seats. */
export function isForRuns({ rules, start }: Pick<Puzzle, 'rules' | 'start'>): boolean {
  return rules === 'wotn' || (rules === 'lancelot' && start.split(' ')[2]?.split(',').length === 2)
}
