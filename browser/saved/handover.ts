import type { AnyVariant } from '../rules/contract.ts'

/** A text with games that a dialog hands over to the page of saved games. */
export interface HandedOver {
  text: string
  /** Lancelot, or the variant of games of Way of the Knight that do not name one. */
  variant: AnyVariant
}

let waiting: HandedOver | undefined

/** Hands over a text. The page of saved games imports it when it opens. */
export function handOver(text: string, variant: AnyVariant): void {
  waiting = { text, variant }
}

/** takeHandedOver returns the text that was handed over, once. */
export function takeHandedOver(): HandedOver | undefined {
  const taken = waiting
  waiting = undefined
  return taken
}
