/** Exercises and their states. */
import type { Answer, Variant } from './common.ts'
import type { LancelotState } from './lancelot.ts'
import type { WotnState } from './wotn.ts'

/** An exercise, as docs/formats/lessons.md describes it. The fields that the page alone uses are left out. */
export interface LessonExercise {
  game: 'wotn' | 'lancelot'
  variant?: Variant
  position: string
  par: number
  limit?: number
  success: string
  failure?: string
  solution: string[]
  also?: string[]
  scripted?: boolean
  engine?: { level: number; nodes: number; seed: number }
  wrong?: { moves: string[]; refutation?: string[]; reason: string; text: string }[]
}

/** A condition of docs/formats/lessons.md. */
export interface LessonCause {
  name: string
  args: string[]
  /** It holds, but should not. */
  not: boolean
  /** The lead, or the number of captures, kings or exposed stones. */
  value: number
}

export interface LessonState {
  /** The learner's side: 0 for White, 1 for Black, or the number of the seat. */
  learner: number
  status: 'open' | 'solved' | 'failed'
  /** Number of the learner's moves. */
  moves: number
  /** The scripted reply that follows, or ''. */
  next: string
  /** The engine is to reply. */
  engineMoves: boolean
  /** Index of the explained wrong move that was played, or -1. */
  wrong: number
  /** Moves that show why the last one was wrong. */
  refutation: string[]
  /** The visible fault of a wrong move that the exercise does not explain; '' if there is none. */
  fact:
    | ''
    | 'weak-victim'
    | 'recaptured'
    | 'promotes'
    | 'gives-check'
    | 'captures-nothing'
    | 'unmet'
    | 'reached'
    | 'off-course'
    | 'too-many-moves'
    | 'game-over'
  /** The condition that does not hold as success needs it, for `unmet`, or that fails the exercise, for `reached`. */
  cause: LessonCause
  /** The levels of the moving and the captured piece, for `weak-victim`. */
  levels: [number, number]
  /** The game to show: that of the exercise, the other is null. */
  wotn: WotnState | null
  lancelot: LancelotState | null
}

export interface LessonRules {
  /**
   * Returns the state after `moves`, replies included. `extra` are moves that follow only to be shown, such as a refutation.
   * `pending` is that of `LancelotRules.game`. Problems: 'exercise' {field, reason}, 'exercise-move'.
   */
  state(exercise: LessonExercise, moves: string[], extra: string[], pending: string): Answer<LessonState>
  /** Returns the engine's move, the same on every machine; '' if the engine is not to move. */
  reply(exercise: LessonExercise, moves: string[]): Answer<string>
  /** Returns a good move for the learner, or ''. */
  hint(exercise: LessonExercise, moves: string[]): Answer<string>
}
