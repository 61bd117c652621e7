import { Board } from './board.ts'
import { audit, expect, type Page, test } from './test.ts'

test.use({ locale: 'en-GB' })

/** Opens a position as a game of two people. */
async function open(page: Page, game: string, text: string): Promise<Board> {
  await page.goto(`/${game}/paste`)
  await page.locator('dialog textarea').fill(text)
  await page.locator('dialog .foot button').last().click()
  // The board is there before the rules have computed its pieces.
  await expect(page.locator('main [role=grid] [aria-label*="White King"], .seats')).toBeVisible({ timeout: 60_000 })
  return new Board(page)
}

test('an illegal move is explained, by mouse and by keyboard, without moving the board', async ({ page }) => {
  // White's knight is pinned, the rook on h1 may castle but f1 is attacked.
  const board = await open(page, 'wotn', '4rk2/8/8/8/8/8/2Q1N3/R3K2R w KQ - 0 1')
  const place = await board.grid.boundingBox()
  const why = page.locator('.why')
  const spoken = page.locator('[aria-live]')

  await board.drag('e2', 'd4')
  await expect(why).toContainText('The piece is pinned: after this move the Rook on e8 would attack your king.')
  await expect(spoken).toContainText('The piece is pinned')
  await expect(why.getByRole('link')).toHaveAttribute('href', 'rules/wotn#p5.2')
  expect(await board.grid.boundingBox()).toEqual(place)

  await board.click('c2', 'd4')
  await expect(why).toContainText('The Queen does not move like this.')
  await board.click('c2', 'f2')
  await expect(why).toContainText('The Knight on e2 is in the way.')
  await expect(why.getByRole('link')).toHaveAttribute('href', 'rules/wotn#p2.6')

  await board.focus('e2')
  await page.keyboard.press('Enter')
  await expect(spoken).toContainText('The piece is pinned')

  // A legal move ends it.
  await board.click('c2', 'c3')
  await expect(board.square('c3')).toHaveAttribute('aria-label', /White Queen/)
  await expect(why).toHaveCount(0)
})

test('a second tap, on the target, keeps the explanation', audit, async ({ page }) => {
  const board = await open(page, 'wotn', '4rk2/8/8/8/8/8/2Q1N3/R3K2R w KQ - 0 1')
  const why = page.locator('.why')
  for (const square of ['e2', 'd4', 'g3']) {
    await board.press(square)
    await expect(why).toContainText('The piece is pinned: after this move the Rook on e8 would attack your king.')
  }
  await board.press('a8')
  await expect(why).toContainText('The Knight does not move like this.')
})

test('a closed square of Lancelot is explained', audit, async ({ page }) => {
  const board = await open(page, 'lancelot', '8/8/8/8/a1a5/8/8/8 a 0,0 28,30 - basic 7')
  await board.press('e7')
  const why = page.locator('.why')
  await expect(why).toContainText('chivalry closes row 7')
  await expect(why.getByRole('link')).toHaveAttribute('href', 'rules/lancelot#p3.1')
  await board.press('d7')
  await expect(why).toContainText('d7 is occupied.')
  await board.press('h8')
  await expect(why).toHaveCount(0)
})
