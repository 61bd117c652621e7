/** What pointer and keyboard need of the board. Getters of `Board.svelte` keep it current. */

import type { Layout, Square } from './geometry.ts'
import type { Piece } from './pieces.ts'
import type { Input } from './props.ts'
import type { BoardEvent, Ui } from './state.ts'

export interface Control {
  /** The element that holds the squares and the pieces. */
  readonly area: HTMLElement
  readonly layout: Layout
  readonly input: Input
  readonly ui: Ui
  readonly pieces: readonly Piece[]
  /** Arrow keys step through the game until the keyboard has brought the focus to a square. */
  readonly stepping: boolean
  send(event: BoardEvent): void
  /** Cancels a premove. Returns whether there was one. */
  dismiss(): boolean
}

/** The square that an event happened on, or ''. */
export function squareOf(event: Event): Square {
  return (event.target as Element).closest<HTMLElement>('[data-square]')?.dataset.square ?? ''
}

export function focusSquare(area: HTMLElement, square: Square): void {
  area.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus({ preventScroll: true })
}
