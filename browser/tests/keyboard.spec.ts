import { Board } from './board.ts'
import { audit, expect, type Page, test } from './test.ts'

test.use({ locale: 'en-GB' })

/** tabTo presses Tab until an element with a matching label or text has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => {
      const focused = document.activeElement
      return focused === document.body
        ? ''
        : `${focused?.getAttribute('aria-label') ?? ''} ${focused?.textContent ?? ''}`
    })
    if (name.test(text)) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('Way of the Knight can be played with the keyboard', audit, async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, /New game/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Play the computer' })).toBeVisible()
  await tabTo(page, /Custom game/)
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog').getByRole('combobox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Custom game' })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.locator('dialog').getByRole('combobox').first()).toBeFocused()
  await tabTo(page, /Human/)
  await page.keyboard.press('Home')
  await tabTo(page, /Start game/)
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog')).toHaveCount(0)

  const board = new Board(page)
  await tabTo(page, /^[a-h][1-8], /)
  await board.keys('e2', 'e4')
  await board.keys('d7', 'd5')
  await board.focus('e4')
  await page.keyboard.press('Enter')
  await expect(board.square('d5')).toHaveAttribute(
    'aria-label',
    /can be captured, promotes the moving piece to Squire or Priest/,
  )
  await board.focus('d5')
  await page.keyboard.press('Enter')
  const chooser = page.getByRole('dialog')
  await expect(chooser.getByRole('button', { name: /Squire/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(chooser.getByRole('button', { name: /Priest/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(board.square('d5')).toHaveAttribute('aria-label', 'd5, White Priest')
  await expect(board.square('d5')).toBeFocused()
  await expect(page.locator('[aria-live]')).toHaveText('White: Pawn e4 to d5, captures on d5, promotes to Priest')
  await expect(page.getByRole('button', { name: 'e-Pawn captures Pawn on d5, promotes to Priest' })).toBeVisible()

  await tabTo(page, /Take back/)
  await page.keyboard.press('Enter')
  await expect(board.square('d5')).toHaveAttribute('aria-label', /^d5, Black Pawn/)
})

test('Lancelot can be played with the keyboard, and squares announce the leads', async ({ page }) => {
  await page.goto('/lancelot/new')
  await page.getByRole('group', { name: 'Blue', exact: true }).getByRole('combobox').selectOption('person')
  await page.getByRole('checkbox', { name: 'Diagonals count as lines' }).check()
  await page.getByRole('button', { name: 'Start game' }).click()
  const board = new Board(page)
  await tabTo(page, /^[d-k]\d+, /)
  await board.focus('f6')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Blue to place a stone')).toBeVisible()
  await board.focus('g7')
  await expect(board.square('g7')).toHaveAttribute(
    'aria-label',
    /^g7, empty, captures nothing\. Row 7: lead 0\. Column g: lead 0\. Diagonal d4 to k11: lead −1/,
  )
  await page.keyboard.press('Enter')
  await board.focus('g6')
  await page.keyboard.press('Enter')
  await board.focus('k11')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Red to place a stone')).toBeVisible()
  await board.focus('h6')
  await expect(board.square('h6')).toHaveAttribute('aria-label', /closed by chivalry, the lead would exceed 2: row 6/)
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-live]')).toHaveText(
    'A stone on h6: chivalry closes row 6 to Red, whose lead there would exceed 2.',
  )
  await expect(page.getByText('Red to place a stone')).toBeVisible()
})
