/** Keys on the board, and the clicks and focus changes of screen readers. */

import { type Control, focusSquare, squareOf } from './control.ts'
import { neighbour } from './geometry.ts'

export class Keyboard {
  #board: Control
  /** Ends a drag. */
  #drop: () => void

  constructor(board: Control, drop: () => void) {
    this.#board = board
    this.#drop = drop
  }

  down = (event: KeyboardEvent): void => {
    const { layout, send, stepping, ui } = this.#board
    const square = squareOf(event)
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return
    // A click focuses a square without showing it, so the arrow keys still belong to the page.
    if (stepping && !ui.focused && /^(ArrowLeft|ArrowRight|Home|End)$/.test(event.key)) return
    const to = neighbour(layout, square, event.key)
    if (to) {
      if (ui.hover) send({ type: 'hover', square: '' })
      focusSquare(this.#board.area, to)
      send({ type: 'focus', square: to, byKeys: true })
    } else if (event.key === 'Enter' || event.key === ' ') {
      send({ type: 'activate', square })
    } else if (event.key === 'Escape' && (ui.selected || ui.drawn.length)) {
      this.#drop()
      send({ type: 'cancel' })
    } else if (event.key !== 'Escape' || !this.#board.dismiss()) {
      return
    }
    event.preventDefault()
  }

  focusin = (event: FocusEvent): void => {
    const square = squareOf(event)
    if (!square) return
    this.#board.send({ type: 'focus', square, byKeys: (event.target as Element).matches(':focus-visible') })
  }

  focusout = (): void => {
    this.#board.send({ type: 'blur' })
  }

  /** Handles clicks without a pointer, which screen readers send. */
  click = (event: MouseEvent): void => {
    const square = squareOf(event)
    if (square && event.detail === 0) this.#board.send({ type: 'activate', square })
  }
}
