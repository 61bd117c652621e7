import { Board } from './board.ts'
import { audit, expect, test } from './test.ts'

test.use({ locale: 'en-GB' })

test('games survive a reload and are listed among all games', async ({ page }) => {
  await page.goto('/wotn/new')
  await page.getByRole('group', { name: 'White', exact: true }).getByLabel('Name').fill('Ann')
  await page.getByRole('group', { name: 'Black', exact: true }).getByRole('combobox').selectOption('person')
  await page.getByRole('button', { name: 'Start game' }).click()
  const board = new Board(page)
  await board.click('e2', 'e4')
  await board.click('c7', 'c5')
  await expect(page.getByText('Ann to move')).toBeVisible()
  await page.reload()
  await expect(board.square('c5')).toHaveAttribute('aria-label', 'c5, Black Pawn')
  await expect(page.getByText('Ann to move')).toBeVisible()
  await expect(page).toHaveTitle('Way of the Knight: Ann – Black · Tafelrunde')

  await page.goto('/lancelot/new')
  await page.getByRole('group', { name: 'Blue', exact: true }).getByRole('combobox').selectOption('person')
  await page.getByRole('button', { name: 'Start game' }).click()
  await board.press('g7')
  await expect(page.getByText('Blue to place a stone')).toBeVisible()
  await page.reload()
  await expect(board.square('g7')).toHaveAttribute('aria-label', /^g7, stone of Red/)

  await page.goto('/')
  await expect(page.getByRole('link', { name: /Continue your game/ })).toHaveCount(2)
  await page.getByRole('link', { name: 'My games', exact: true }).click()
  const games = page.getByRole('region', { name: 'Games', exact: true })
  await expect(games.getByRole('listitem')).toHaveCount(2)
  await games.getByRole('link', { name: /^Ann – Black/ }).click()
  await expect(board.square('c5')).toHaveAttribute('aria-label', 'c5, Black Pawn')
  await page.goBack()
  await games.getByRole('button', { name: /Delete Red – Blue/ }).click()
  await expect(games.getByRole('listitem')).toHaveCount(1)
  await games.getByRole('button', { name: 'Undo' }).click()
  await expect(games.getByRole('listitem')).toHaveCount(2)
})

test('a game without a move survives a reload, and is not listed', audit, async ({ page }) => {
  await page.goto('/wotn/new')
  await page.getByRole('group', { name: 'White', exact: true }).getByLabel('Name').fill('Ann')
  await page.getByRole('group', { name: 'Black', exact: true }).getByRole('combobox').selectOption('person')
  await page.getByRole('button', { name: 'Start game' }).click()
  await expect(page.getByText('Ann to move')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Ann to move')).toBeVisible()
  const address = page.url()
  await page.goto('/games')
  await expect(page.getByText('You have no games yet.')).toBeVisible()
  await page.goto(address)
  await new Board(page).click('e2', 'e4')
  await expect(page.getByText('Black to move')).toBeVisible()
  await page.goto('/games')
  await expect(page.getByRole('link', { name: /^Ann – Black/ })).toBeVisible()
})

test('stored games that cannot be read are listed and can be downloaded', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    localStorage.setItem('tafelrunde.game.elder', '{"version":0,"moves":["e4"]}')
    localStorage.setItem('tafelrunde.game.broken', '{"version":1,"game":"wo')
  })
  await page.reload()
  await page.getByRole('link', { name: /2 saved games cannot be read/ }).click()
  await expect(page.getByRole('heading', { name: /2 saved games cannot be read/ })).toBeVisible()
  await expect(page.getByText('It was saved by another version of this page.')).toBeVisible()
  await expect(page.getByText('The stored text is damaged.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('tafelrunde.aside.elder'))).toBe('{"version":0,"moves":["e4"]}')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the text' }).first().click()
  expect((await download).suggestedFilename()).toBe('tafelrunde.json')
})

test('a stored game with an illegal move can be continued from its last legal move', audit, async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    const player = { by: 'person', name: '', milliseconds: 1000, level: 10 }
    const game = {
      version: 1,
      game: 'wotn',
      id: 'bent',
      changed: 1,
      variant: 'wotn',
      start: '',
      moves: ['e2e4', 'e7e5', 'e4e5'],
      players: [player, player],
      white: 0,
      flipped: false,
      series: { points: [0, 0], won: [0, 0], drawn: 0 },
      end: null,
      notes: [],
      tags: {},
    }
    localStorage.setItem('tafelrunde.game.bent', JSON.stringify(game))
  })
  await page.goto('/wotn/bent')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('3. e4e5: A pawn does not capture straight ahead.')
  await expect(alert.getByRole('textbox')).toHaveValue(/e2e4 e7e5 e4e5/)
  await page.getByRole('button', { name: 'Continue from the last valid move' }).click()
  const board = new Board(page)
  await expect(board.square('e5')).toHaveAttribute('aria-label', 'e5, Black Pawn')
  await expect(page.getByText('White to move', { exact: true })).toBeVisible()
})

test('without storage the page shows a notice, and games can be played', audit, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto('/wotn/new')
  await page.getByRole('group', { name: 'Black', exact: true }).getByRole('combobox').selectOption('person')
  await page.getByRole('button', { name: 'Start game' }).click()
  await expect(page.getByText(/This browser does not store data/)).toBeVisible()
  const board = new Board(page)
  await board.click('e2', 'e4')
  await expect(board.square('e4')).toHaveAttribute('aria-label', 'e4, White Pawn')
})

test('two tabs with one game: the older one says so, overwrites nothing and can keep its moves', async ({
  page,
  context,
}) => {
  await page.goto('/wotn/new')
  await page.getByRole('group', { name: 'Black', exact: true }).getByRole('combobox').selectOption('person')
  await page.getByRole('button', { name: 'Start game' }).click()
  const board = new Board(page)
  await board.click('e2', 'e4')
  await expect(page.getByText('Black to move')).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  const second = new Board(other)
  await expect(other.getByText('Black to move')).toBeVisible()
  await second.click('c7', 'c5')
  await expect(other.getByText('White to move')).toBeVisible()

  await expect(page.getByText('This game was continued in another tab.')).toBeVisible()
  // Both answers are on the screen of a short phone.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 640 })
  const actions = await page.getByRole('group', { name: 'Actions' }).boundingBox()
  for (const name of ['Show it as it is there', 'Keep these moves as another game']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 1000)).toBeLessThanOrEqual(actions?.y ?? 0)
  }
  if (size) await page.setViewportSize(size)
  await expect(page.getByRole('button', { name: 'Take back' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Resign' })).toHaveCount(0)
  await board.click('d7', 'd5')
  await other.reload()
  await expect(second.square('c5')).toHaveAttribute('aria-label', 'c5, Black Pawn')
  await page.getByRole('button', { name: 'Show it as it is there' }).click()
  await expect(board.square('c5')).toHaveAttribute('aria-label', 'c5, Black Pawn')
  await board.click('d2', 'd4')
  await expect(page.getByText('Black to move')).toBeVisible()
  await expect(other.getByText('This game was continued in another tab.')).toBeVisible()
  await other.getByRole('button', { name: 'Keep these moves as another game' }).click()
  await expect(other.getByText('White to move')).toBeVisible()
  await other.goto('/games')
  await expect(other.getByRole('region', { name: 'Games', exact: true }).getByRole('listitem')).toHaveCount(2)
})

test(
  'a rematch against the computer starts at once with colours swapped, and its time is shown',
  audit,
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Play the computer' }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Players', exact: true }).click()
    const black = page.locator('dialog').getByRole('group', { name: 'Black', exact: true })
    await expect(black.getByRole('combobox')).not.toHaveValue('')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Resign' }).click()
    await page.getByRole('button', { name: 'Resign' }).last().click()
    await page.getByRole('button', { name: 'Rematch' }).click()
    await expect(page.locator('dialog')).toHaveCount(0)
    await expect(page.locator('.near').getByText('Black', { exact: true })).toBeVisible()
  },
)

test(
  'a game that the rules have ended has its result in the list, and on home "Continue" opens one that has not ended',
  audit,
  async ({ page }) => {
    await page.goto('/')
    const player = { name: '', milliseconds: 500, level: 12 }
    const game = (id: string, changed: number, moves: string[]) => ({
      version: 1,
      id,
      changed,
      start: '',
      end: null,
      tags: {},
      game: 'wotn',
      variant: 'chess',
      players: [
        { by: 'person', ...player },
        { by: 'person', ...player },
      ],
      white: 0,
      flipped: false,
      series: { points: [0, 0], won: [0, 0], drawn: 0 },
      notes: [],
      moves,
    })
    const games = [game('ended', 2000, ['f2f3', 'e7e5', 'g2g4']), game('open', 1000, ['e2e4'])]
    await page.evaluate((all) => {
      for (const one of all) localStorage.setItem(`tafelrunde.game.${one.id}`, JSON.stringify(one))
    }, games)
    await page.goto('/wotn/ended')
    await new Board(page).click('d8', 'h4')
    await expect(page.getByText('Black wins by checkmate.')).toBeVisible()
    await page.goto('/')
    const section = page.locator('.games section').first()
    const next = page.getByRole('link', { name: /^Continue your game/ })
    await expect(next).toHaveAttribute('href', 'wotn/open')
    await page.goto('/games')
    await expect(page.locator('li', { has: page.locator('a[href="wotn/ended"]') })).toContainText('Black wins')
    // Without an open game there is nothing to continue.
    await page
      .getByRole('button', { name: /Delete/ })
      .last()
      .click()
    await page.goto('/')
    await expect(next).toHaveCount(0)
    await expect(section.getByRole('link', { name: 'View last game' })).toHaveAttribute('href', 'wotn/ended')
    // Taking a move back continues it.
    await page.goto('/wotn/ended')
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.goto('/')
    await expect(next).toHaveAttribute('href', 'wotn/ended')
    await expect(section.getByRole('link', { name: 'View last game' })).toHaveCount(0)
  },
)
