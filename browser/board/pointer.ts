/** Mouse, pen and touch on the board: clicks, drags, and drawing arrows and circles. */

import { afterPaint } from '../ui/afterpaint.ts'
import { type Control, focusSquare, squareOf } from './control.ts'
import { type Square, squareAt } from './geometry.ts'
import type { Brush } from './props.ts'
import { selectable } from './state.ts'

/** Pixels of movement after which a press becomes a drag. */
const dragThreshold = 4
/** Milliseconds after which a touch without movement opens the loupe. Touches that move before scroll the page. */
const longTouch = 160
/** Boards with at least so many columns have squares smaller than a finger, and a loupe. */
export const loupeColumns = 10

export class Pointer {
  /** Whether the last press was a touch. Touch has no hover. */
  touched = false

  #board: Control
  #box = { left: 0, top: 0, width: 1, height: 1 }
  #down = { x: 0, y: 0 }
  /** What had the focus at the last press. */
  #focused: Element | null = null
  #dragged: HTMLElement | null = null
  #longTouch: ReturnType<typeof setTimeout> | undefined
  #cancelFocus: (() => void) | undefined

  constructor(board: Control) {
    this.#board = board
  }

  destroy(): void {
    this.#cancelFocus?.()
    clearTimeout(this.#longTouch)
  }

  down = (event: PointerEvent): void => {
    const { area, input, layout, pen, send } = this.#board
    if (!event.isPrimary || (event.target as Element).closest('.chooser')) return
    this.#box = area.getBoundingClientRect()
    this.#down = { x: event.clientX, y: event.clientY }
    this.#focused = document.activeElement
    this.touched = event.pointerType === 'touch'
    const square = this.#squareUnder(event)
    if (!square) return
    // A press that cancels a premove has no other effect, except that it can select a piece for another premove.
    if (this.#board.dismiss() && !(event.button === 0 && !event.shiftKey && selectable(input, square))) {
      send({ type: 'cancel' })
      return
    }
    area.setPointerCapture(event.pointerId)
    const usesPen = event.button === 0 && pen !== undefined
    if (event.button === 2 || (event.button === 0 && event.shiftKey) || usesPen) {
      event.preventDefault()
      send({ type: 'draw', square, brush: usesPen ? pen : brushOf(event) })
    } else if (event.button === 0) {
      clearTimeout(this.#longTouch)
      if (this.touched && input.mode === 'place' && layout.width >= loupeColumns && !selectable(input, square)) {
        this.#longTouch = setTimeout(() => send({ type: 'aim', square }), longTouch)
      }
      send({ type: 'press', square, touch: this.touched })
    }
  }

  /**
   * The focus follows the mouse after the press is painted, unless the press has opened a chooser, which has the focus, or its effect
   * has moved the focus elsewhere.
   */
  mousedown = (event: MouseEvent): void => {
    if ((event.target as Element).closest('.chooser')) return
    event.preventDefault()
    const square = squareOf(event)
    this.#cancelFocus?.()
    this.#cancelFocus = afterPaint(() => {
      const { area, send, ui } = this.#board
      const { activeElement } = document
      const elsewhere = activeElement !== this.#focused && !area.contains(activeElement)
      if (!square || ui.choosing || (elsewhere && activeElement !== document.body)) return
      focusSquare(area, square, false)
      send({ type: 'focus', square, byKeys: false })
    })
  }

  move = (event: PointerEvent): void => {
    const { area, send, ui } = this.#board
    if (event.buttons === 0) this.#box = area.getBoundingClientRect()
    const square = this.#squareUnder(event)
    if (ui.drawing) {
      if (square !== ui.drawing.to) send({ type: 'draw-move', square })
      return
    }
    if (ui.aiming) {
      if (square && square !== ui.aiming) send({ type: 'aim', square })
      return
    }
    const moved = Math.hypot(event.clientX - this.#down.x, event.clientY - this.#down.y) > dragThreshold
    if (moved && event.buttons) clearTimeout(this.#longTouch)
    if (ui.held && (this.#dragged || moved)) this.#drag(event)
    if (square !== ui.hover && (event.pointerType !== 'touch' || ui.held)) send({ type: 'hover', square })
  }

  /** While the loupe is open, a finger does not scroll the page. The listener must not be passive. */
  touchmove = (event: TouchEvent): void => {
    if (this.#board.ui.aiming && event.cancelable) event.preventDefault()
  }

  up = (event: PointerEvent): void => {
    const { send, ui } = this.#board
    clearTimeout(this.#longTouch)
    if (ui.drawing) send({ type: 'draw-end' })
    else if (event.button === 0) send({ type: 'release', square: this.#squareUnder(event) })
    this.drop()
  }

  cancel = (): void => {
    clearTimeout(this.#longTouch)
    this.#board.send({ type: 'cancel' })
    this.drop()
  }

  leave = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch' && this.#board.ui.hover) this.#board.send({ type: 'hover', square: '' })
  }

  /** Ends a drag. The piece moves from under the pointer to its square. */
  drop(): void {
    if (!this.#dragged) return
    this.#dragged.classList.remove('dragged')
    this.#dragged.style.translate = ''
    this.#dragged = null
  }

  #drag(event: PointerEvent): void {
    const { area, pieces, layout, ui } = this.#board
    const piece = pieces.find(({ square }) => square === ui.selected)
    const spot = piece && layout.spots.get(piece.square)
    if (!piece || !spot) return
    if (!this.#dragged) {
      this.#dragged = area.querySelector<HTMLElement>(`[data-piece="${piece.id}"]`)
      this.#dragged?.classList.add('dragged')
    }
    const side = this.#box.width / layout.width
    const x = event.clientX - this.#box.left - (spot.x + 0.5) * side
    const y = event.clientY - this.#box.top - (spot.y + 0.5) * side
    if (this.#dragged) this.#dragged.style.translate = `${x}px ${y}px`
  }

  #squareUnder(event: PointerEvent): Square {
    const { left, top, width, height } = this.#box
    return squareAt(this.#board.layout, (event.clientX - left) / width, (event.clientY - top) / height)
  }
}

/** brushOf returns the colour of a drawing for the modifier keys, as on lichess. */
function brushOf(event: PointerEvent): Brush {
  const red = event.ctrlKey || (event.button === 2 && event.shiftKey)
  if (event.altKey) return red ? 'yellow' : 'blue'
  return red ? 'red' : 'green'
}
