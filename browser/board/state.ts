/**
 * The state of the board and its reducer, which turns user events into the next state and commands to the page. All
 * functions are pure. `Board.svelte` draws the state; `pointer.ts` and `keyboard.ts` send the events.
 */

import type { Square } from './geometry.ts'
import type { Step } from './pieces.ts'
import type { Brush, Choice, Destination, Input, Placement, Shape } from './props.ts'

/** An open chooser. If `from` and `to` are the same, nothing moves. */
export interface Choosing {
  from: Square
  to: Square
  choices: readonly Choice[]
}

/** The state of the board besides the position. */
export interface Ui {
  /** The square in the tab order. */
  focus: Square
  /** The keyboard has moved the focus there: it is visible, and the square is inspected. */
  focused: boolean
  /** The square under the mouse. */
  hover: Square
  /** The square of the selected piece. */
  selected: Square
  /** The pointer is down on the selected piece. */
  held: boolean
  /** The piece was selected before the pointer went down, so releasing the pointer there deselects it. */
  wasSelected: boolean
  /** The square to place or to choose on, where the pointer went down. */
  pressed: Square
  /** The square without a movable piece where the pointer went down. */
  tried: Square
  /** The square whose effect a first touch has shown. */
  previewed: Square
  /** The square under a finger that slides over the board; the loupe shows it. */
  aiming: Square
  /** A move sent to the page that its pieces do not show yet. */
  pending: Step | null
  choosing: Choosing | null
  drawn: readonly Shape[]
  drawing: Shape | null
}

export const idle: Ui = {
  focus: '',
  focused: false,
  hover: '',
  selected: '',
  held: false,
  wasSelected: false,
  pressed: '',
  tried: '',
  previewed: '',
  aiming: '',
  pending: null,
  choosing: null,
  drawn: [],
  drawing: null,
}

export type BoardEvent =
  | { type: 'hover'; square: Square }
  /** `byKeys`: the focus is visible. */
  | { type: 'focus'; square: Square; byKeys: boolean }
  | { type: 'blur' }
  /** Pointer down and up; '' outside the board. */
  | { type: 'press'; square: Square; touch: boolean }
  | { type: 'release'; square: Square }
  /** A finger rests on the board or slides over it: shows the effect of a square. */
  | { type: 'aim'; square: Square }
  /** Enter, Space, or a screen reader's click. */
  | { type: 'activate'; square: Square }
  /** Escape, or a pointercancel event. */
  | { type: 'cancel' }
  | { type: 'choose'; key: string }
  | { type: 'draw'; square: Square; brush: Brush }
  | { type: 'draw-move'; square: Square }
  | { type: 'draw-end' }
  /** The page has changed the position or the input. */
  | { type: 'update' }

/** A command to the page. */
export type Command =
  | { type: 'move'; from: Square; to: Square; choice: string }
  | { type: 'place'; square: Square }
  | { type: 'choose'; square: Square; choice: string }
  /** `from` is the piece that was selected or dragged, '' to place something. Both are the same for a press on a piece that cannot move. */
  | { type: 'illegal'; from: Square; square: Square }

export type Stepped = readonly [Ui, Command?]

/** selectable returns whether the piece on a square can be selected. */
export function selectable(input: Input, square: Square): boolean {
  if (input.mode === 'move') return (input.destinations.get(square)?.length ?? 0) > 0
  return input.mode === 'place' && input.lift?.from === square
}

/** destination returns the destination of the selected piece on a square, or undefined if it cannot move there. */
export function destination(input: Input, selected: Square, square: Square): Destination | undefined {
  if (input.mode === 'move') return input.destinations.get(selected)?.find((d) => d.square === square)
  if (input.mode === 'place' && input.lift && input.lift.from === selected) {
    const placement = input.lift.squares.get(square)
    if (placement?.legal) return { square, captures: placement.captures.length > 0 }
  }
  return undefined
}

/** placements returns the effects of moving the selected piece to each square, else of placing something there. */
export function placements(input: Input, selected: Square): ReadonlyMap<Square, Placement> {
  if (input.mode !== 'place') return new Map()
  return input.lift && input.lift.from === selected ? input.lift.squares : input.squares
}

/** step is the reducer: it returns the next state, and a command to the page if there is one. */
export function step(ui: Ui, event: BoardEvent, input: Input): Stepped {
  switch (event.type) {
    case 'hover':
      return [{ ...ui, hover: event.square }]
    case 'focus':
      return [{ ...ui, focus: event.square, focused: event.byKeys }]
    case 'blur':
      return [{ ...ui, focused: false }]
    case 'press':
      return press(
        { ...ui, drawn: [], drawing: null, hover: event.touch ? event.square : ui.hover },
        event.square,
        event.touch,
        input,
      )
    case 'release':
      return release({ ...ui, aiming: '' }, event.square, input)
    case 'aim': {
      const { square } = event
      const pressed = ui.pressed === square ? square : ''
      return [{ ...ui, aiming: square, hover: square, previewed: square, pressed }]
    }
    case 'activate':
      return activate({ ...ui, drawn: [] }, event.square, input)
    case 'cancel':
      return [
        {
          ...ui,
          selected: '',
          held: false,
          wasSelected: false,
          pressed: '',
          tried: '',
          previewed: '',
          aiming: '',
          choosing: null,
          drawing: null,
        },
      ]
    case 'choose':
      return choose(ui, event.key, input)
    case 'draw':
      return [
        {
          ...ui,
          selected: '',
          held: false,
          drawing: { from: event.square, to: event.square, brush: event.brush },
        },
      ]
    case 'draw-move':
      return ui.drawing && event.square ? [{ ...ui, drawing: { ...ui.drawing, to: event.square } }] : [ui]
    case 'draw-end':
      return [{ ...ui, drawing: null, drawn: ui.drawing ? toggled(ui.drawn, ui.drawing) : ui.drawn }]
    case 'update': {
      // A piece that can still move stays selected: the opponent's move must not deselect it.
      const open = ui.choosing && stillOffered(ui.choosing, input) ? ui.choosing : null
      const keep = input.mode === 'move' && !ui.pending && (open || !ui.choosing) && selectable(input, ui.selected)
      const selection = keep ? {} : deselected
      return [
        {
          ...ui,
          ...selection,
          pending: null,
          pressed: '',
          previewed: '',
          aiming: '',
          choosing: open,
          drawn: [],
          drawing: null,
        },
      ]
    }
  }
}

/** stillOffered reports whether the choice of a promotion is still one: a premove stays open while the other side moves. */
function stillOffered({ from, to, choices }: Choosing, input: Input): boolean {
  if (input.mode !== 'move') return false
  const now = (input.destinations.get(from) ?? []).find(({ square }) => square === to)?.promotions ?? []
  return choices.every(({ key }) => now.some((choice) => choice.key === key))
}

const deselected = { selected: '', held: false, wasSelected: false } as const

function press(ui: Ui, square: Square, touch: boolean, input: Input): Stepped {
  if (ui.choosing) return [{ ...ui, ...deselected, choosing: null }]
  if (ui.selected && ui.selected !== square && destination(input, ui.selected, square)) return drop(ui, square, input)
  if (selectable(input, square))
    return [{ ...ui, selected: square, held: true, wasSelected: ui.selected === square, previewed: '' }]
  if (input.mode === 'place' && !ui.selected) {
    const twice = touch && (input.touchTwice ?? true)
    const wait = twice && ui.previewed !== square
    return [{ ...ui, pressed: wait ? '' : square, previewed: twice ? square : '' }]
  }
  if (input.mode === 'choose') return [{ ...ui, pressed: square }]
  if (ui.selected)
    return [
      { ...ui, ...deselected },
      { type: 'illegal', from: ui.selected, square },
    ]
  return [input.mode === 'move' ? { ...ui, tried: square } : ui]
}

function release(ui: Ui, square: Square, input: Input): Stepped {
  if (ui.held) {
    const down = { ...ui, held: false }
    if (square === ui.selected) return [ui.wasSelected ? { ...down, ...deselected } : down]
    if (destination(input, ui.selected, square)) return drop(down, square, input)
    return square
      ? [
          { ...down, ...deselected },
          { type: 'illegal', from: ui.selected, square },
        ]
      : [{ ...down, ...deselected }]
  }
  if (ui.tried) {
    const put = { ...ui, tried: '' }
    return square ? [put, { type: 'illegal', from: ui.tried, square }] : [put]
  }
  if (!ui.pressed) return [ui]
  const up = { ...ui, pressed: '' }
  return square === ui.pressed ? use(up, square, input) : [up]
}

function activate(ui: Ui, square: Square, input: Input): Stepped {
  if (ui.selected === square) return [{ ...ui, ...deselected }]
  if (ui.selected && destination(input, ui.selected, square)) return drop(ui, square, input)
  if (selectable(input, square)) return [{ ...ui, selected: square, held: false, wasSelected: false }]
  if (ui.selected) return [ui, { type: 'illegal', from: ui.selected, square }]
  return use(ui, square, input)
}

/** use places on a square, or opens its chooser. */
function use(ui: Ui, square: Square, input: Input): Stepped {
  if (input.mode === 'place') {
    return input.squares.get(square)?.legal
      ? [
          { ...ui, previewed: '' },
          { type: 'place', square },
        ]
      : [ui, { type: 'illegal', from: '', square }]
  }
  if (input.mode === 'choose') {
    const choices = input.offers.get(square)
    return choices?.length
      ? [{ ...ui, choosing: { from: square, to: square, choices } }]
      : [ui, { type: 'illegal', from: '', square }]
  }
  return [ui, { type: 'illegal', from: square, square }]
}

/** drop moves the selected piece to a destination, or opens the chooser of its promotions. */
function drop(ui: Ui, to: Square, input: Input): Stepped {
  const from = ui.selected
  const promotions = destination(input, from, to)?.promotions ?? []
  if (promotions.length > 1) return [{ ...ui, held: false, choosing: { from, to, choices: promotions } }]
  return [
    { ...ui, ...deselected, pending: pendingStep(input, from, to) },
    { type: 'move', from, to, choice: promotions[0]?.key ?? '' },
  ]
}

/** pendingStep returns the move to show until the page has made it, or null for a premove. */
function pendingStep(input: Input, from: Square, to: Square): Step | null {
  return input.mode === 'move' && input.premove ? null : { from, to }
}

function choose(ui: Ui, key: string, input: Input): Stepped {
  const chosen = ui.choosing?.choices.find((choice) => choice.key.toLowerCase() === key.toLowerCase())
  if (!ui.choosing || !chosen) return [ui]
  const { from, to } = ui.choosing
  const shut = { ...ui, ...deselected, choosing: null }
  if (from === to) return [shut, { type: 'choose', square: to, choice: chosen.key }]
  return [
    { ...shut, pending: pendingStep(input, from, to) },
    { type: 'move', from, to, choice: chosen.key },
  ]
}

/** toggled adds a shape. A second shape between the same squares replaces the first, or removes it if the colours are equal. */
function toggled(drawn: readonly Shape[], shape: Shape): Shape[] {
  const others = drawn.filter((s) => s.from !== shape.from || s.to !== shape.to)
  const was = drawn.find((s) => s.from === shape.from && s.to === shape.to)
  return was?.brush === shape.brush ? others : [...others, shape]
}
