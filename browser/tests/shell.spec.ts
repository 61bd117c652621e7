import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, expectStillAccessible, newPerson } from './people.ts'
import { audit, auditIf, expect, type Page, test } from './test.ts'

/** The sizes of phones, upright and on the side, and of a tablet. */
const phones = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 768, height: 1024 },
]

const paths = [
  '/',
  '/play',
  '/account',
  '/security',
  '/settings',
  '/following',
  '/learn',
  '/learn/wotn-start/4',
  '/rules/wotn',
  '/rules/lancelot',
  '/pieces',
  '/analysis/wotn',
  '/analysis/lancelot',
  '/pieces/lord',
  '/games',
  '/wotn/new',
  '/lancelot/new',
  '/play/new',
  '/leaderboards',
  '/following',
  '/studies',
  '/privacy',
  '/nowhere',
]
/** Pages for the header and the bottom bar, which are the same everywhere. */
const few = ['/', '/learn/wotn-start/4', '/rules/wotn', '/analysis/wotn']

/**
 * smallTargets returns the targets in `within` that are smaller than 44 pixels in one direction. The label of a field counts as
 * part of it; links between other text, the squares of boards and what only screen readers show do not count.
 */
function smallTargets(page: Page, within: string): Promise<string[]> {
  return page.evaluate((within) => {
    const small: string[] = []
    for (const target of document.querySelectorAll<HTMLElement>(
      `:is(${within}) :is(a[href], button, select, input, textarea, summary)`,
    )) {
      if (target.closest('[role="grid"], [inert], .spoken')) continue
      const parent = target.parentElement as Element
      const text = [...parent.childNodes].some((node) => node.nodeName !== 'A' && node.textContent?.trim())
      if (text && target.matches('a') && getComputedStyle(target).display === 'inline') continue
      const label = target.matches('input') ? target.closest('label') : null
      const { width, height } = (label ?? target).getBoundingClientRect()
      if (width <= 1 || height <= 1 || getComputedStyle(target).visibility === 'hidden') continue
      if (width >= 43.5 && height >= 43.5) continue
      small.push(`${target.outerHTML.slice(0, 120)}: ${Math.round(width)} × ${Math.round(height)}`)
    }
    return small
  }, within)
}

test.describe('on phones', () => {
  test.use({ hasTouch: true, isMobile: true })

  for (const viewport of phones) {
    test(
      `all targets are large enough, and nothing is too wide or logged, at ${viewport.width} × ${viewport.height}`,
      auditIf(viewport.width > 360),
      async ({ page }) => {
        await page.setViewportSize(viewport)
        // All pages, with an account, on the smallest screen.
        const whole = viewport === phones[0]
        const visited = whole ? [...paths] : few
        if (whole) {
          const data = { name: `Size${crypto.randomUUID().slice(0, 8)}`, password: 'correct horse battery' }
          const { id } = await (await page.request.post('/api/account', { data })).json()
          visited.push(`/people/${id}`)
        }
        const logged: string[] = []
        page.on('console', (message) => {
          if (!message.text().includes('Service Worker registration blocked by Playwright')) logged.push(message.text())
        })
        page.on('pageerror', (error) => logged.push(error.message))
        for (const path of visited) {
          await page.goto(path)
          await expect(page.locator('main :is(h1, h2, [role="grid"])').filter({ visible: true }).first()).toBeVisible()
          if (path.endsWith('/new')) await expect(page.locator('dialog form')).toBeVisible()
          expect(
            await smallTargets(page, whole ? 'header, nav.bottom, main, dialog' : 'header, nav.bottom'),
            path,
          ).toEqual([])
          const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(await wider(), path).toBeLessThanOrEqual(0)
          const upright = viewport.width < 768 && viewport.height > viewport.width
          await expect(page.locator('nav.bottom'), path).toBeVisible({ visible: upright })
          // On a short screen the analysis has the whole height, and the pages are in its menu.
          const bare = path.startsWith('/analysis/') && viewport.width > viewport.height && viewport.height < 500
          await expect(page.locator('header nav'), path).toBeVisible({ visible: !upright && !bare })
        }
        expect(logged).toEqual([])
      },
    )
  }

  test('the bottom bar leads to the sections, and never covers the end of a page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const bar = page.locator('nav.bottom')
    for (const path of ['/play', '/learn', '/rules/wotn', '/account']) {
      const link = bar.locator(`a[href="${path.slice(1)}"]`)
      await link.tap()
      await expect(page).toHaveURL(path)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(page.locator('main :is(h1, h2, [role="grid"])').filter({ visible: true }).first()).toBeVisible()
      const overlap = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight)
        const bar = document.querySelector('nav.bottom')?.getBoundingClientRect()
        const main = document.querySelector('main')?.getBoundingClientRect()
        return (main?.bottom ?? 0) - (bar?.top ?? 0)
      })
      expect(overlap, path).toBeLessThanOrEqual(0.5)
    }
  })

  test('the bottom bar gives way while somebody types', audit, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/account')
    const field = page.getByRole('textbox').first()
    await field.tap()
    await expect(page.locator('nav.bottom')).toBeHidden()
    await field.blur()
    await expect(page.locator('nav.bottom')).toBeVisible()
  })
})

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('settings are applied at once and stay', async ({ page }) => {
      await page.goto('/')
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('settings.title') })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: t('settings.title') })).toBeVisible()
      const root = page.locator('html')
      await page.getByRole('radio', { name: t('settings.theme.slate') }).check()
      await expect(root).toHaveAttribute('data-board', 'slate')
      await page.getByRole('radio', { name: t('settings.pieces.framed') }).check()
      await expect(root).toHaveAttribute('data-pieces', 'framed')
      await page.getByLabel(t('settings.animation'), { exact: true }).selectOption('off')
      await page.getByLabel(t('settings.notation'), { exact: true }).selectOption('names')
      await page.getByRole('checkbox', { name: t('settings.sound.check'), exact: true }).uncheck()
      await page.getByRole('checkbox', { name: t('settings.coordinates') }).uncheck()
      await page.reload()
      await expect(root).toHaveAttribute('data-board', 'slate')
      await expect(root).toHaveAttribute('data-pieces', 'framed')
      await expect(root).toHaveAttribute('data-animation', 'off')
      await expect(page.getByRole('checkbox', { name: t('settings.sound.check'), exact: true })).not.toBeChecked()
      await expect(page.getByRole('checkbox', { name: t('settings.sound.move'), exact: true })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: t('settings.coordinates') })).not.toBeChecked()
      await expect(page.getByLabel(t('settings.notation'), { exact: true })).toHaveValue('names')
    })

    test('the preview plays a move and takes it back', audit, async ({ page }) => {
      await page.goto('/settings')
      await page.getByRole('button', { name: t('settings.preview') }).click()
      await page.getByRole('button', { name: t('settings.preview.back') }).click()
      await expect(page.getByRole('button', { name: t('settings.preview') })).toBeVisible()
    })

    test('sound is switched off and on in the header', audit, async ({ page }) => {
      await page.goto('/settings')
      const button = page.getByRole('banner').getByRole('button', { name: t('app.sound') })
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'false')
      await expect(page.getByRole('checkbox', { name: t('settings.sound'), exact: true })).not.toBeChecked()
      await expect(page.getByRole('slider', { name: t('settings.volume') })).toBeDisabled()
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
    })

    test('axe finds no violations in the settings and in the menu of an account', audit, async ({ page }) => {
      await page.goto('/settings')
      await expectAccessible(page)
      const name = `Menu${crypto.randomUUID().slice(0, 8)}`
      await page.request.post('/api/account', { data: { name, password: 'correct horse battery' } })
      await page.reload()
      const menu = page.getByRole('button', { name: t('app.menu', { name }) })
      await menu.click()
      await expect(page.getByRole('banner').getByRole('link', { name: t('account.profile') })).toBeVisible()
      await expectStillAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('banner').getByRole('link', { name: t('account.profile') })).toBeHidden()
      await expect(menu).toBeFocused()
      await menu.click()
      await page
        .getByRole('banner')
        .getByRole('button', { name: t('account.sign-out') })
        .click()
      await expect(page.getByRole('banner').getByRole('link', { name: t('account.sign-in') })).toBeVisible()
    })

    test('settings follow the account to another browser', async ({ page, browser, baseURL }) => {
      const account = { name: `Set${crypto.randomUUID().slice(0, 8)}`, password: 'correct horse battery' }
      await page.request.post('/api/account', { data: account })
      await page.goto('/settings')
      const stored = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.getByRole('radio', { name: t('settings.theme.slate') }).check()
      expect((await stored).status()).toBe(200)

      const { page: other, context } = await newPerson(browser, look, baseURL)
      await other.goto('/settings')
      await other.getByRole('radio', { name: t('settings.theme.parchment') }).check()
      await other.request.post('/api/login', { data: account })
      await other.reload()
      await expect(other.getByRole('radio', { name: t('settings.theme.slate') })).toBeChecked()
      await expect(other.locator('html')).toHaveAttribute('data-board', 'slate')
      const changed = other.waitForResponse((response) => response.request().method() === 'PUT')
      await other.getByRole('radio', { name: t('settings.theme.contrast') }).check()
      expect((await changed).status()).toBe(200)
      await page.reload()
      await expect(page.getByRole('radio', { name: t('settings.theme.contrast') })).toBeChecked()
      await context.close()
    })
  })
}
