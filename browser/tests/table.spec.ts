import { Board } from './board.ts'
import { recordEngineCalls } from './engines.ts'
import { audit, expect, type Page, test } from './test.ts'

test.use({ locale: 'en-GB' })

async function begin(page: Page, people: readonly string[], variant = 'wotn'): Promise<Board> {
  await page.goto('/wotn/new')
  for (const color of people) {
    await page.getByRole('group', { name: color, exact: true }).getByRole('combobox').selectOption('person')
  }
  await page.locator(`dialog input[value="${variant}"]`).check()
  await page.getByRole('button', { name: 'Start game' }).click()
  await expect(page.locator('dialog')).toHaveCount(0)
  return new Board(page)
}

test('a game has buttons to flip the board, offer a draw, resign, take back and restart', async ({ page }) => {
  const board = await begin(page, ['White', 'Black'])
  await board.click('e2', 'e4')
  await board.click('e7', 'e5')

  await page.getByRole('button', { name: 'Flip board' }).click()
  const corner = await board.grid.getByRole('gridcell').first().getAttribute('data-square')
  expect(corner).toBe('h1')
  await page.getByRole('button', { name: 'Flip board' }).click()

  await page.getByRole('button', { name: 'Offer a draw' }).click()
  await expect(page.getByText('White offers a draw. Does Black accept?')).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Black declines the draw.')).toBeVisible()

  await page.getByRole('button', { name: 'Resign' }).click()
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  await expect(page.getByText('Black wins by resignation.')).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('White to move', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Offer a draw' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Draw by agreement.')).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Restart' }).click()
  await page.getByRole('button', { name: 'Yes, restart' }).click()
  await expect(page.getByText('No moves yet.')).toBeVisible()
})

test('a name that is too long is refused and stays in its field', audit, async ({ page }) => {
  await page.goto('/wotn/new')
  const name = page.getByRole('group', { name: 'White', exact: true }).getByLabel('Name')
  await name.fill('Ulrich von Liechtenstein und zu allen Burgen')
  await page.getByRole('button', { name: 'Start game' }).click()
  await expect(page.getByText('A name can have up to 30 characters.')).toBeVisible()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Ulrich')
  await page.getByRole('button', { name: 'Start game' }).click()
  await expect(page.getByText('Your move', { exact: true })).toBeVisible()
  await expect(page.locator('main .bar').getByText('Ulrich', { exact: true })).toBeVisible()
})

test('a draw by threefold repetition can be claimed', audit, async ({ page }) => {
  const board = await begin(page, ['White', 'Black'])
  const shuffle = [
    ['g1', 'f3'],
    ['g8', 'f6'],
    ['f3', 'g1'],
    ['f6', 'g8'],
  ] as const
  for (let round = 0; round < 2; round++) for (const [from, to] of shuffle) await board.click(from, to)
  await page.getByRole('button', { name: 'Claim a draw: the position occurs for the third time' }).click()
  await expect(page.getByText('Draw (the same position for the third time).')).toBeVisible()
})

test('the piece card shows moves and promotions', audit, async ({ page }) => {
  const board = await begin(page, ['White', 'Black'], 'wotn-alternative')
  await board.hover('g1')
  const card = page.getByRole('region', { name: 'Piece', exact: true })
  await expect(card.getByRole('heading', { name: 'Knight' })).toBeVisible()
  await expect(card).toContainText('Level 3')
  await expect(card).toContainText('Baron')
  await expect(card).toContainText('Guard')
  await expect(card).toContainText('by capturing level 2 or higher')
})

test('a copied game can be pasted', audit, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const board = await begin(page, ['White', 'Black'])
  await board.click('e2', 'e4')
  await board.click('d7', 'd5')
  await board.click('e4', 'd5', 'D')
  await expect(page.getByRole('button', { name: 'e-Pawn captures Pawn on d5, promotes to Priest' })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByText('Position and game as text').click()
  await page.getByRole('button', { name: 'Copy game' }).click()
  await expect(page.getByText('Copied.', { exact: true }).first()).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('[Variant "Way of the Knight"]')
  await page.goto('/wotn/paste')
  await page.locator('dialog textarea').fill(text)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('button', { name: 'e-Pawn captures Pawn on d5, promotes to Priest' })).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test('a game of chess ends in checkmate', audit, async ({ page }) => {
  const board = await begin(page, ['White', 'Black'], 'chess')
  for (const [from, to] of [
    ['e2', 'e4'],
    ['e7', 'e5'],
    ['d1', 'h5'],
    ['b8', 'c6'],
    ['f1', 'c4'],
    ['g8', 'f6'],
    ['h5', 'f7'],
  ] as const) {
    await board.click(from, to)
  }
  await expect(page.getByText('White wins by checkmate.')).toBeVisible()
})

test('computers play Lancelot against each other, and can be paused', audit, async ({ page }) => {
  const engines = await recordEngineCalls(page)
  await page.goto('/lancelot/new')
  for (const seat of ['Red', 'Blue']) {
    const group = page.getByRole('group', { name: seat, exact: true })
    await group.getByRole('combobox').selectOption('1000')
    // Lower levels move at once. The game would end before it can be paused.
    await group.getByRole('slider').fill('14')
  }
  await page.getByRole('button', { name: 'Start game' }).click()
  const log = page.getByRole('region', { name: 'Turns', exact: true }).getByRole('listitem')
  /** thoughts returns the turns before each search. */
  const thoughts = async () =>
    (await engines.calls()).flatMap(([name, , , , turns]) => (name === 'think' ? [turns] : []))
  await expect(async () => expect(await log.count()).toBeGreaterThan(2)).toPass()
  await page.getByRole('button', { name: 'Pause' }).click()
  const resume = page.getByRole('button', { name: 'Resume', exact: true })
  await expect(resume).toBeVisible()
  const before = await thoughts()
  const turns = await log.count()
  await resume.click()
  await expect(async () => expect((await thoughts()).length).toBeGreaterThan(before.length)).toPass()
  // The computer continues from the position in which it was paused.
  expect((await thoughts())[before.length]).toHaveLength(turns)
  await expect(async () => expect(await log.count()).toBeGreaterThan(turns)).toPass()
})

test('a turn can be taken back while the computer is thinking', async ({ page }) => {
  const engines = await recordEngineCalls(page)
  await page.goto('/lancelot/new')
  await page.getByRole('button', { name: 'Start game' }).click()
  const board = new Board(page)
  await engines.hold()
  await board.press('g7')
  await expect(page.getByText('Lynette is thinking')).toBeVisible()
  await page.keyboard.press('f')
  await expect(board.grid.getByRole('gridcell').first()).toHaveAttribute('data-square', 'k4')
  await expect(page.getByText('Lynette is thinking')).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Your move: place a stone', { exact: true })).toBeVisible()
  await expect(board.square('g7')).toHaveAttribute('aria-label', /^g7, empty/)
})
