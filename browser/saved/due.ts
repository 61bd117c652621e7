/** Which exercise of the lessons to repeat: those that cost mistakes or hints soon, the others later, and each time later. */
import { isLesson } from './ladder.ts'
import type { Solved } from './merge.ts'

/** When an exercise was solved last, in milliseconds since 1970, and the index of the time until it is due again. */
export interface Repetition {
  at: number
  step: number
}

const day = 86_400_000
/** The days until an exercise is due again. */
const days = [1, 3, 7, 21, 60] as const

/** The first step for the stars of an exercise: one with a mistake or hint is due the next day, one without after three weeks. */
const firstStep = (stars: number) => (stars >= 3 ? 3 : 0)

/** repeated returns the repetition after an exercise was solved: later than the last time without a fault, else soon. */
export function repeated(last: Repetition | undefined, stars: number, now: number): Repetition {
  const step = stars >= 3 && last ? Math.min(last.step + 1, days.length - 1) : firstStep(stars)
  return { at: now, step }
}

/** isRepetition reports whether something stored is a repetition. */
export function isRepetition(x: unknown): x is Repetition {
  const { at, step } = (x ?? {}) as Partial<Repetition>
  return Number.isInteger(at) && Number.isInteger(step) && Number(at) > 0 && Number(step) in days
}

/**
 * dueExercises returns the names of the exercises (`stage/exercise`) that are due, first the one that is due most. One without a
 * repetition was solved by an earlier build: it counts as solved long ago. Some may no longer be in the lessons.
 */
export function dueExercises(solved: Readonly<Record<string, Solved>>, now: number): string[] {
  const waits = Object.entries(solved).flatMap(([name, { stars, repetition }]) => {
    if (!isLesson(name)) return []
    const { at, step } = repetition ?? { at: now - 100 * day, step: firstStep(stars) }
    const wait = (now - at) / (day * (days[step] ?? 1))
    return wait < 1 ? [] : [{ name, wait }]
  })
  return waits.sort((a, b) => b.wait - a.wait).map(({ name }) => name)
}
