import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { audit, auditIf, expect, type Page, test } from './test.ts'

const pages = [
  { chunk: 'Gallery', open: (page: Page) => page.locator('main a[href="pieces"]').click() },
  { chunk: 'Lobby', open: (page: Page) => page.locator('header nav a[href="play"]').click() },
  { chunk: 'AccountPage', open: (page: Page) => page.locator('header a[href="account"]').click() },
] as const

/** playComputer starts a game against a computer that thinks for 3 s per move. */
async function playComputer(page: Page): Promise<Board> {
  await page.goto('/wotn/new')
  const dialog = page.locator('dialog')
  const black = dialog.getByRole('group', { name: 'Black', exact: true })
  await black.getByRole('combobox').first().selectOption('3000')
  await black.getByLabel('Playing strength').fill('14')
  await dialog.getByRole('button', { name: 'Start game' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Your move', { exact: true })).toBeVisible()
  return new Board(page)
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    for (const { chunk, open } of look.language === 'en' ? pages : pages.slice(0, 1)) {
      test(`${chunk} shows a notice when opened offline, and appears when the browser is online`, async ({
        page,
        context,
      }) => {
        await page.goto('/')
        await context.setOffline(true)
        await open(page)
        const notice = page.getByRole('alert').filter({ hasText: t('load.page') })
        await expect(notice).toContainText(t('load.offline'))
        await expectStillAccessible(page)
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
    test(
      `after an update that replaced a page's ${kind}, the page offers to load the new version`,
      auditIf(kind === 'css'),
      async ({ page }) => {
        await page.goto('/')
        await page.route(`**/assets/AccountPage-*.${kind}`, (route) => route.fulfill({ status: 404, body: 'gone' }))
        await page.route('/', async (route) => {
          const response = await route.fetch()
          const text = await response.text()
          await route.fulfill({ response, body: text.replace(/(<meta name="build" content=")[^"]+/, '$1later') })
        })
        await page.locator('header a[href="account"]').click()
        const notice = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' })
        await expect(notice).toContainText('Tafelrunde has been updated.')
        await page.unrouteAll()
        // The page also reloads itself, so the button may be gone.
        await notice
          .getByRole('button', { name: 'Reload' })
          .dispatchEvent('click', undefined, { timeout: 2000 })
          .catch(() => {})
        await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
        expect(new URL(page.url()).pathname).toBe('/account')
      },
    )
  }

  test(
    'a dialog that cannot be loaded says so in a dialog, and can be tried again or closed',
    audit,
    async ({ page }) => {
      await page.route('**/assets/NewWotn-*.js', (route) => route.abort())
      await page.goto('/wotn/new')
      const dialog = page.getByRole('dialog', { name: 'New game of Way of the Knight' })
      await expect(dialog.getByText('This dialog could not be loaded.')).toBeInViewport()
      await expectStillAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.goto('/wotn/new')
      await expect(dialog.getByText('This dialog could not be loaded.')).toBeInViewport()
      await page.unrouteAll()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog.getByRole('button', { name: 'Start game' })).toBeVisible()
    },
  )

  test('loading a page that failed once can be tried again', audit, async ({ page }) => {
    await page.goto('/')
    await page.route('**/assets/Rulebook-*.js', (route) => route.abort())
    await page.locator('a[href="rules/wotn"]').first().click()
    const notice = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' })
    await expect(notice).toContainText('loading failed')
    await page.unrouteAll()
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('main h1')).toHaveText(/Way of the Knight/)
  })

  test('a page opened while the server is not running appears when it is running again', audit, async ({ browser }) => {
    const server = new TestServer()
    await server.start()
    try {
      const context = await browser.newContext({ locale: 'en-GB', baseURL: `http://127.0.0.1:${server.port}` })
      const page = await context.newPage()
      await page.goto('/')
      await expect(page.locator('html[data-prerendered]')).toHaveCount(0)
      await server.kill()
      await page.locator('main a[href="pieces"]').click()
      await expect(page.getByText('The server cannot be reached.')).toBeVisible()
      await server.start()
      await expect(page.getByRole('heading', { level: 1, name: 'Pieces' })).toBeVisible()
      await context.close()
    } finally {
      await server.close()
    }
  })

  test('without the rules a game shows the cause, and starts when they can be loaded', audit, async ({ page }) => {
    await page.route('**/tafelrunde-*.wasm', (route) => route.abort())
    await page.goto('/wotn/new')
    await page.locator('dialog').getByRole('button', { name: 'Start game' }).click()
    const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'The game rules could not be loaded.' })
    await expect(notice).toContainText('loading failed')
    await page.unrouteAll()
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your move', { exact: true })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  test('a reload shows the game before the rules are loaded, and it can be played on', audit, async ({ page }) => {
    const board = await playComputer(page)
    await board.click('e2', 'e4')
    await expect(page.locator('.pair button:nth-of-type(2)')).toHaveCount(1)
    await expect(page.getByText('Your move', { exact: true })).toBeVisible()
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    let asked = false
    await page.route('**/tafelrunde-*.wasm', async (route) => {
      asked = true
      await held
      await route.continue()
    })
    await page.reload()
    await expect(page.locator('[data-piece]')).toHaveCount(32)
    await expect(page.getByText('Your move', { exact: true })).toBeVisible()
    await board.click('d2', 'd3')
    await expect(page.locator('.pair button')).toHaveCount(2)
    expect(asked).toBe(true)
    go()
    await expect(page.locator('.pair:nth-of-type(2) button:nth-of-type(2)')).toHaveCount(1)
    await expect(page.getByText('Your move', { exact: true })).toBeVisible()
    // What begins before the rules answer goes on when they do.
    await page.reload()
    await page.getByRole('button', { name: 'Hint', exact: true }).click()
    await expect(page.locator('p.hint:not(.soft)')).toContainText('1 hint in this game.')
  })

  test('without the rules and the network a game starts when the network is back', audit, async ({ page, context }) => {
    let ready = false
    await page.route('**/tafelrunde-*.wasm', (route) => (ready ? route.continue() : route.abort()))
    await page.goto('/lancelot/new')
    await context.setOffline(true)
    await expect(page.locator('dialog').getByText('You are offline.')).toBeVisible()
    ready = true
    await context.setOffline(false)
    await expect(page.locator('dialog').getByText('8 × 8')).toBeVisible()
    await expect(page.locator('dialog').getByText('could not be loaded')).toHaveCount(0)
  })

  test('a game against the computer continues without the network', audit, async ({ page, context }) => {
    const board = await playComputer(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await context.setOffline(true)
    const black = page.locator('.pair button:nth-of-type(2)')
    await board.click('e2', 'e4')
    await expect(page.getByText('Merlin is thinking')).toBeVisible()
    // Taking back stops the search: its worker is terminated and a new one starts.
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByText('Your move', { exact: true })).toBeVisible()
    await board.click('d2', 'd4')
    await expect(black).toHaveCount(1)
    await expect(page.getByText('Your move', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    expect(requests.filter((address) => /wasm|worker/.test(address) && !address.startsWith('blob:'))).toEqual([])
  })

  for (const part of ['index-*.js', 'index-*.css', 'en-*.js']) {
    test(
      `when the page's ${part} cannot be loaded, a notice is shown`,
      auditIf(part !== 'index-*.js'),
      async ({ page }) => {
        await page.route(`**/assets/${part}`, (route) => route.abort())
        await page.goto('/pieces')
        const notice = page.getByRole('alert').filter({ hasText: 'Tafelrunde could not be loaded.' })
        await expect(notice).toBeVisible()
        await page.unrouteAll()
        await notice.getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Pieces' })).toBeVisible()
        await expect(notice).toHaveCount(0)
      },
    )
  }
})
