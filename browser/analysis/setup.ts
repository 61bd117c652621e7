/**
 * Positions while they are edited: what the text of a position has, without checks. The rules name the problems
 * (`wotn.setup`, `lancelot.setup`).
 */
import type { Color } from '../rules/contract.ts'

/** A position of Way of the Knight or chess. */
export interface WotnSetup {
  /** Letters of FEN by square. */
  pieces: ReadonlyMap<string, string>
  turn: Color
  /** Letters of FEN: "KQkq". */
  castling: string
  enPassant: string
  /** The counters of FEN. */
  rest: string
}

const files = 'abcdefgh'

/** readFen reads a FEN. Missing parts are empty; White is to move. */
export function readFen(text: string): WotnSetup {
  const [board = '', turn = 'w', castling = '-', enPassant = '-', ...rest] = text.trim().split(/\s+/)
  const pieces = new Map<string, string>()
  board.split('/').forEach((row, i) => {
    let column = 0
    for (const sign of row) {
      if (/\d/.test(sign)) column += Number(sign)
      else {
        if (column < 8 && i < 8) pieces.set(`${files[column]}${8 - i}`, sign)
        column++
      }
    }
  })
  return {
    pieces,
    turn: turn === 'b' ? 'b' : 'w',
    castling: [...'KQkq'].filter((right) => castling.includes(right)).join(''),
    enPassant: enPassant === '-' ? '' : enPassant,
    rest: rest.join(' ') || '0 1',
  }
}

/** runs returns a row of a position, with the numbers of its free squares. */
function runs(cells: readonly string[]): string {
  let text = ''
  let free = 0
  for (const cell of cells) {
    if (cell === '') free++
    else {
      text += (free || '') + cell
      free = 0
    }
  }
  return text + (free || '')
}

/** writeFen returns the FEN of a setup. */
export function writeFen({ pieces, turn, castling, enPassant, rest }: WotnSetup): string {
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => runs([...files].map((file) => pieces.get(file + rank) ?? '')))
  return `${rows.join('/')} ${turn} ${castling || '-'} ${enPassant || '-'} ${rest}`
}

/** A position of Lancelot. */
export interface LancelotSetup {
  /** "a" to "e" for the stones of the seats, and "*" for Excalibur, by square. */
  cells: ReadonlyMap<string, string>
  seats: number
  /** The number of the seat to act. */
  toAct: number
  captured: readonly number[]
  inHand: readonly number[]
  /** The seats that have their Excalibur turn. */
  turns: readonly boolean[]
  diagonals: boolean
  excalibur: boolean
  target: number
}

/** The number of stones of a seat. */
export const stonesOfSeat = 30
const letters = 'abcde'

/** columnsOf and rowsOf return the names of the columns from the left and of the rows from below. */
export function columnsOf(seats: number): string[] {
  const size = 4 + 2 * seats
  const first = (14 - size) / 2
  return Array.from({ length: size }, (_, i) => String.fromCharCode(97 + first + i))
}

export function rowsOf(seats: number): number[] {
  const size = 4 + 2 * seats
  const first = (14 - size) / 2 + 1
  return Array.from({ length: size }, (_, i) => first + i)
}

/** readLancelot reads the text of a position. Missing parts are those of a start for two. */
export function readLancelot(text: string): LancelotSetup {
  const [board = '', seat = 'a', captured = '0,0', hand = '30,30', turns = '-', rules = 'basic', target = '7'] = text
    .trim()
    .split(/\s+/)
  const counts = captured.split(',').map((n) => Number(n) || 0)
  const seats = Math.min(5, Math.max(2, counts.length))
  const columns = columnsOf(seats)
  const rows = rowsOf(seats)
  const cells = new Map<string, string>()
  board.split('/').forEach((row, i) => {
    let column = 0
    for (const [, run, sign] of row.matchAll(/(\d+)|(.)/g)) {
      if (run) column += Number(run)
      else {
        const square = `${columns[column] ?? ''}${rows.at(-1 - i) ?? ''}`
        if (columns[column] && rows.at(-1 - i) && sign) cells.set(square, sign)
        column++
      }
    }
  })
  const inHand = hand.split(',').map((n) => Number(n) || 0)
  return {
    cells,
    seats,
    toAct: Math.max(0, letters.indexOf(seat)),
    captured: Array.from({ length: seats }, (_, i) => counts[i] ?? 0),
    inHand: Array.from({ length: seats }, (_, i) => inHand[i] ?? stonesOfSeat),
    turns: Array.from({ length: seats }, (_, i) => turns.includes(letters[i] ?? '?')),
    diagonals: rules.includes('diagonals'),
    excalibur: rules.includes('excalibur'),
    target: Number(target) || 0,
  }
}

/** writeLancelot returns the text of a setup. */
export function writeLancelot(setup: LancelotSetup): string {
  const { cells, seats, toAct, captured, inHand, turns, diagonals, excalibur, target } = setup
  const rows = rowsOf(seats)
    .reverse()
    .map((row) => runs(columnsOf(seats).map((column) => cells.get(column + row) ?? '')))
  const held = [...letters].filter((_, seat) => excalibur && turns[seat]).join('')
  const rules = [diagonals && 'diagonals', excalibur && 'excalibur'].filter(Boolean).join('+') || 'basic'
  return `${rows.join('/')} ${letters[toAct]} ${captured.join(',')} ${inHand.join(',')} ${held || '-'} ${rules} ${target}`
}

/**
 * withStone returns a setup with a stone, Excalibur or nothing ('') on a square. A stone comes from the hand of its seat, and
 * the one that was there goes back.
 */
export function withStone(setup: LancelotSetup, square: string, sign: string): LancelotSetup {
  const cells = new Map(setup.cells)
  const inHand = [...setup.inHand]
  const give = (cell: string | undefined, n: number) => {
    const seat = letters.indexOf(cell || '?')
    if (seat >= 0) inHand[seat] = Math.max(0, (inHand[seat] ?? 0) + n)
  }
  give(cells.get(square), 1)
  cells.delete(square)
  // There is one Excalibur.
  if (sign === '*') for (const [other, cell] of cells) if (cell === '*') cells.delete(other)
  if (sign) cells.set(square, sign)
  give(sign, -1)
  return { ...setup, cells, inHand }
}
