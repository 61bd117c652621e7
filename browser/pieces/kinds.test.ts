import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fitted, frames, looks } from './kinds.ts'

/** Letter, level and alignment of each row in the table of kinds in the rules. */
const rows = [
  ...readFileSync(new URL('../../wotn/kind.go', import.meta.url), 'utf8').matchAll(
    /\{'([A-Z])', "[^"]+", "[^"]*", (\d+), (KnightAligned|Neutral|BishopAligned), (?:true|false)\}/g,
  ),
].map(([, letter, level, alignment]) => ({
  letter,
  level: Number(level),
  frame: alignment === 'Neutral' ? 'neutral' : alignment === 'KnightAligned' ? 'knight' : 'bishop',
}))

it('has all kinds of the rules with their levels and alignments', () => {
  expect(rows).toHaveLength(22)
  const byLetter = (a: { letter?: string | undefined }, b: { letter?: string | undefined }) =>
    (a.letter ?? '').localeCompare(b.letter ?? '')
  const shown = looks.map(({ letter, level, frame }) => ({ letter, level, frame }))
  expect(shown.sort(byLetter)).toEqual(rows.sort(byLetter))
})

it('has a different figure for each kind', () => {
  expect(new Set(looks.map(({ figure }) => figure.path)).size).toBe(looks.length)
})

it.each(looks)('keeps the figure of $letter inside its frame and above its numeral', ({ figure, frame }) => {
  const { across, down, scale } = fitted(figure, frames[frame])
  const [x, y, width, height] = figure.box
  const left = across + x * scale
  const top = down + y * scale
  const right = left + width * scale
  const bottom = top + height * scale
  expect(left).toBeGreaterThan(13)
  expect(right).toBeLessThan(87)
  expect(top).toBeGreaterThan(8)
  expect(bottom).toBeLessThan(frames[frame].foot - 15)
  expect(Math.max(right - left, bottom - top)).toBeGreaterThan(45)
})
