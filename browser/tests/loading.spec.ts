import { expect, type Page, test } from '@playwright/test'
import { Board } from './board.ts'
import { House } from './house.ts'
import { lookName, looks, speaking, wear } from './looks.ts'
import { sound } from './people.ts'

const pages = [
  { chunk: 'Gallery', open: (page: Page) => page.locator('nav a[href="/pieces"]').click() },
  { chunk: 'Lobby', open: (page: Page) => page.locator('nav a[href="/play"]').click() },
  { chunk: 'AccountPage', open: (page: Page) => page.locator('header a[href="/account"]').click() },
] as const

/** A game against the computer has begun, and the computer thinks for 3 s about each move. */
async function playComputer(page: Page): Promise<Board> {
  await page.goto('/wotn/new')
  const dialog = page.locator('dialog')
  const black = dialog.getByRole('group', { name: 'Black', exact: true })
  await black.getByRole('combobox').first().selectOption('3000')
  await black.getByLabel('Playing level').fill('10')
  await dialog.getByRole('button', { name: 'Start game' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('White to move', { exact: true })).toBeVisible()
  return new Board(page)
}

for (const look of looks) {
  test.describe(lookName(look), () => {
    wear(look)
    const t = speaking(look.language)

    for (const { chunk, open } of look.language === 'en' ? pages : pages.slice(0, 1)) {
      test(`${chunk} opened offline says so, and appears when the connection is back`, async ({ page, context }) => {
        await page.goto('/')
        await context.setOffline(true)
        await open(page)
        const notice = page.getByRole('alert').filter({ hasText: t('load.page') })
        await expect(notice).toContainText(t('load.offline'))
        await sound(page)
        await notice.getByRole('button', { name: t('app.try-again') }).click()
        await expect(notice).toContainText(t('load.offline'))
        await context.setOffline(false)
        await expect(page.locator('main h1')).toBeVisible()
        await expect(notice).toHaveCount(0)
      })
    }
  })
}

test.describe('in English', () => {
  test.use({ locale: 'en-GB' })

  for (const kind of ['js', 'css']) {
    test(`after an update that replaced a page's ${kind}, the page offers to load the new version`, async ({
      page,
    }) => {
      await page.goto('/')
      await page.route(`**/assets/Gallery-*.${kind}`, (route) => route.fulfill({ status: 404, body: 'gone' }))
      await page.route('/', async (route) => {
        const answer = await route.fetch()
        const text = await answer.text()
        await route.fulfill({ response: answer, body: text.replace(/index-[\w-]+\.js/, 'index-later.js') })
      })
      await page.locator('nav a[href="/pieces"]').click()
      const notice = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' })
      await expect(notice).toContainText('Tafelrunde has been updated.')
      await page.unrouteAll()
      await notice.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Pieces' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/pieces')
    })
  }

  test('a page that could not be fetched once can be fetched again', async ({ page }) => {
    await page.goto('/')
    await page.route('**/assets/Rulebook-*.js', (route) => route.abort())
    await page.locator('a[href="/rules/wotn"]').first().click()
    const notice = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' })
    await expect(notice).toContainText('loading failed')
    await page.unrouteAll()
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('main h1')).toHaveText(/Way of the Knight/)
  })

  test('a page that was asked for while the server was away appears when it is back', async ({ browser }) => {
    const house = new House()
    await house.open()
    try {
      const context = await browser.newContext({ locale: 'en-GB', baseURL: `http://127.0.0.1:${house.port}` })
      const page = await context.newPage()
      await page.goto('/')
      await house.kill()
      await page.locator('nav a[href="/pieces"]').click()
      await expect(page.getByText('The server cannot be reached.')).toBeVisible()
      await house.open()
      await expect(page.getByRole('heading', { level: 1, name: 'Pieces' })).toBeVisible()
      await context.close()
    } finally {
      await house.close()
    }
  })

  test('without the rules a game says why, and goes on when they can be fetched', async ({ page }) => {
    await page.route('**/tafelrunde.wasm', (route) => route.abort())
    await page.goto('/wotn/new')
    await page.locator('dialog').getByRole('button', { name: 'Start game' }).click()
    const notice = page.locator('main').getByRole('alert').filter({ hasText: 'The game rules could not be loaded.' })
    await expect(notice).toContainText('loading failed')
    await page.unrouteAll()
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('White to move', { exact: true })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  test('without the rules and the network a game waits for the network', async ({ page, context }) => {
    let ready = false
    await page.route('**/tafelrunde.wasm', (route) => (ready ? route.continue() : route.abort()))
    await page.goto('/lancelot/new')
    await context.setOffline(true)
    await expect(page.locator('dialog').getByText('You are offline.')).toBeVisible()
    ready = true
    await context.setOffline(false)
    await expect(page.locator('dialog').getByText('8 × 8')).toBeVisible()
    await expect(page.locator('dialog').getByText('could not be loaded')).toHaveCount(0)
  })

  test('a game against the computer goes on without the network once it has begun', async ({ page, context }) => {
    const board = await playComputer(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await context.setOffline(true)
    const black = page.locator('.pair button:nth-of-type(2)')
    await board.click('e2', 'e4')
    await expect(page.getByText('Black is thinking')).toBeVisible()
    // The computer is stopped in its thought, so that its worker ends and a new one begins.
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByText('White to move', { exact: true })).toBeVisible()
    await board.click('d2', 'd4')
    await expect(black).toHaveCount(1)
    await expect(page.getByText('White to move', { exact: true })).toBeVisible()
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
    expect(asked.filter((address) => /wasm|worker/.test(address) && !address.startsWith('blob:'))).toEqual([])
  })

  for (const part of ['*.js', '*.css']) {
    test(`when the page's own ${part} does not arrive, there is a notice instead of nothing`, async ({ page }) => {
      await page.route(`**/assets/index-${part}`, (route) => route.abort())
      await page.goto('/men')
      const notice = page.getByRole('alert').filter({ hasText: 'Tafelrunde could not be loaded.' })
      await expect(notice).toBeVisible()
      await page.unrouteAll()
      await notice.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Pieces' })).toBeVisible()
      await expect(notice).toHaveCount(0)
    })
  }
})
