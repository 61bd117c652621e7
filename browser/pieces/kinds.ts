import type { Figure } from './figures.ts'
import * as figures from './figures.ts'

/** The frame shows the alignment: heater shield, roundel, pointed arch. */
export type Frame = 'knight' | 'neutral' | 'bishop'

/** The drawing of a kind of piece. Letters, levels and alignments are those of the rules. */
export interface Look {
  letter: string
  level: number
  frame: Frame
  figure: Figure
}

/** All kinds of Way of the Knight, by level; within a level knight, neutral, bishop. */
export const looks: readonly Look[] = [
  { letter: 'P', level: 1, frame: 'neutral', figure: figures.pawn },
  { letter: 'S', level: 2, frame: 'knight', figure: figures.horseshoe },
  { letter: 'D', level: 2, frame: 'bishop', figure: figures.cross },
  { letter: 'N', level: 3, frame: 'knight', figure: figures.knight },
  { letter: 'B', level: 3, frame: 'bishop', figure: figures.bishop },
  { letter: 'M', level: 4, frame: 'knight', figure: figures.helm },
  { letter: 'G', level: 4, frame: 'neutral', figure: figures.halberd },
  { letter: 'A', level: 4, frame: 'bishop', figure: figures.mitre },
  { letter: 'Y', level: 5, frame: 'knight', figure: figures.banner },
  { letter: 'R', level: 5, frame: 'neutral', figure: figures.rook },
  { letter: 'I', level: 5, frame: 'bishop', figure: figures.cog },
  { letter: 'H', level: 6, frame: 'knight', figure: figures.nightrider },
  { letter: 'T', level: 6, frame: 'neutral', figure: figures.watchtower },
  { letter: 'F', level: 6, frame: 'bishop', figure: figures.jester },
  { letter: 'X', level: 7, frame: 'knight', figure: figures.cannon },
  { letter: 'C', level: 7, frame: 'neutral', figure: figures.galero },
  { letter: 'Z', level: 7, frame: 'bishop', figure: figures.giraffe },
  { letter: 'E', level: 8, frame: 'knight', figure: figures.key },
  { letter: 'Q', level: 8, frame: 'bishop', figure: figures.queen },
  { letter: 'L', level: 9, frame: 'neutral', figure: figures.lion },
  { letter: 'V', level: 10, frame: 'neutral', figure: figures.eagle },
  { letter: 'K', level: 11, frame: 'neutral', figure: figures.king },
]

const byLetter = new Map(looks.map((look) => [look.letter, look]))

/** look returns the drawing of the kind with a letter. It throws an error for other letters. */
export function look(letter: string): Look {
  const found = byLetter.get(letter)
  if (!found) throw new Error(`no kind has the letter ${letter}`)
  return found
}

/** A frame on 100 × 100: its outline, a second line inside it, the space for the figure and the position of the numeral. */
export interface FrameShape {
  outline: string
  inner: string
  /** Boxes inside the frame and above the numeral: left, top, width, height. The figure uses the one in which it is largest. */
  boxes: readonly (readonly [number, number, number, number])[]
  /** Baseline of the numeral. */
  foot: number
}

export const frames: Readonly<Record<Frame, FrameShape>> = {
  knight: {
    outline: 'M8 5H92V46C92 72 74 88 50 97C26 88 8 72 8 46Z',
    inner: 'M14.5 11.5H85.5V46C85.5 68 70 82 50 90C30 82 14.5 68 14.5 46Z',
    boxes: [
      [16, 15, 68, 47],
      [21, 14, 58, 53],
      [28, 13, 44, 58],
    ],
    foot: 88,
  },
  neutral: {
    outline: 'M50 4A46 46 0 1 1 50 96A46 46 0 1 1 50 4Z',
    inner: 'M50 10.5A39.5 39.5 0 1 1 50 89.5A39.5 39.5 0 1 1 50 10.5Z',
    boxes: [
      [15, 29, 70, 38],
      [20, 21, 60, 47],
      [25, 17, 50, 52],
      [30, 13, 40, 57],
    ],
    foot: 88,
  },
  bishop: {
    outline: 'M50 2C72 12 91 32 91 58V96H9V58C9 32 28 12 50 2Z',
    inner: 'M50 9.5C70 19 84.5 36 84.5 58V89.5H15.5V58C15.5 36 30 19 50 9.5Z',
    boxes: [
      [17, 30, 66, 39],
      [21, 22, 58, 49],
      [25, 17, 50, 54],
      [30, 12, 40, 60],
    ],
    foot: 90,
  },
}

/** The spaces for a figure: left, top, width, height. The figure uses the one in which it is largest, centred. */
export interface Space {
  boxes: FrameShape['boxes']
  /** The figure stands on the lower edge of its box. */
  stands?: boolean
}

/** The space for a silhouette that stands free on a pedestal. */
export const standing: Space = {
  boxes: [
    [7, 17, 86, 59],
    [14, 8, 72, 68],
    [22, 4, 56, 72],
  ],
  stands: true,
}

/** The space for a silhouette in a line of text. */
export const textFigure: Space = { boxes: [[6, 6, 88, 88]] }

/** A pedestal shows the alignment: oval, shield, arch. `foot` is the baseline of the level in it. */
export const pedestals: Readonly<Record<Frame, { outline: string; foot: number }>> = {
  neutral: { outline: 'M50 74C68 74 80 79 80 86.5S68 98 50 98S20 94 20 86.5S32 74 50 74Z', foot: 93.5 },
  knight: { outline: 'M20 76H80V82C80 91 66 96 50 99C34 96 20 91 20 82Z', foot: 92.5 },
  bishop: { outline: 'M20 98V88C22 80 36 76 50 71C64 76 78 80 80 88V98Z', foot: 95 },
}

/** A fitted figure: scale and offset, and both as a transform. */
export interface Fit {
  scale: number
  across: number
  down: number
  transform: string
}

const round = (n: number): number => Math.round(n * 1000) / 1000

/** fitted scales a figure to the largest size in a space. */
export function fitted(figure: Figure, { boxes, stands = false }: Space): Fit {
  const [x, y, width, height] = figure.box
  let best = { scale: 0, across: 0, down: 0 }
  for (const [left, top, wide, high] of boxes) {
    const scale = Math.min(wide / width, high / height)
    if (scale <= best.scale) continue
    best = {
      scale,
      across: left + (wide - width * scale) / 2 - x * scale,
      down: top + (high - height * scale) / (stands ? 1 : 2) - y * scale,
    }
  }
  const [scale, across, down] = [round(best.scale), round(best.across), round(best.down)]
  return { scale, across, down, transform: `translate(${across} ${down}) scale(${scale})` }
}

/** The diagram of a movement, drawn by `Movement.svelte`. */
export interface Pattern {
  from: string
  leaps: readonly string[]
  lines: readonly (readonly string[])[]
  captures?: readonly string[]
}

/** pattern returns the movement of a kind from d4. The leaps and lines of the rules do not describe the pawn. */
export function pattern(kind: { letter: string } & Omit<Pattern, 'from'>): Pattern {
  if (kind.letter === 'P') return { from: 'd4', leaps: ['d5'], lines: [], captures: ['c5', 'e5'] }
  return { from: 'd4', leaps: kind.leaps, lines: kind.lines }
}
