import type { Variant } from '../rules/contract.ts'

/** A position that the page offers for a game. */
export interface Start {
  game: 'wotn' | 'lancelot'
  /** The variant of `wotn`. */
  variant: Variant
  position: string
  seats: number
}

/** tried returns the position that a button of a diagram offers. */
export function tried(target: EventTarget | null): Start | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-try]') : null
  return button?.dataset.try ? (JSON.parse(button.dataset.try) as Start) : undefined
}
