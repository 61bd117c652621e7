import type { Diagram } from '../server/api.ts'
import type { Geometry } from './geometry.ts'
import type { Placed } from './pieces.ts'

/** A piece of a diagram. */
export type DiagramPiece = Omit<Diagram['pieces'][number], 'color'> & { color?: string }

/** placed returns the pieces of a diagram as the board shows them. */
export function placed(all: readonly DiagramPiece[]): Placed[] {
  return all.map(({ square, kind, color, stone, excalibur }) => ({
    square,
    art: kind
      ? { piece: kind, color: color === 'b' ? ('b' as const) : ('w' as const) }
      : excalibur
        ? { excalibur: true as const }
        : { stone },
  }))
}

export function geometryOf(game: string, { columns, rows }: Pick<Diagram, 'columns' | 'rows'>): Geometry {
  return { columns, rows, checkered: game === 'wotn' }
}

/** Boards of Lancelot are in the middle of the largest one, whose squares name the columns and rows. */
const largest = 14

/** readDiagram returns the diagram of a position that the server has sent as text, of either game. */
export function readDiagram(
  game: string,
  text: string,
): Pick<Diagram, 'columns' | 'rows'> & { pieces: DiagramPiece[] } {
  const lines = (text.split(' ')[0] ?? '').split('/')
  const size = lines.length
  const first = game === 'lancelot' ? Math.floor((largest - size) / 2) : 0
  const column = (n: number) => String.fromCharCode(97 + first + n)
  const pieces = lines.flatMap((line, i) => {
    let n = 0
    return [...line.matchAll(/\d+|\D/g)].flatMap(([cell]): DiagramPiece[] => {
      const empty = Number(cell)
      if (empty > 0) {
        n += empty
        return []
      }
      const square = `${column(n++)}${first + size - i}`
      if (game !== 'lancelot') {
        const kind = cell.toUpperCase()
        return [{ square, kind, color: cell === kind ? 'w' : 'b', stone: -1 }]
      }
      if (cell === '*') return [{ square, stone: -1, excalibur: true }]
      return [{ square, stone: cell.charCodeAt(0) - 97 }]
    })
  })
  const all = Array.from({ length: size }, (_, i) => i)
  return { columns: all.map(column), rows: all.map((n) => first + n + 1), pieces }
}

/** squaresOf returns the squares of a move of the server in either game: from and to, or that of a stone. */
export function squaresOf(move: string): string[] {
  return move.match(/[a-n]\d+/g) ?? []
}
