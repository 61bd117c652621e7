import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitted, frames, looks, pedestals, standing, textFigure } from './kinds.ts'
import { excalibur, ordinaries, shield } from './stones.ts'

/** The drawings for the pictures and diagrams of Go. `UPDATE_DRAWINGS=1 npx vitest run pieces` writes the file. */
const file = new URL('../../internal/pictures/drawings.json', import.meta.url)
const tokens = readFileSync(new URL('../style/tokens.css', import.meta.url), 'utf8')

const names = [
  ...['ground', 'surface', 'ink', 'ink-soft', 'line', 'line-strong'],
  ...['mark', 'mark-halo', 'captures', 'check', 'closed', 'highlight'],
  ...['brush-green', 'brush-red', 'brush-blue', 'brush-yellow'],
  ...['lead', 'lead-ink', 'lead-closed', 'lead-closed-ink'],
  ...['white-fill', 'white-line', 'white-figure', 'black-fill', 'black-line', 'black-inner', 'black-figure'],
  ...['white-shade', 'black-light', 'pedestal-line'],
  ...['neutral', 'knight', 'bishop'].flatMap((alignment) => [`align-${alignment}`, `align-${alignment}-ink`]),
  ...['stone-line', 'excalibur-blade', 'excalibur-rock', 'excalibur-hilt'],
  ...[0, 1, 2, 3, 4].flatMap((seat) => [`seat-${seat}`, `seat-${seat}-charge`]),
]

const boards = ['wood', 'slate', 'parchment', 'contrast']
const boardNames = ['square-light', 'square-dark', 'square-plain', 'square-line', 'frame-line']

/** color returns the values of a token in the light and the dark scheme. */
function color(name: string, text = tokens): [string, string] {
  const found = new RegExp(`--${name}: (?:(#[0-9a-f]{6});|light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\))`).exec(text)
  if (!found) throw new Error(`tokens.css does not define --${name}`)
  const [, both, light, dark] = found
  return [both ?? light ?? '', both ?? dark ?? '']
}

/** theme returns the part of tokens.css with the colours of a board. */
function theme(board: string): string {
  return tokens.slice(tokens.indexOf(`[data-board="${board}"] {`))
}

const colors = (list: readonly string[], text?: string) =>
  Object.fromEntries(list.map((name) => [name, color(name, text)]))

function placing({ across, down, scale }: { across: number; down: number; scale: number }) {
  return { across, down, scale }
}

test('the Go programs have the drawings of the page', () => {
  const drawings = {
    frames: Object.fromEntries(
      Object.entries(frames).map(([name, { outline, inner, foot }]) => [name, { outline, inner, foot }]),
    ),
    pedestals,
    pieces: Object.fromEntries(
      looks.map(({ letter, level, frame, figure }) => [
        letter,
        {
          level,
          frame,
          figure: figure.path,
          framed: placing(fitted(figure, frames[frame])),
          standing: placing(fitted(figure, standing)),
          glyph: placing(fitted(figure, textFigure)),
        },
      ]),
    ),
    shield,
    ordinaries,
    excalibur,
    colors: colors(names),
    boards: Object.fromEntries(boards.map((board) => [board, colors(boardNames, theme(board))])),
  }
  const text = `${JSON.stringify(drawings, null, 1)}\n`
  if (process.env.UPDATE_DRAWINGS) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8') === text, 'internal/pictures/drawings.json is not up to date').toBe(true)
})
