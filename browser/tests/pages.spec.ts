import { violations } from './axe.ts'
import { Board } from './board.ts'
import { lookName, looks, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { openMenu } from './tables.ts'
import { audit, auditIf, expect, type Page, test } from './test.ts'

/** All addresses, each with an element that is visible when the page is ready. */
const addresses: readonly (readonly [path: string, ready: string])[] = [
  ['/', '.demo .piece'],
  ['/pieces', 'main .own'],
  ['/pieces/knight', 'article svg.diagram'],
  ['/pieces/watchtower', 'article svg.diagram'],
  ['/learn', 'main h3'],
  ['/rules/wotn', 'article h2'],
  ['/rules/lancelot', 'article h2'],
  ['/wotn/new', 'dialog'],
  ['/lancelot/new', 'dialog'],
  ['/wotn/paste', 'dialog textarea'],
  ['/lancelot/paste', 'dialog textarea'],
  ['/play', 'main .tiles'],
  ['/leaderboards', 'main select'],
  ['/games', 'main a.primary'],
  ['/following', 'main a.button'],
  ['/studies', 'main nav'],
  ['/analysis/wotn', '.pvs button'],
  ['/analysis/lancelot', '.pvs button'],
  ['/play/new', 'dialog'],
  ['/wotn', 'main h1'],
  ['/imprint', 'article h1'],
  ['/privacy', 'article table'],
  ['/join#invitation', 'main form'],
  ['/nowhere/at/all', 'main h1'],
]

/** The pages of which `make test` runs the sweep; shell.spec.ts opens the others on a small phone. */
const sample = ['/', '/learn', '/rules/wotn', '/wotn/new', '/play', '/analysis/wotn', '/nowhere/at/all']

/** excess returns the number of pixels by which the page is wider than the window. */
function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

for (const look of looks) {
  test.describe(lookName(look), () => {
    useLook(look)

    // Neighbouring pages take turns with the looks.
    for (const [path, ready] of addresses.filter((_, i) => oneLook(i).includes(look))) {
      test(
        `${path} is accessible, fits 360 pixels and logs nothing`,
        auditIf(!sample.includes(path)),
        async ({ page }) => {
          const logged: string[] = []
          page.on('console', (message) => {
            if (!message.text().includes('Service Worker registration blocked by Playwright'))
              logged.push(message.text())
          })
          page.on('pageerror', (error) => logged.push(error.message))
          await page.goto(path)
          await expect(page.locator(ready).first()).toBeVisible()
          expect(await violations(page)).toEqual([])
          await page.setViewportSize({ width: 360, height: 740 })
          expect(await excess(page)).toBeLessThanOrEqual(0)
          expect(logged).toEqual([])
        },
      )
    }

    // The longest text of both languages.
    for (const game of ['wotn', 'lancelot']) {
      if (!oneLook(1).includes(look)) continue
      test(
        `the short rules of ${game} fit on one screen and on two pages`,
        auditIf(game === 'lancelot'),
        async ({ page }) => {
          await page.setViewportSize({ width: 1280, height: 800 })
          await page.goto(`/rules/${game}`)
          const last = await page.locator('.cards section').last().boundingBox()
          expect((last?.y ?? 800) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
          for (const format of ['A4', 'Letter']) {
            const paper = (await page.pdf({ format })).toString('latin1')
            expect(paper.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2)
          }
          expect(await excess(page)).toBeLessThanOrEqual(0)
          await page.setViewportSize({ width: 390, height: 900 })
          expect(await excess(page)).toBeLessThanOrEqual(0)
        },
      )
    }
  })
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('axe finds no violations in the choice of a handicap', audit, async ({ page }) => {
      await page.goto('/wotn/new')
      await page.getByText(t('new.handicap'), { exact: true }).click()
      const start = new Board(page, page.locator('dialog'))
      // The board may move until its pieces are loaded.
      await expect(start.square('b1')).toHaveAttribute('aria-label', /Knight|Ritter/)
      await start.press('b1')
      await expect(page.locator('dialog').getByRole('dialog')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('axe finds no violations in games', async ({ page }) => {
      await page.goto('/wotn/new')
      await page
        .getByRole('group', { name: t('color.b'), exact: true })
        .getByRole('combobox')
        .selectOption('person')
      await page.getByRole('button', { name: t('new.start') }).click()
      const board = new Board(page)
      await board.click('e2', 'e4')
      await board.press('d7')
      expect(await violations(page), 'Way of the Knight').toEqual([])
      await openMenu(page, t)
      await expectStillAccessible(page)
      await page.getByText(t('game.text')).click()
      await expect(page.getByLabel(t('game.record'), { exact: true })).not.toHaveValue('')
      expect(await violations(page), 'the texts').toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: t('game.resign') }).click()
      await expectStillAccessible(page)

      await page.goto('/lancelot/new')
      await page.getByRole('radio', { name: /4/ }).first().check()
      await page.getByRole('checkbox', { name: t('new.diagonals') }).check()
      await page.getByRole('checkbox', { name: t('new.excalibur') }).check()
      await page
        .getByRole('group', { name: t('seat.3'), exact: true })
        .getByRole('combobox')
        .selectOption('person')
      await page.getByRole('button', { name: t('new.start') }).click()
      await board.press('g7')
      await expect(page.getByRole('button', { name: t('lancelot.kings-power.use') })).toBeVisible()
      await board.hover('f8')
      expect(await violations(page), 'Lancelot').toEqual([])
      await openMenu(page, t)
      await page.getByRole('button', { name: t('game.players') }).click()
      await expectStillAccessible(page)
    })

    test('a game does not scroll horizontally at 360 pixels', audit, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const game of ['wotn', 'lancelot']) {
        await page.goto(`/${game}/new`)
        if (game === 'lancelot') await page.getByRole('radio', { name: /5/ }).check()
        await page.getByRole('button', { name: t('new.start') }).click()
        await expect(page.locator('dialog')).toHaveCount(0)
        await expect(page.getByRole('main').getByRole('grid')).toBeVisible()
        await openMenu(page, t)
        await page.getByText(t('game.text')).click()
        expect(await excess(page), game).toBeLessThanOrEqual(0)
        const width = await page
          .getByRole('main')
          .getByRole('grid')
          .evaluate((grid) => grid.getBoundingClientRect().width)
        expect(width, `the board of ${game}`).toBeGreaterThan(290)
      }
    })
  })
}

test.describe('a browser with German as its language', () => {
  test.use({ locale: 'de-AT' })

  test('shows German texts until another language is chosen', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByText('So wird gespielt').first()).toBeVisible()
    await page.getByLabel('Sprache').selectOption('en')
    await expect(page.getByText('How to play').first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.reload()
    await expect(page.getByText('How to play').first()).toBeVisible()
    await page.goto('/rules/wotn')
    await expect(page).toHaveTitle('Way of the Knight: Rules · Tafelrunde')
    await page.getByLabel('Language').selectOption('de')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('die Regeln')
    await expect(page).toHaveTitle('Way of the Knight: Regeln · Tafelrunde')
  })

  test('stores the chosen colour scheme', audit, async ({ page }) => {
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await page.goto('/')
    expect(await scheme()).toBe('light dark')
    await page.getByLabel('Farbschema').selectOption('dark')
    expect(await scheme()).toBe('dark')
    await page.reload()
    expect(await scheme()).toBe('dark')
  })
})

test('a page starts to load all its parts at once', audit, async ({ page }) => {
  for (const [path, ready] of addresses) {
    if (/new|paste|leaderboards|nowhere|^.wotn$/.test(path)) continue // The server does not know them.
    await page.goto(path)
    await expect(page.locator(ready).first()).toBeVisible()
    const late = await page.evaluate(() => {
      const named = [...document.querySelectorAll<HTMLElement & { href?: string; src?: string }>('link, script')]
      const linked = new Set(named.map(({ href, src }) => href ?? src))
      const shown = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return resources
        .filter(({ name, startTime }) => /\.(js|css)$/.test(name) && startTime < shown)
        .filter(({ name, initiatorType }) => initiatorType === 'script' && !linked.has(name))
        .map(({ name }) => name)
    })
    expect(late, path).toEqual([])
  }
})

test('going back and forth logs no errors or warnings', async ({ browser }) => {
  // Playwright warns if it blocks the service worker.
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/rules/lancelot')
  await page.getByRole('navigation').getByRole('link').last().click()
  await page.goBack()
  await expect(page.locator('article h2').first()).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

for (const game of ['wotn', 'lancelot'] as const) {
  test(
    `the rules of ${game} show diagrams without running the rules, and a position can be tried`,
    auditIf(game === 'lancelot'),
    async ({ page }) => {
      const programs: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('.wasm')) programs.push(request.url())
      })
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(`/rules/${game}`)
      const figure = page.locator('article figure:has(button)').first()
      await expect(figure.getByRole('img')).toBeVisible()
      const drawn = figure.locator('use').first()
      // The figure is replaced when the prerendered page runs.
      await expect.poll(() => drawn.evaluate((use) => (use as SVGUseElement).getBBox().width)).toBeGreaterThan(50)
      await page.waitForLoadState('networkidle')
      expect(programs).toEqual([])

      await figure.getByRole('button', { name: 'Try it' }).click()
      await expect(page).toHaveURL(new RegExp(`/${game}/[a-z0-9]+$`))
      await expect(page.locator('main [role=gridcell]').first()).toBeVisible()
      await expect(page.locator('main .layer .piece').first()).toBeVisible()
    },
  )
}

test('a link to a paragraph opens the exact rules', async ({ page }) => {
  await page.goto('/rules/lancelot')
  await expect(page.locator('[id="p4.7"]')).toBeHidden()
  await page.getByText('Exact rules').click()
  await expect(page.locator('[id="p4.7"]')).toBeVisible()
  await expectStillAccessible(page)
  await page.goto('/rules/wotn#p5.5')
  await expect(page.locator('[id="p5.5"]')).toBeInViewport()
  await page.getByText('Exact rules').click()
  await page.getByRole('link', { name: '7 Draws' }).click()
  await expect(page.locator('#p7')).toBeInViewport()
})

test('axe finds no violations in the exact rules of Way of the Knight', audit, async ({ page }) => {
  await page.goto('/rules/wotn#p5.5')
  await expect(page.locator('[id="p5.5"]')).toBeInViewport()
  expect(await violations(page)).toEqual([])
})

test('a failure to load the rules is shown, and loading can be tried again', audit, async ({ page }) => {
  await page.route('**/tafelrunde-*.wasm', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('button', { name: 'Play the computer' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The game rules could not be loaded')
  await page.unroute('**/tafelrunde-*.wasm')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('main .piece').first()).toBeVisible()
  await expect(alert).toHaveCount(0)
})
