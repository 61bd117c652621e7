import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const declared = new Map([...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', (m[2] ?? '').trim()]))

type Scheme = 'light' | 'dark'
type Rgb = [number, number, number]

/** colour returns the colour of an opaque token in a scheme. */
function colour(token: string, scheme: Scheme): Rgb {
  const value = declared.get(token)
  if (!value) throw new Error(`no token ${token}`)
  const pair = /^light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)$/.exec(value)
  const hex = pair ? pair[scheme === 'light' ? 1 : 2] : value
  if (!hex || !/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`${token} is not a colour: ${value}`)
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as Rgb
}

function mix(over: Rgb, under: Rgb, share: number): Rgb {
  return over.map((c, i) => c * share + (under[i] ?? 0) * (1 - share)) as Rgb
}

/** luminance returns the relative luminance as defined by WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((c) => {
    const s = c / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function ratio(a: Rgb, b: Rgb): number {
  const [dim, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

const percent = (token: string): number => Number.parseFloat(declared.get(token) ?? '') / 100
const squares = ['--square-light', '--square-dark', '--square-plain']

/** grounds returns all backgrounds of pieces and marks: squares, also with the tint of a mark. */
function grounds(scheme: Scheme): [string, Rgb][] {
  return squares.flatMap((square): [string, Rgb][] => {
    const base = colour(square, scheme)
    return [
      [square, base],
      [`${square} last`, mix(colour('--last', scheme), base, percent('--last-strength'))],
      [`${square} premove`, mix(colour('--premove', scheme), base, percent('--premove-strength'))],
      [`${square} highlight`, mix(colour('--highlight', scheme), base, percent('--highlight-strength'))],
    ]
  })
}

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  it.each([
    ...['--ink', '--ink-soft', '--accent', '--good', '--bad', '--warn'].flatMap((text) =>
      ['--ground', '--surface', '--surface-sunk'].map((ground) => [text, ground]),
    ),
    ['--accent-ink', '--accent'],
    ['--ink', '--accent-soft'],
    ['--ink-soft', '--accent-soft'],
    ['--ink', '--bad-soft'],
    ['--bad', '--bad-soft'],
    ['--captures', '--mark-halo'],
    ['--white-figure', '--white-fill'],
    ['--black-figure', '--black-fill'],
  ] as [string, string][])('text %s on %s has a contrast of 4.5:1', (text, ground) => {
    expect(ratio(colour(text, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['--line-strong', '--focus'])('%s has a contrast of 3:1 on every page background', (line) => {
    for (const ground of ['--ground', '--surface', '--surface-sunk']) {
      expect(ratio(colour(line, scheme), colour(ground, scheme)), ground).toBeGreaterThanOrEqual(3)
    }
  })

  it.each([
    '--white-line',
    '--black-fill',
    '--black-line',
    '--stone-line',
    '--mark',
    '--captures',
    '--check',
    '--last-line',
    '--focus-square',
    '--brush-green',
    '--brush-red',
    '--brush-blue',
    '--brush-yellow',
  ])('%s has a contrast of 3:1 on every square', (token) => {
    for (const [ground, rgb] of grounds(scheme)) {
      expect(ratio(colour(token, scheme), rgb), ground).toBeGreaterThanOrEqual(3)
    }
  })

  it('the hatching of closed squares has a contrast of 3:1', () => {
    for (const [ground, rgb] of grounds(scheme)) {
      if (!ground.startsWith('--square-plain')) continue
      const line = mix(colour('--closed', scheme), rgb, percent('--closed-strength'))
      expect(ratio(line, rgb), ground).toBeGreaterThanOrEqual(3)
    }
  })

  it('White and Black have a contrast of 7:1', () => {
    expect(ratio(colour('--white-fill', scheme), colour('--black-fill', scheme))).toBeGreaterThanOrEqual(7)
  })

  it.each([0, 1, 2, 3, 4])('the ordinary of seat %i has a contrast of 3:1 on its stone', (seat) => {
    expect(ratio(colour(`--seat-${seat}`, scheme), colour(`--seat-${seat}-charge`, scheme))).toBeGreaterThanOrEqual(3)
  })

  it('marks and focus have a contrast of 3:1 with their halo', () => {
    for (const mark of ['--mark', '--captures', '--focus-square']) {
      expect(ratio(colour(mark, scheme), colour('--mark-halo', scheme)), mark).toBeGreaterThanOrEqual(3)
    }
  })
})
