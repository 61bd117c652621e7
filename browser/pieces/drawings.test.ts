import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitted, frames, looks } from './kinds.ts'
import { excalibur, ordinaries, shield } from './stones.ts'

/** The drawings for the server's pictures of positions. `UPDATE_DRAWINGS=1 npx vitest run pieces` writes the file. */
const file = new URL('../../internal/preview/drawings.json', import.meta.url)
const tokens = readFileSync(new URL('../style/tokens.css', import.meta.url), 'utf8')

const names = [
  ...['ground', 'ink', 'ink-soft', 'square-light', 'square-dark', 'square-plain', 'square-line'],
  ...['white-fill', 'white-line', 'white-figure', 'black-fill', 'black-line', 'black-inner', 'black-figure'],
  ...['stone-line', 'excalibur-blade', 'excalibur-rock', 'excalibur-hilt'],
  ...[0, 1, 2, 3, 4].flatMap((seat) => [`seat-${seat}`, `seat-${seat}-charge`]),
]

/** color returns the value of a token in the light scheme. */
function color(name: string): string {
  const found = new RegExp(`--${name}: (?:light-dark\\()?(#[0-9a-f]{6})`).exec(tokens)?.[1]
  if (!found) throw new Error(`tokens.css does not define --${name}`)
  return found
}

test('the server has the drawings of the page', () => {
  const drawings = {
    frames: Object.fromEntries(
      Object.entries(frames).map(([name, { outline, inner, foot }]) => [name, { outline, inner, foot }]),
    ),
    pieces: Object.fromEntries(
      looks.map(({ letter, level, frame, figure }) => {
        const { across, down, scale } = fitted(figure, frames[frame])
        return [letter, { level, frame, figure: figure.path, scale, across, down }]
      }),
    ),
    shield,
    ordinaries,
    excalibur,
    colors: Object.fromEntries(names.map((name) => [name, color(name)])),
  }
  const text = `${JSON.stringify(drawings, null, 1)}\n`
  if (process.env.UPDATE_DRAWINGS) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8') === text, 'internal/preview/drawings.json is not up to date').toBe(true)
})
