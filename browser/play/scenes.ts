/**
 * Small moving pictures that explain a game: recorded positions, which internal/match/games/scenes_test.go plays by the rules.
 */
import { type DiagramPiece, geometryOf, placed } from '../board/diagram.ts'
import type { Geometry, Square } from '../board/geometry.ts'
import type { Placed, Step } from '../board/pieces.ts'
import type { EdgeNumeral, Mark, Shape } from '../board/props.ts'
import type { Game } from '../ui/route.svelte.ts'
import { signed } from '../words/words.svelte.ts'
import recorded from './scenes.json'

interface RecordedFrame {
  pieces: DiagramPiece[]
  last: string[]
  promoted?: boolean
  captured?: string[]
  closed?: string[]
  /** The lead of the first seat on the row of the scene. */
  lead?: number
}

/** A position of a scene as the board shows it. */
export interface Frame {
  pieces: readonly Placed[]
  steps: readonly Step[]
  marks: ReadonlyMap<Square, readonly Mark[]>
  edges: readonly EdgeNumeral[]
  closed: ReadonlySet<Square>
  /** Stones that are captured now. */
  ghosts: readonly Placed[]
  /** The moves that led here, as arrows: for a picture that does not move. */
  arrows: readonly Shape[]
}

export interface Scene {
  /** The last part of the key of its text. */
  name: string
  geometry: Geometry
  /** At least one; the last one stays. */
  frames: readonly Frame[]
}

/** The scenes that say in three sentences what a game is. */
export const essence: Record<Game, readonly string[]> = {
  wotn: ['levels', 'capture', 'kings'],
  lancelot: ['lead', 'two', 'target'],
}

/** scenesOf returns the scenes of a game in their order, all or those with these names. */
export function scenesOf(game: Game, names?: readonly string[]): Scene[] {
  return recorded
    .filter((scene) => scene.game === game && (names?.includes(scene.name) ?? true))
    .map(({ name, columns, rows, row, frames }) => ({
      name,
      geometry: geometryOf(game, { columns, rows }),
      frames: frames.map((frame, i) => ({ ...shown(frame, columns, row), arrows: arrowsTo(frames.slice(0, i + 1)) })),
    }))
}

/** arrowsTo returns the moves of the line that ends with a frame, if they promote pieces. */
function arrowsTo(frames: readonly RecordedFrame[]): Shape[] {
  const line = frames.slice(frames.findLastIndex(({ last }) => last.length === 0) + 1)
  return line.flatMap(({ last: [from = '', to = ''], promoted }) =>
    promoted ? [{ from, to, brush: 'green' as const }] : [],
  )
}

function shown(frame: RecordedFrame, columns: readonly string[], row: number | undefined): Omit<Frame, 'arrows'> {
  const { last, promoted = false, captured = [], closed = [], lead } = frame
  const [from = '', to = ''] = last
  const marks = new Map<Square, Mark[]>()
  const mark = (square: Square, mark: Mark) => marks.set(square, [...(marks.get(square) ?? []), mark])
  for (const square of last) mark(square, 'last')
  for (const square of captured) mark(square, 'captured')
  if (promoted) mark(to, 'promoted')
  const edges: EdgeNumeral[] = []
  if (row !== undefined && lead !== undefined) {
    for (const column of columns) mark(column + row, 'highlighted')
    edges.push({
      from: `${columns[0]}${row}`,
      to: `${columns.at(-1)}${row}`,
      text: signed(lead),
      emphasis: lead === 0 ? 'zero' : lead > 2 ? 'closed' : 'strong',
    })
  }
  const isCaptured = ({ square }: DiagramPiece) => captured.includes(square)
  return {
    pieces: placed(frame.pieces.filter((piece) => !isCaptured(piece))),
    ghosts: placed(frame.pieces.filter(isCaptured)),
    steps: last.length === 2 ? [{ from, to }] : [],
    marks,
    edges,
    closed: new Set(closed),
  }
}
