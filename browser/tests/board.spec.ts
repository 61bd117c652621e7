import { en } from '../words/en.ts'
import { Board } from './board.ts'
import { audit, auditIf, type CDPSession, expect, type Locator, type Page, test } from './test.ts'

test.use({ locale: 'en-GB' })

const themes = ['wood', 'slate', 'parchment', 'contrast']

interface Box {
  x: number
  y: number
  width: number
  height: number
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('the element is not visible')
  return box
}

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

async function centre(board: Board, square: string): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(board.square(square))
  return { x: x + width / 2, y: y + height / 2 }
}

/** start starts a game between people, of Way of the Knight from a position. */
async function start(page: Page, game: 'wotn' | 'lancelot', position = ''): Promise<Board> {
  await page.goto(position ? '/wotn/paste' : `/${game}/new`)
  const dialog = page.locator('dialog')
  if (position) {
    await dialog.locator('textarea').fill(position)
    await dialog.getByRole('button', { name: en['paste.open'] }).click()
  } else {
    for (const player of await dialog.getByRole('combobox', { name: en['player.type'] }).all())
      await player.selectOption('person')
    await dialog.getByRole('button', { name: en['new.start'] }).click()
  }
  await expect(dialog).toHaveCount(0)
  return new Board(page)
}

const edges = '4k3/8/8/1p4p1/P6P/8/8/4K3 w - - 0 1'
const promotions = [
  ['a4', 'b5'],
  ['h4', 'g5'],
] as const

for (const [name, viewport] of [
  ['on a phone', { width: 390, height: 844 }],
  ['on a large screen', { width: 1280, height: 860 }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport })
    const large = auditIf(viewport.width > 390)

    test(
      'the chooser is on the screen and covers neither square of the move, also at the edges',
      large,
      async ({ page }) => {
        const board = await start(page, 'wotn', edges)
        for (const [from, to] of promotions) {
          await board.click(from, to)
          const chooser = page.getByRole('main').getByRole('dialog')
          await expect(chooser).toBeVisible()
          const box = await boxOf(chooser)
          for (const square of [from, to]) expect(overlap(box, await boxOf(board.square(square))), square).toBe(0)
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.y).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
          expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
          await page.keyboard.press('Escape')
          await expect(chooser).toHaveCount(0)
          await page.keyboard.press('Escape')
        }
        if (viewport.width > 390) return
        // On a low screen that has scrolled, it is below the square and ends above the bottom bar.
        await board.click('a4', 'b5')
        const chooser = page.getByRole('main').getByRole('dialog')
        await expect(chooser).toBeVisible()
        await page.setViewportSize({ width: 405, height: 361 })
        const { y } = await boxOf(board.square('b5'))
        await page.evaluate((by) => scrollBy(0, by), y - 125)
        await expect.poll(async () => (await boxOf(board.square('b5'))).y).toBeCloseTo(125, 0)
        await page.setViewportSize({ width: 405, height: 360 })
        const bar = await boxOf(page.locator('nav.bottom'))
        const below = async () => {
          const box = await boxOf(chooser)
          return [box.y > 125, box.y + box.height <= bar.y]
        }
        await expect.poll(below).toEqual([true, true])
      },
    )
  })
}

test(
  'a capture whose neighbours are captures too has its badge on the corner of the square',
  audit,
  async ({ page }) => {
    const board = await start(page, 'wotn', 'qq2k3/qQ6/8/8/8/8/8/4K3 w - - 0 1')
    await board.press('b7')
    const badge = page.locator('main .plate.tip')
    await expect(badge).toHaveCount(1)
    const square = await boxOf(board.square('a8'))
    expect(overlap(await boxOf(badge), square)).toBeLessThan(square.width * square.height * 0.05)
  },
)

test('a capture has a ring above the piece and a badge beside it, and a promoted piece a mark for one move', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const board = await start(page, 'wotn', edges)
  await board.press('a4')
  const badge = page.locator('main .plate')
  await expect(badge).toHaveCount(1)
  const square = await boxOf(board.square('b5'))
  expect(overlap(await boxOf(badge), square)).toBeLessThan(square.width * square.height * 0.03)
  const level = (of: Locator) => of.evaluate((node) => Number(getComputedStyle(node).zIndex))
  const ring = page.locator('main .layer:has(> .cell > .ring)')
  expect(await level(ring)).toBeGreaterThanOrEqual(await level(page.locator('main .piece.cell:not(.moving)').first()))
  await page.keyboard.press('Escape')

  const mark = page.locator('main .promoted')
  await board.click('a4', 'b5', 'S')
  await expect(mark).toHaveCount(1)
  await board.click('e8', 'd7')
  await expect(mark).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(mark).toHaveCount(1)
})

for (const game of ['wotn', 'lancelot'] as const) {
  test(`${game}: the right button draws in four colours, and a click clears all`, audit, async ({ page }) => {
    const board = await start(page, game)
    const drawings = page.locator('main .drawings > g')
    const to = await centre(board, 'f6')
    const brushes = [
      [[], 'green'],
      [['Shift'], 'red'],
      [['Alt'], 'blue'],
      [['Alt', 'Shift'], 'yellow'],
    ] as const
    for (const [i, [keys, brush]] of brushes.entries()) {
      const from = await centre(board, `${'defg'[i]}4`)
      for (const key of keys) await page.keyboard.down(key)
      await page.mouse.move(from.x, from.y)
      await page.mouse.down({ button: 'right' })
      await page.mouse.move(to.x, to.y, { steps: 3 })
      await page.mouse.up({ button: 'right' })
      for (const key of keys) await page.keyboard.up(key)
      await expect(drawings).toHaveCount(i + 1)
      await expect(drawings.nth(i)).toHaveAttribute('style', new RegExp(`brush-${brush}`))
    }
    await expect(page.locator('main .piece.cell, main .selected')).toHaveCount(game === 'wotn' ? 32 : 0)
    await board.press(game === 'wotn' ? 'e5' : 'd5')
    await expect(drawings).toHaveCount(0)
  })
}

test('the board, the piece set and the coordinates follow the settings', async ({ page }) => {
  const store = (choices: object) =>
    page.evaluate((text) => localStorage.setItem('tafelrunde.settings', text), JSON.stringify(choices))
  const board = await start(page, 'wotn')
  const colors = new Set<string>()
  const shown = process.env.TAFELRUNDE_ALL_LOOKS ? themes : themes.slice(1, 3)
  for (const theme of shown) {
    await store({ board: theme })
    await page.reload()
    await expect(page.locator('main svg.standing').first()).toBeVisible()
    colors.add(await board.square('a1').evaluate((square) => getComputedStyle(square).backgroundColor))
  }
  expect(colors.size).toBe(shown.length)
  await expect(page.locator('main .coordinates')).toHaveCount(1)

  await store({ pieces: 'framed', coordinates: false })
  await page.reload()
  await expect(page.locator('main .board svg.framed')).toHaveCount(32)
  await expect(page.locator('main .coordinates')).toHaveCount(0)
})

test('a promotion flashes, unless animation is off', audit, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const { animate } = Element.prototype
    const durations: number[] = []
    Object.assign(window, { durations })
    Element.prototype.animate = function (keyframes, options) {
      durations.push(typeof options === 'object' ? Number(options.duration) : Number(options))
      return animate.call(this, keyframes, options)
    }
  })
  const board = await start(page, 'wotn', edges)
  const flash = () => page.locator('main .burst').evaluate((burst) => getComputedStyle(burst).animationDuration)
  await board.click('a4', 'b5', 'S')
  expect(await flash()).toBe('0.7s')
  // The captured piece moves to its captor, the old figure vanishes and the new one appears.
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'durations')))
    .toEqual(expect.arrayContaining([420, 280]))
  await page.evaluate(() => {
    document.documentElement.dataset.animation = 'off'
  })
  expect(await flash()).toBe('0s')
})

test('a win is celebrated', audit, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const board = await start(page, 'wotn', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1')
  await board.click('a1', 'a8')
  await expect(page.locator('main .celebration')).toBeVisible()
  await expect(page.locator('main .celebration')).toHaveCount(0)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  const touch = (session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })

  test(
    'a finger that rests on a large board opens the loupe, and a tap then places',
    audit,
    async ({ page, context }) => {
      await page.goto('/lancelot/new')
      const dialog = page.locator('dialog')
      await dialog.getByRole('radio', { name: /3/ }).check()
      for (const player of await dialog.getByRole('combobox', { name: en['player.type'] }).all())
        await player.selectOption('person')
      await dialog.getByRole('button', { name: en['new.start'] }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(en['lancelot.touch'])).toBeVisible()

      const board = new Board(page)
      const loupe = page.locator('main .loupe')
      const stones = page.locator('main .piece.cell')
      const session = await context.newCDPSession(page)
      const [g7, h8] = [await centre(board, 'g7'), await centre(board, 'h8')]
      await touch(session, 'touchStart', g7)
      await expect(loupe).toContainText('g7')
      await touch(session, 'touchMove', h8)
      await expect(loupe).toContainText('h8')
      const [box, finger] = [await boxOf(loupe), await boxOf(board.square('h8'))]
      expect(overlap(box, finger)).toBe(0)
      expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= 390).toBe(true)
      await touch(session, 'touchEnd')
      await expect(loupe).toHaveCount(0)
      await expect(page.locator('main .ghost')).toHaveCount(1)
      await expect(stones).toHaveCount(0)

      await page.touchscreen.tap(h8.x, h8.y)
      await expect(board.square('h8')).toHaveAttribute('aria-label', /Red/)
      await expect(stones).toHaveCount(1)
    },
  )
})
