import { lookName, looks, textsOf, useLook } from './looks.ts'
import { audit, auditIf, expect, type Page, test } from './test.ts'

test.use({ newVisitor: true, untilRunning: false })

/** holdScript keeps the script of the page back. It returns a function that lets it go. */
async function holdScript(page: Page): Promise<() => void> {
  let go = () => {}
  const promise = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/assets\/index-[\w-]+\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return () => go()
}

/**
 * Returns the places of all headings, links and buttons of a page, without what the page adds later. Texts may change: tiles of
 * the lobby say how many people wait.
 */
const places = (page: Page) =>
  page
    .getByRole('main')
    .locator(':is(h1, h2, a, button):not(details *, figcaption *, a[href="play#lobby-waiting"])')
    .or(page.locator('header'))
    .evaluateAll((elements) =>
      elements.slice(0, 12).map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [element.localName, ...[x, y, width, height].map(Math.round)].join(' ')
      }),
    )

for (const look of looks) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const german = look.language === 'de'

    for (const [path, heading] of [
      ['', t('home.headline')],
      ['play', t('lobby.title')],
      ['learn', t('learn.title')],
      ['rules/wotn', undefined],
      ['pieces', t('app.pieces')],
      ['analysis/wotn', t('analysis.title')],
      ['analysis/lancelot', t('analysis.title')],
    ] as const) {
      test(
        `/${path} is painted before its script is there, and nothing moves when it runs`,
        auditIf(german || !['', 'analysis/wotn'].includes(path)),
        async ({ page }) => {
          await page.setViewportSize({ width: 390, height: 844 })
          const go = await holdScript(page)
          await page.goto(`/${path}`, { waitUntil: 'commit' })
          const title = page.getByRole('heading', { level: 1, includeHidden: true })
          await expect(title).toBeVisible()
          if (heading) await expect(title).toHaveText(heading)
          await page.waitForFunction(() =>
            [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
          )
          // The layout asks for the fonts.
          await page.evaluate(() => {
            document.body.getBoundingClientRect()
            return document.fonts.ready
          })
          const before = await places(page)
          go()
          await expect(page.locator('html[data-prerendered]')).toHaveCount(0)
          // A server with finished games lists them at the end of the page.
          expect((await places(page)).slice(0, before.length)).toEqual(before)
        },
      )
    }

    test('a link that is pressed early works as soon as the page runs', auditIf(german), async ({ page }) => {
      const go = await holdScript(page)
      await page.goto('/play', { waitUntil: 'commit' })
      const box = await page.getByRole('link', { name: t('quick.custom'), includeHidden: true }).boundingBox()
      if (!box) throw new Error('the button is not there')
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      go()
      await expect(page.getByRole('dialog', { name: t('new-table.title') })).toBeVisible()
    })
  })
}

test('a saved game has its board and its texts at their places before its script is there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const box = (selector: string) => page.locator(selector).first().boundingBox()
  for (const game of ['wotn', 'lancelot']) {
    await page.goto(`/${game}/new`)
    await page.locator('dialog').getByRole('button', { name: 'Start game' }).click()
    await expect(page.locator('.layout > .actions button').first()).toBeVisible()
    const after = await Promise.all(['.layout > .board', '.layout > .card'].map(box))
    const go = await holdScript(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('.layout > .board')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    for (const [i, now] of (await Promise.all(['.layout > .board', '.layout > .card'].map(box))).entries()) {
      for (const size of ['x', 'y', 'width', 'height'] as const) {
        // Borders are fractions of a pixel.
        expect(Math.abs((now?.[size] ?? NaN) - (after[i]?.[size] ?? NaN)), `${game} ${i} ${size}`).toBeLessThan(2)
      }
    }
    go()
    await expect(page.locator('html[data-prerendered]')).toHaveCount(0)
    await page.unrouteAll()
  }
})

test('Tab that is pressed early moves the focus as soon as the page runs', audit, async ({ page }) => {
  const go = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
  await expect(page.locator('#app')).toHaveAttribute('inert')
  await page.keyboard.press('Tab')
  go()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Tafelrunde', exact: true })).toBeFocused()
})

test('what does not fit is not shown: another language, and games of one’s own', audit, async ({ page }) => {
  await page.goto('/')
  for (const [key, value, path, shown] of [
    ['tafelrunde.language', 'de', 'rules/wotn', false],
    ['tafelrunde.language', 'en', 'rules/wotn', true],
    ['tafelrunde.language', 'en', '', false],
  ] as const) {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [key, value] as const)
    await page.unrouteAll()
    const go = await holdScript(page)
    await page.goto(`/${path}`, { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-prerendered', shown ? path : 'hidden')
    await expect(page.locator('#app h1')).toBeVisible({ visible: shown })
    go()
    await expect(page.locator('html[data-prerendered]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('if the script cannot be loaded, a notice says so and links work', audit, async ({ page }) => {
  await page.route(/assets\/index-[\w-]+\.js$/, (route) => route.abort())
  await page.goto('/play')
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Rules' }).first().click()
  await expect(page).toHaveURL(/rules\/wotn$/)
  await expect(page.locator('html[data-prerendered]')).toHaveCount(0)
})
