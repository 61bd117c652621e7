import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** tokens returns the custom properties of the blocks whose selector has a text. */
function tokens(selector: string): Map<string, string> {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selectors]) => selectors?.includes(selector))
  const all = blocks.map(([, , body]) => body).join('')
  return new Map([...all.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', (m[2] ?? '').trim()]))
}

type Scheme = 'light' | 'dark'
type Theme = string
type Rgb = [number, number, number]

const page = tokens(':root')
const names = [...new Set([...css.matchAll(/\[data-board="(\w+)"\]/g)].map(([, name]) => name ?? ''))]
const themes = new Map(names.map((name) => [name, tokens(`[data-board="${name}"]`)]))

/** colour returns the colour of an opaque token in a scheme, with a theme of the board. */
function colour(token: string, scheme: Scheme, theme: Theme = 'wood'): Rgb {
  const value = themes.get(theme)?.get(token) ?? page.get(token)
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

const percent = (token: string): number => Number.parseFloat(page.get(token) ?? '') / 100
const squares = ['--square-light', '--square-dark', '--square-plain']

/** grounds returns all backgrounds of pieces and marks: squares, also with the tint of a mark. */
function grounds(scheme: Scheme, theme: Theme): [string, Rgb][] {
  return squares.flatMap((square): [string, Rgb][] => {
    const base = colour(square, scheme, theme)
    return [
      [square, base],
      [`${square} last`, mix(colour('--last', scheme), base, percent('--last-strength'))],
      [`${square} premove`, mix(colour('--premove', scheme), base, percent('--premove-strength'))],
      [`${square} highlight`, mix(colour('--highlight', scheme), base, percent('--highlight-strength'))],
    ]
  })
}

it('has the same tokens for each theme of the board', () => {
  expect(names).toEqual(['wood', 'slate', 'parchment', 'contrast'])
  for (const [theme, own] of themes) expect([...own.keys()], theme).toEqual([...(themes.get('wood')?.keys() ?? [])])
})

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
    ['--lead-ink', '--lead'],
    ['--lead-closed-ink', '--lead-closed'],
    ['--captures', '--mark-halo'],
    ['--mark', '--mark-halo'],
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

  describe.each(names)('on the board of %s', (theme) => {
    /** The theme of high contrast asks for more. */
    const least = theme === 'contrast' ? 4.5 : 3

    it.each([
      '--white-line',
      '--black-fill',
      '--black-line',
      '--stone-line',
      '--mark',
      '--captures',
      '--check',
      '--last-line',
      '--premove-line',
      '--focus-square',
      '--brush-line',
    ])('%s has enough contrast on every square', (token) => {
      for (const [ground, rgb] of grounds(scheme, theme)) {
        expect(ratio(colour(token, scheme), rgb), ground).toBeGreaterThanOrEqual(least)
      }
    })

    it('the hatching of closed squares has a contrast of 3:1', () => {
      for (const [ground, rgb] of grounds(scheme, theme)) {
        if (!ground.startsWith('--square-plain')) continue
        const line = mix(colour('--closed', scheme), rgb, percent('--closed-strength'))
        expect(ratio(line, rgb), ground).toBeGreaterThanOrEqual(3)
      }
    })

    it.each([
      ['--frame-ink', '--frame'],
      ['--on-light', '--square-light'],
      ['--on-light', '--square-plain'],
      ['--on-dark', '--square-dark'],
    ])('coordinates: %s on %s has a contrast of 4.5:1', (ink, ground) => {
      expect(ratio(colour(ink, scheme, theme), colour(ground, scheme, theme))).toBeGreaterThanOrEqual(4.5)
    })
  })

  it.each(['neutral', 'knight', 'bishop'])('the level on a pedestal of %s has a contrast of 4.5:1', (alignment) => {
    const [ink, ground] = [colour(`--align-${alignment}-ink`, scheme), colour(`--align-${alignment}`, scheme)]
    expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('the lines of free pieces have a contrast of 7:1 with their fill', () => {
    for (const [line, fill] of [
      ['--white-line', '--white-fill'],
      ['--white-line', '--white-shade'],
      ['--black-inner', '--black-fill'],
      ['--black-inner', '--black-light'],
    ] as const) {
      expect(ratio(colour(line, scheme), colour(fill, scheme)), `${line} ${fill}`).toBeGreaterThanOrEqual(7)
    }
  })

  it('White and Black have a contrast of 7:1', () => {
    expect(ratio(colour('--white-fill', scheme), colour('--black-fill', scheme))).toBeGreaterThanOrEqual(7)
  })

  it.each([0, 1, 2, 3, 4])('the ordinary of seat %i has a contrast of 3:1 on its stone', (seat) => {
    expect(ratio(colour(`--seat-${seat}`, scheme), colour(`--seat-${seat}-charge`, scheme))).toBeGreaterThanOrEqual(3)
  })

  it('the ring of captures has a contrast of 3:1 with White, its halo with Black', () => {
    for (const fill of ['--white-fill', '--white-shade']) {
      expect(ratio(colour('--captures', scheme), colour(fill, scheme)), fill).toBeGreaterThanOrEqual(3)
    }
    for (const fill of ['--black-fill', '--black-light']) {
      expect(ratio(colour('--mark-halo', scheme), colour(fill, scheme)), fill).toBeGreaterThanOrEqual(3)
    }
  })

  it('marks and focus have a contrast of 3:1 with their halo', () => {
    for (const mark of ['--mark', '--captures', '--focus-square']) {
      expect(ratio(colour(mark, scheme), colour('--mark-halo', scheme)), mark).toBeGreaterThanOrEqual(3)
    }
  })
})
