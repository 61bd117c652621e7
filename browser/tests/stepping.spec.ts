import { Board } from './board.ts'
import { lookName, looks, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { openChat, openMenu, startMatch } from './tables.ts'
import { audit, expect, type Page, test } from './test.ts'

type Words = ReturnType<typeof textsOf>

/** start starts a local game between Ann and a player without a name. */
async function start(page: Page, t: Words): Promise<Board> {
  await page.goto('/wotn/new')
  const dialog = page.locator('dialog')
  await dialog
    .getByRole('group', { name: t('color.w'), exact: true })
    .getByLabel(t('player.name'))
    .fill('Ann')
  await dialog
    .getByRole('group', { name: t('color.b'), exact: true })
    .getByRole('combobox')
    .first()
    .selectOption('person')
  await dialog.getByRole('button', { name: t('new.start') }).click()
  await expect(dialog).toHaveCount(0)
  return new Board(page)
}

/** stepThrough tests the keys in a game with the moves e2e4 and e7e5, with White at the bottom. */
async function stepThrough(page: Page, board: Board, t: Words): Promise<void> {
  const { keyboard } = page
  const free = (square: string) =>
    expect(board.square(square)).toHaveAttribute('aria-label', t('square.free', { square }))
  await keyboard.press('ArrowLeft')
  await free('e5')
  await keyboard.press('ArrowLeft')
  await free('e4')
  await keyboard.press('End')
  await free('e7')
  await keyboard.press('Home')
  await free('e4')
  await keyboard.press('ArrowRight')
  await free('e2')
  await keyboard.press('End')
  await free('e7')

  const first = board.grid.getByRole('gridcell').first()
  await expect(first).toHaveAttribute('data-square', 'a8')
  await keyboard.press('Control+f')
  await keyboard.press('f')
  await expect(first).toHaveAttribute('data-square', 'h1')
  await keyboard.press('f')
  await expect(first).toHaveAttribute('data-square', 'a8')

  await keyboard.press('?')
  const list = page.getByRole('dialog', { name: t('keys.title') })
  await expect(list.getByText(t('keys.step'))).toBeVisible()
  await expectStillAccessible(page)
  await keyboard.press('ArrowLeft')
  await keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await free('e7')
}

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('keys step through a local game, also after a click on the board', async ({ page }) => {
      const board = await start(page, t)
      await board.click('e2', 'e4')
      await board.click('e7', 'e5')
      await expect(page.locator('.pair button')).toHaveCount(2)
      await stepThrough(page, board, t)

      // When the keyboard has moved the focus to a square, the arrow keys move the focus.
      await page.getByRole('button', { name: t('game.first') }).focus()
      await page.evaluate(() => document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus())
      const at = await board.grid.locator(':focus').getAttribute('data-square')
      await page.keyboard.press(at?.startsWith('h') ? 'ArrowLeft' : 'ArrowRight')
      await expect(board.grid.locator(':focus')).not.toHaveAttribute('data-square', at ?? '')
      await expect(board.square('e7')).toHaveAttribute('aria-label', t('square.free', { square: 'e7' }))
    })
  })
}

test.describe('in English', () => {
  const [look] = looks
  if (!look) throw new Error('looks is empty')
  const t = textsOf(look.language)
  useLook(look)

  test('keys step through a match, but not in a text field', audit, async ({ browser }) => {
    const server = new TestServer()
    await server.start()
    try {
      const [ann, ben] = await startMatch(server, browser, look)
      const [white, black] = [new Board(ann.page), new Board(ben.page)]
      await white.click('e2', 'e4')
      await expect(black.square('e4')).toHaveAttribute('aria-label', /Pawn/)
      await black.click('e7', 'e5')
      await expect(white.square('e5')).toHaveAttribute('aria-label', /Pawn/)
      await stepThrough(ann.page, white, t)
      await openChat(ann.page, t)
      const chat = ann.page.getByLabel(t('match.chat.message'))
      await chat.focus()
      await ann.page.keyboard.type('f?')
      await ann.page.keyboard.press('ArrowLeft')
      await expect(chat).toHaveValue('f?')
      await expect(white.square('e5')).toHaveAttribute('aria-label', /Pawn/)
      await expect(ann.page.getByRole('dialog')).toHaveCount(0)
      await Promise.all([ann.context.close(), ben.context.close()])
    } finally {
      await server.close()
    }
  })

  test('keys step through a game of Lancelot and flip the field', audit, async ({ page }) => {
    await page.goto('/lancelot/new')
    await page.getByRole('group', { name: 'Blue', exact: true }).getByRole('combobox').first().selectOption('person')
    await page.getByRole('button', { name: 'Start game' }).click()
    const board = new Board(page)
    await board.press('g7')
    await expect(board.square('g7')).toHaveAttribute('aria-label', /stone of Red/)
    await page.keyboard.press('ArrowLeft')
    await expect(board.square('g7')).toHaveAttribute('aria-label', /^g7, empty/)
    await page.keyboard.press('End')
    await expect(board.square('g7')).toHaveAttribute('aria-label', /stone of Red/)
    await page.keyboard.press('f')
    await expect(board.grid.getByRole('gridcell').first()).toHaveAttribute('data-square', 'k4')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog').getByText('places a stone')).toBeVisible()
  })

  test(
    'the card follows its piece through moves and promotions, and closes when the piece is captured or the game restarts',
    audit,
    async ({ page }) => {
      const board = await start(page, t)
      const card = page.locator('.card h2')
      await board.click('e2', 'e4')
      await board.click('d7', 'd5')
      await board.click('e4', 'd5', 'S')
      await page.mouse.move(0, 0)
      await expect(card).toHaveText('Squire')
      await page.getByRole('button', { name: t('game.previous') }).click()
      await expect(card).toHaveText('Pawn')
      await page.getByRole('button', { name: t('game.last'), exact: true }).click()
      await expect(card).toHaveText('Squire')
      // Black captures the piece. The card shows the capturing piece, which has the focus.
      await board.keys('d8', 'd5')
      await expect(card).not.toHaveText('Squire')
      await openMenu(page, t)
      await page.getByRole('button', { name: t('game.restart') }).click()
      await page.getByRole('button', { name: t('game.restart.yes') }).click()
      await page.mouse.move(0, 0)
      await expect(page.getByText(t('piece.hint'))).toBeVisible()
    },
  )

  test('a record has the date, the players and the level of the computer', audit, async ({ page }) => {
    await page.goto('/wotn/new')
    const dialog = page.locator('dialog')
    await dialog.getByRole('group', { name: 'White', exact: true }).getByLabel('Name').fill('Ann')
    await dialog.getByRole('button', { name: 'Start game' }).click()
    await page.getByRole('button', { name: 'Resign' }).click()
    await page.getByRole('button', { name: 'Yes, resign' }).click()
    await openMenu(page, t)
    await page.getByText('Position and game as text').click()
    const text = page.getByLabel('Game', { exact: true })
    await expect(text).toHaveValue(/\[Black "Lynette \(computer, strength 4 of 15\)"\]/)
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv').replaceAll('-', '.'))
    const record = await text.inputValue()
    for (const tag of ['Event "Tafelrunde"', `Date "${today}"`, 'White "Ann"', 'Result "0-1"', 'Termination "normal"'])
      expect(record).toContain(`[${tag}]`)
  })
})
