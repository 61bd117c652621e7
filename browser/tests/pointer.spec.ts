import { en } from '../words/en.ts'
import { Board } from './board.ts'
import { audit, expect, type Page, test } from './test.ts'

test.use({ locale: 'en-GB' })

async function centre(board: Board, square: string): Promise<{ x: number; y: number }> {
  const box = await board.square(square).boundingBox()
  if (!box) throw new Error(`the square ${square} is not visible`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** start starts a game between people. */
async function start(page: Page, game: 'wotn' | 'lancelot'): Promise<Board> {
  await page.goto(`/${game}/new`)
  const dialog = page.locator('dialog')
  for (const player of await dialog.getByRole('combobox', { name: en['player.type'] }).all())
    await player.selectOption('person')
  await dialog.getByRole('button', { name: en['new.start'] }).click()
  await expect(dialog).toHaveCount(0)
  return new Board(page)
}

test('a dragged piece stays under the pointer and returns when dropped outside the board', audit, async ({ page }) => {
  const board = await start(page, 'wotn')
  const from = await centre(board, 'g1')
  const at = await centre(board, 'c6')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(at.x, at.y, { steps: 4 })
  const piece = page.locator('main .dragged .art')
  const box = await piece.boundingBox()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - at.x)).toBeLessThan(2)
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - at.y)).toBeLessThan(2)
  await page.mouse.move(2, 2)
  await page.mouse.up()
  await expect(piece).toHaveCount(0)
  await expect(board.square('g1')).toHaveAttribute('aria-label', /Knight/)
  await expect(board.square('g1')).toHaveAttribute('aria-selected', 'false')
})

test('arrows and circles are drawn with the right button or Shift, and a press removes them', async ({ page }) => {
  const board = await start(page, 'wotn')
  const a = await centre(board, 'b1')
  const b = await centre(board, 'c3')
  const drawings = page.locator('main .drawings > g')

  await page.mouse.move(a.x, a.y)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(b.x, b.y, { steps: 3 })
  await page.mouse.up({ button: 'right' })
  await expect(drawings.locator('polygon')).toHaveCount(1)

  await page.keyboard.down('Shift')
  await page.mouse.click(b.x, b.y)
  await page.keyboard.up('Shift')
  await expect(drawings.locator('circle')).toHaveCount(1)
  await expect(drawings).toHaveCount(2)

  await board.press('e5')
  await expect(drawings).toHaveCount(0)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a first touch shows the effect of a stone and a second places it', async ({ page }) => {
    const board = await start(page, 'lancelot')
    const square = board.square('g7')
    const stone = page.locator('main .piece')
    await square.scrollIntoViewIfNeeded()
    const { x, y } = await centre(board, 'g7')
    await page.touchscreen.tap(x, y)
    await expect(page.locator('main .ghost')).toHaveCount(1)
    await expect(stone).toHaveCount(0)
    await page.touchscreen.tap(x, y)
    await expect(stone).toHaveCount(1)
    await expect(square).toHaveAttribute('aria-label', /Red/)
  })
})

test('a press whose effect moves the focus does not take it back', audit, async ({ page }) => {
  const board = await start(page, 'lancelot')
  // As when the stone solves an exercise and the button that goes on has the focus before the press is painted.
  await page.evaluate(() =>
    document.addEventListener('mousedown', () => document.querySelector<HTMLElement>('header a')?.focus(), true),
  )
  await board.press('g8')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))))
  await expect(page.locator('header a').first()).toBeFocused()
})
