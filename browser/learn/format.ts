/** The files of the lessons; docs/formats/lessons.md describes them. */
import type { LessonExercise } from '../rules/contract.ts'
import type { Language } from '../words/words.svelte.ts'

export type Texts = Record<Language, Record<string, string>>

/** An exercise of a file. The game is that of its stage. */
export interface Exercise extends Omit<LessonExercise, 'game'> {
  id: string
  /** People who play chess know this and can skip it. */
  chess?: boolean
  /** Circles ("e4") and arrows ("e2 e4"), each with a color or without. */
  marks?: string[]
}

export interface StageFile {
  game: 'wotn' | 'lancelot'
  exercises: Exercise[]
  texts: Texts
}

/** Outline is the part of an exercise that lists show. */
export interface Outline {
  id: string
  chess: boolean
  /** A game against the computer. */
  game: boolean
}

export interface Stage {
  id: string
  game: 'wotn' | 'lancelot'
  exercises: Outline[]
  texts: Texts
}

export interface Course {
  id: string
  game: 'wotn' | 'lancelot'
  /** For the first minutes. */
  express: boolean
  stages: Stage[]
  texts: Texts
}
