import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { TestServer } from './server.ts'
import { openMenu } from './tables.ts'
import { expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const start = '4k3/8/8/8/8/2n5/4P3/4K3 b - - 0 30'

    test('a game goes on online from a position of the analysis board', async ({ browser }) => {
      const { page } = await server.newPerson(browser, look)
      await page.goto(`/analysis/wotn#variant=wotn&fen=${start.replaceAll(' ', '_')}`)
      await expect(page.locator('[data-square=c3]').first()).toHaveAccessibleName(/./)
      await openMenu(page, t)
      await page.getByRole('button', { name: t('play-on.title') }).click()
      await page.getByRole('link', { name: t('play-on.table.here') }).click()
      const dialog = page.getByRole('dialog', { name: t('new-table.title') })
      const position = dialog.getByLabel(t('new-table.position.label'), { exact: true })
      await expect(position).toHaveValue(start)
      await expect(dialog.getByText(t('new-table.position.once'))).toBeVisible()
      await expect(dialog.getByLabel(t('new-table.handicap'))).toHaveCount(0)
      await dialog.getByLabel(t('online.name')).fill('Anna')

      // A position that is over is refused; nothing that was entered is lost.
      await position.fill('4k3/8/8/8/8/8/8/4K3 w - - 0 1')
      await dialog.getByRole('button', { name: t('lobby.open') }).click()
      await expect(dialog.getByRole('alert')).toHaveText(t('refusal.start-over'))
      await position.fill('8/8/8/8/8/8/4P3/4K3 w - - 0 1')
      await dialog.getByRole('button', { name: t('lobby.open') }).click()
      await expect(dialog.getByRole('alert')).not.toHaveText(t('refusal.start-over'))
      await position.fill(start)
      await dialog.getByLabel(t('new-table.color')).selectOption('0')
      await dialog.getByRole('button', { name: t('lobby.open') }).click()
      await expect(page.getByLabel(t('match.link'), { exact: true })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(t('online.position'))

      const other = await server.newPerson(browser, look)
      await other.page.goto('/play')
      await expect(other.page.getByRole('main')).toContainText(t('online.position'))
      await other.page.goto(page.url())
      await other.page.getByLabel(t('online.name')).fill('Ben')
      await other.page
        .getByRole('button', { name: t('match.sit') })
        .first()
        .click()
      await expect(other.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
      const board = new Board(other.page)
      await board.click('e8', 'd7')
      await expect(page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
    })
  })
}
