/** The interface between the board and its pointer and keyboard handlers. The getters return the current values. */

import type { Layout, Square } from './geometry.ts'
import type { Piece } from './pieces.ts'
import type { Brush, Input } from './props.ts'
import type { BoardEvent, Ui } from './state.ts'

export interface Control {
  /** The element that holds the squares and the pieces. */
  readonly area: HTMLElement
  readonly layout: Layout
  readonly input: Input
  readonly ui: Ui
  readonly pieces: readonly Piece[]
  /** The colour in which presses draw; undefined if they move pieces. */
  readonly pen: Brush | undefined
  /** Arrow keys step through the game until the keyboard has brought the focus to a square. */
  readonly stepping: boolean
  send(event: BoardEvent): void
  /** Cancels a premove. Returns whether there was one. */
  dismiss(): boolean
}

/** squareOf returns the square that is the target of an event, or ''. */
export function squareOf(event: Event): Square {
  return (event.target as Element).closest<HTMLElement>('[data-square]')?.dataset.square ?? ''
}

/** focusSquare moves the focus to a square without scrolling. `byKeys`: the focus is visible. */
export function focusSquare(area: HTMLElement, square: Square, byKeys = true): void {
  area.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus({ preventScroll: true, focusVisible: byKeys })
}
