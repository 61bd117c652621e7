/** What both games share in calls of the rules: variants, answers with problems, and outcomes. */
import type { LineName } from './lancelot.ts'

/** The variants that the rules of Way of the Knight play. */
export const variants = ['wotn', 'wotn-alternative', 'chess'] as const
export type Variant = (typeof variants)[number]
/** The variant of texts that do not name one: a variant, or the one that each text shows. */
export type ReadVariant = Variant | 'detect'
/** The variants of Way of the Knight, and Lancelot. */
export const allVariants = [...variants, 'lancelot'] as const
export type AnyVariant = (typeof allVariants)[number]
export type Color = 'w' | 'b'

/** A value for the text of a problem. Lines of Lancelot are a list. */
export type Argument = string | number | LineName[]

/** A reason why a call was refused. The page translates `code` and `args`; `message` is English, for logs. */
export interface Problem {
  code: string
  args: Record<string, Argument>
  message: string
  /** Byte offset in the text argument, if the error has one. */
  offset?: number
}

export type Answer<T> = { ok: true; value: T } | { ok: false; problems: Problem[] }

/** The state of a game by the rules alone, without resignations and agreed draws. */
export interface Outcome {
  over: boolean
  /**
   * '' while running; wotn: checkmate, stalemate, bare-kings, insufficient-material (chess only), fivefold, seventy-five-moves,
   * threefold, fifty-moves (the last two by claim); lancelot: target, no-turn.
   */
  reason: string
  /** Seats that win or share the win; empty for a draw and while running. */
  winners: number[]
}
