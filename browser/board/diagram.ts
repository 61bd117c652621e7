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
