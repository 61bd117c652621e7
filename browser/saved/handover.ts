import type { AnyVariant, ReadVariant } from '../rules/contract.ts'
import type { Game } from '../ui/route.svelte.ts'

/** A text with games that a dialog hands over to the page of saved games. */
export interface HandedOver {
  text: string
  /** Lancelot, or the variant of games of Way of the Knight that do not name one. */
  variant: AnyVariant | ReadVariant
}

let waiting: HandedOver | undefined

/** Hands over a text. The page of saved games imports it when it opens. */
export function handOver(text: string, variant: AnyVariant | ReadVariant): void {
  waiting = { text, variant }
}

let pasted: { game: Game; text: string } | undefined

/** Hands over a text of the other game. The next dialog of that game which opens texts begins with it. */
export function handOverPasted(game: Game, text: string): void {
  pasted = { game, text }
}

/** takePasted returns the text of a game that was handed over, once, or ''. */
export function takePasted(game: Game): string {
  if (pasted?.game !== game) return ''
  const { text } = pasted
  pasted = undefined
  return text
}

/** takeHandedOver returns the text that was handed over, once. */
export function takeHandedOver(): HandedOver | undefined {
  const taken = waiting
  waiting = undefined
  return taken
}
