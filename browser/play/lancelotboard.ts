/** Translates states of Lancelot into what the board shows and accepts. */

import type { Geometry, Square } from '../board/geometry.ts'
import type { Placed, Step } from '../board/pieces.ts'
import type { EdgeNumeral, Input, Mark, Placement, Shape } from '../board/props.ts'
import type { LancelotLine, LancelotSquare, LancelotState } from '../rules/contract.ts'
import type { Player } from '../saved/game.ts'
import { lineText } from '../words/notation.ts'
import { counted, list, sentence, signed, t } from '../words/words.svelte.ts'
import { seatName } from './players.ts'

export function geometry(game: LancelotState): Geometry {
  return { columns: game.columns, rows: game.rows, checkered: false }
}

export function pieces(game: LancelotState): Placed[] {
  return game.cells.map(({ square, cell }) => ({
    square,
    art: 'seat' in cell ? { stone: cell.seat } : { excalibur: true },
  }))
}

function placementsOf(squares: readonly LancelotSquare[]): Map<Square, Placement> {
  return new Map(
    squares.map(({ square, legal, closedBy, captures }) => [
      square,
      { legal, closed: closedBy.length > 0, captures: captures.map((stone) => stone.square) },
    ]),
  )
}

/** input returns the squares for a stone, else for Excalibur. Excalibur can be lifted in an Excalibur turn. */
export function input(game: LancelotState): Input {
  if (game.phase === 'over') return { mode: 'view' }
  if (game.stoneSquares.length === 0) {
    return { mode: 'place', squares: placementsOf(game.excaliburSquares), art: { excalibur: true }, touchTwice: true }
  }
  const lift =
    game.excaliburSquares.length > 0 && game.excalibur
      ? { from: game.excalibur, squares: placementsOf(game.excaliburSquares) }
      : undefined
  return { mode: 'place', squares: placementsOf(game.stoneSquares), art: { stone: game.toAct }, lift, touchTwice: true }
}

/** premoveInput returns all free squares, for the premove of a seat. */
export function premoveInput(game: LancelotState, seat: number): Input {
  const taken = new Set(game.cells.map(({ square }) => square))
  const free = game.columns
    .flatMap((column) => game.rows.map((row) => column + row))
    .filter((square) => !taken.has(square))
  const squares = new Map(free.map((square) => [square, { legal: true, closed: false, captures: [] }]))
  return { mode: 'place', squares, art: { stone: seat }, touchTwice: false, premove: true }
}

/** arrows returns the shapes of a turn: a circle for the stone, an arrow for Excalibur. */
export function arrows(game: LancelotState, turn: string): Shape[] {
  return turn
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const to = part.replace('X', '')
      const from = part.startsWith('X') && game.excalibur ? game.excalibur : to
      return { from, to, brush: part.startsWith('X') ? 'blue' : 'green' }
    })
}

/** through returns the lines that contain a square. */
export function through(game: LancelotState, square: Square): LancelotLine[] {
  return square ? game.lines.filter((line) => line.squares.includes(square)) : []
}

/** leadOf returns the lead of a seat on a line. */
export function leadOf(line: LancelotLine, seat: number): number {
  return line.leads[seat] ?? 0
}

/** statusOf returns the effect of the next stone of a seat on a line. */
function statusOf(line: LancelotLine, seat: number): LancelotLine['status'][number] {
  return line.status[seat] ?? 'open'
}

/** closedTo returns the free squares that chivalry closes to a seat. */
export function closedTo(game: LancelotState, seat: number): Set<Square> {
  const taken = new Set(game.cells.map(({ square }) => square))
  const lines = game.phase === 'over' ? [] : game.lines.filter((line) => statusOf(line, seat) === 'closed')
  return new Set(lines.flatMap(({ squares }) => squares.filter((square) => !taken.has(square))))
}

/** emphasis returns how the lead of a seat on a line is printed. A lead of 0 is a dot. */
function emphasis(line: LancelotLine, seat: number): EdgeNumeral['emphasis'] {
  const status = statusOf(line, seat)
  if (status === 'open') return leadOf(line, seat) === 0 ? 'zero' : 'plain'
  return status === 'captures' ? 'strong' : 'closed'
}

/** leadText returns the lead of a seat on a line with what it means: "Row 6: lead +1, one more stone captures". */
export function leadText(line: LancelotLine, seat: number): string {
  const lead = leadOf(line, seat)
  const words = t('lancelot.lead', { line: sentence(lineText(line)), lead: signed(lead) })
  const status = statusOf(line, seat)
  if (status !== 'open') return `${words}, ${t(`lancelot.lead.${status}`)}`
  return lead < 0 ? `${words}, ${counted('lancelot.lead.behind', -lead)}` : words
}

/** edges returns the leads of a seat on rows, columns and the diagonals through the square `inspected`. */
export function edges(game: LancelotState, inspected: Square, seat = game.toAct): EdgeNumeral[] {
  return game.lines
    .filter(({ kind, squares }) => kind === 'row' || kind === 'column' || squares.includes(inspected))
    .map((line) => {
      const { squares } = line
      const text = signed(leadOf(line, seat))
      return { from: squares[0] ?? '', to: squares.at(-1) ?? '', text, emphasis: emphasis(line, seat) }
    })
}

/** marks returns the marks of the last turn, its captures and the lines through the square `inspected`. */
export function marks(game: LancelotState, inspected: Square): Map<Square, Mark[]> {
  const all = new Map<Square, Mark[]>()
  const add = (square: Square, mark: Mark) => all.set(square, [...(all.get(square) ?? []), mark])
  const last = game.played.at(-1)
  const pending = game.pending.split(',').filter(Boolean)
  if (pending.length > 0) {
    for (const part of pending) add(part.replace('X', ''), 'last')
    for (const { square } of game.pendingCaptures) add(square, 'captured')
  } else if (last) {
    if (last.stone) add(last.stone, 'last')
    if (last.excalibur) add(last.excalibur.to, 'last')
    for (const { square } of last.captures) add(square, 'captured')
  }
  for (const line of through(game, inspected)) {
    for (const square of line.squares) if (!all.get(square)?.includes('highlighted')) add(square, 'highlighted')
  }
  return all
}

/** gleams returns the lines on which the last turn captured, if there are at least two, from end to end. */
export function gleams(game: LancelotState): Step[] {
  const last = game.played.at(-1)
  if (!last || game.pending) return []
  const captured = (line: LancelotLine) => last.captures.some(({ square }) => line.squares.includes(square))
  const lines = [...new Set(last.lines)].flatMap((i) => game.lines[i] ?? []).filter(captured)
  if (lines.length < 2) return []
  return lines.map(({ squares }) => ({ from: squares[0] ?? '', to: squares.at(-1) ?? '' }))
}

/** consequence describes the effect of a stone or Excalibur on a square; '' if nothing can be put there. */
export function consequence(game: LancelotState, players: readonly Player[], square: Square): string {
  const put = (game.stoneSquares.length > 0 ? game.stoneSquares : game.excaliburSquares).find(
    (other) => other.square === square,
  )
  if (!put) return ''
  if (put.closedBy.length > 0) {
    const lines = put.closedBy.flatMap((i) => game.lines[i] ?? []).map(lineText)
    return t('lancelot.square.closed', { lines: list(lines) })
  }
  if (!put.legal) return t('lancelot.square.illegal')
  if (put.captures.length === 0) return t('lancelot.square.captures-nothing')
  return counted('lancelot.square.captures', put.captures.length, { stones: stones(players, put.captures) })
}

/** mayPut returns whether a stone or Excalibur can be put on a square. */
export function mayPut(game: LancelotState | undefined, square: Square): boolean {
  const all = game ? (game.stoneSquares.length > 0 ? game.stoneSquares : game.excaliburSquares) : []
  return all.some((other) => other.square === square && other.legal && other.closedBy.length === 0)
}

/** stones returns "Blue G3 and Green G4". */
export function stones(players: readonly Player[], captured: readonly { square: Square; seat: number }[]): string {
  return list(captured.map(({ square, seat }) => t('lancelot.stone', { who: seatName(players, seat), square: square })))
}

/**
 * effect describes what a seat can do on a free square: the consequence of its turn or, while another seat is to act, the lines
 * that are closed to it.
 */
function effect(game: LancelotState, players: readonly Player[], square: Square, seat: number): string {
  if (seat === game.toAct) return consequence(game, players, square)
  if (game.phase === 'over') return ''
  const closed = through(game, square).filter((line) => statusOf(line, seat) === 'closed')
  return closed.length > 0 ? t('lancelot.square.closed', { lines: list(closed.map(lineText)) }) : ''
}

/** label returns the text of a square for screen readers: its content, the effect of a stone of a seat, and its leads. */
export function label(game: LancelotState, players: readonly Player[], square: Square, seat = game.toAct): string {
  const cell = game.cells.find((other) => other.square === square)?.cell
  const name = square
  const what = !cell
    ? t('square.free', { square: name })
    : 'seat' in cell
      ? t('lancelot.square.stone', { square: name, who: seatName(players, cell.seat) })
      : t('lancelot.square.excalibur', { square: name })
  const would = cell ? '' : effect(game, players, square, seat)
  const leads = game.phase === 'over' ? [] : through(game, square).map((line) => leadText(line, seat))
  return [would ? `${what}, ${would}` : what, ...leads].join('. ')
}
