/** Texts with several games, as chapters of a study. */
import type { Answer, Problem, ReadVariant } from './common.ts'

/** A game of a text with several, as a chapter of a study. */
export interface FoundGame {
  /** Made of the tags; '' without usable ones. */
  title: string
  /** What can be kept; '' if nothing can. */
  text: string
  /** The number of moves or turns, without those of variations. */
  plies: number
  /** Why parts of the game are left out. Offsets are those of the whole text. */
  left: Problem[]
}

export interface StudyRules {
  /** Returns the games of a text, in order. `variant` is that of games of Way of the Knight without a tag for it. */
  split(game: 'wotn' | 'lancelot', variant: ReadVariant, text: string): Answer<FoundGame[]>
}
