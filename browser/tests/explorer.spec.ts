import { readFileSync } from 'node:fs'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { newMembers, playedMatch } from './members.ts'
import { TestServer } from './server.ts'
import { useBetza } from './tables.ts'
import { audit, auditIf, expect, type Page, picture, test } from './test.ts'

/** Pages load slowly on a busy machine. */
const slow = { timeout: 60_000 }

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const panel = (page: Page) => page.getByRole('region', { name: t('explorer.title') })
    const open = async (page: Page) => {
      await panel(page)
        .getByRole('button', { name: t('explorer.title') })
        .click()
    }
    const moves = (page: Page) => panel(page).locator('.play')

    test('moves of engine games are listed, played with the keyboard, and there without a connection', async ({
      page,
    }) => {
      test.setTimeout(180_000)
      await useBetza(page)
      await page.addInitScript(() => localStorage.setItem('tafelrunde.engine', '{"on":false}'))
      const stored = page.waitForResponse(/api\/explorer\/tables\/wotn$/)
      await page.goto('/analysis/wotn')
      await open(page)
      await expect(moves(page).nth(3)).toBeVisible(slow)
      await expect(panel(page).getByRole('row').nth(1)).toContainText('%')
      await stored
      await moves(page).first().focus()
      await page.keyboard.press('ArrowDown')
      await expect(moves(page).nth(1)).toBeFocused()
      const second = (await moves(page).nth(1).textContent()) ?? ''
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: t('game.moves'), exact: true }).locator('.move')).toHaveText(second)
      await expect(moves(page).first()).toBeVisible()

      // The choice is kept. Without the server the table of the engine's games is enough.
      await page.route(/api\/explorer/, (route) => route.abort())
      await page.reload()
      await expect(panel(page)).toContainText(t('explorer.offline'), slow)
      await expect(moves(page).first()).toBeVisible()
      await page.goto('/analysis/lancelot')
      await expect(panel(page).getByRole('alert')).toContainText(t('explorer.not-loaded'), slow)
      await page.unroute(/api\/explorer/)
      await panel(page)
        .getByRole('button', { name: t('explorer.retry') })
        .click()
      await expect(moves(page).first()).toBeVisible()
      await moves(page).first().click()
      await expect(page.getByRole('region', { name: t('lancelot.log'), exact: true }).locator('.move')).toHaveCount(1)
    })

    test('public games behind a number can be opened', audit, async ({ browser }) => {
      const [ann, ben] = await newMembers(server, browser, look, ['Ann', 'Ben'])
      const match = await playedMatch([ann, ben], { game: 'wotn', variant: 'wotn' }, ['f2f3', 'e7e5', 'g2g4'])
      const { page } = ben
      await page.goto('/analysis/wotn')
      await open(page)
      await panel(page)
        .getByRole('button', { name: t('explorer.public') })
        .click()
      await expect(moves(page)).toHaveCount(1)
      await panel(page).locator('.list').click()
      const link = panel(page).getByRole('link')
      await expect(link).toHaveText(/Ann.*–.*Ben/)
      await link.click()
      await expect(page).toHaveURL(`/match/${match}/1`)
    })

    for (const [address, move, mark] of [
      ['/analysis/wotn#variant=wotn&moves=e2e4', 'e4', 'Re2e4'],
      ['/analysis/lancelot#turns=e5', 'e5', 'Re5h8'],
    ] as const) {
      test(`images of a position are saved, with its arrows: ${mark}`, auditIf(move === 'e5'), async ({ page }) => {
        await page.goto(address)
        await page
          .getByRole('button', { name: new RegExp(move) })
          .first()
          .waitFor()
        await page.getByLabel(t('notes.marks')).fill(mark)
        await page.getByLabel(t('notes.marks')).press('Enter')
        await page.getByRole('button', { name: t('analysis.share.title') }).click()
        for (const [name, start] of [
          ['SVG', '<svg '],
          ['PNG', '\u0089PNG'],
        ] as const) {
          const saved = page.waitForEvent('download')
          await page.getByRole('button', { name, exact: true }).click()
          const path = await (await saved).path()
          const image = readFileSync(path).toString('latin1')
          expect(image.slice(0, start.length)).toBe(start)
          if (name === 'SVG') expect(image).toContain('brush-red')
        }
      })
    }

    test(
      'images need the server: a failure is said until the choice changes, and offline before the click',
      audit,
      async ({ page, context }) => {
        await page.goto('/analysis/wotn#variant=wotn&moves=e2e4')
        await page.getByRole('button', { name: /e4/ }).first().waitFor()
        await page.getByRole('button', { name: t('analysis.share.title') }).click()
        const dialog = page.getByRole('dialog')
        await page.route(/diagram\.svg/, (route) => route.abort())
        await dialog.getByRole('button', { name: 'SVG', exact: true }).click()
        await expect(dialog.getByRole('alert')).toHaveText(t('refusal.unreachable'))
        await dialog.getByLabel(t('game.gif.delay')).selectOption('1500')
        await expect(dialog.getByRole('alert')).toHaveCount(0)
        await context.setOffline(true)
        for (const name of ['SVG', 'PNG', t('game.gif.save')]) {
          const button = dialog.getByRole('button', { name, exact: true })
          await expect(button).toBeDisabled()
          await expect(button).toHaveAccessibleDescription(t('game.image.offline'))
        }
        await dialog.getByText(t('game.image.offline')).scrollIntoViewIfNeeded()
        await picture(page, 'offline')
        await context.setOffline(false)
        await expect(dialog.getByRole('button', { name: 'SVG', exact: true })).toBeEnabled()
      },
    )

    test('positions for three have no games', audit, async ({ page }) => {
      await page.goto('/analysis/lancelot#position=10/10/10/10/10/10/10/10/10/10_a_0,0,0_30,30,30_-_basic_8')
      await open(page)
      await expect(panel(page)).toContainText(t('explorer.unsupported'), slow)
    })
  })
}
