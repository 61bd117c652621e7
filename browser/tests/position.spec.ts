import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { TestServer } from './server.ts'
import { openMenu, sitDown } from './tables.ts'
import { audit, expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const start = '4k3/8/8/8/8/2n5/4P3/4K3 b - - 0 30'

    test('a position fixes the game, the seats and the target of a table', audit, async ({ browser }) => {
      const { page } = await server.newPerson(browser, look)
      const lancelot = '8/8/8/3a1ba1/8/8/8/8 b 0,0 28,29 - basic 7'
      await page.goto(`/play/new#${new URLSearchParams({ variant: 'lancelot', position: lancelot })}`)
      const dialog = page.getByRole('dialog', { name: t('new-table.title') })
      await expect(dialog.getByText(t('lancelot.rules', { seats: 2, target: 7 }))).toContainText(
        t('new-table.position.first', { who: t('seat.1') }),
      )
      for (const label of ['new.seats', 'new.target', 'new.first', 'new.diagonals'] as const)
        await expect(dialog.getByLabel(t(label))).toHaveCount(0)
      await expect(dialog.getByRole('radio')).toHaveCount(0)

      // A position of the other game is recognised, and only variants in which it is legal are offered.
      const position = dialog.getByLabel(t('new-table.position.label'), { exact: true })
      await position.fill('4k3/8/8/8/8/2v5/4P3/4K3 w - - 0 30')
      await expect(dialog.getByRole('radio')).not.toHaveCount(0)
      await expect(dialog.getByLabel(t('new.variant.chess'))).toHaveCount(0)

      await position.fill(lancelot)
      await dialog.getByLabel(t('online.name')).fill('Anna')
      await dialog.getByRole('button', { name: t('lobby.open') }).click()
      await expect(page.getByLabel(t('match.link'), { exact: true })).toBeVisible()
    })

    test('a game against the computer begins in the editor, with its strength and a side', async ({ page }) => {
      await page.goto(`/analysis/wotn#${new URLSearchParams({ variant: 'wotn', setup: start.replaceAll(' ', '_') })}`)
      await page.getByRole('button', { name: t('setup.computer') }).click()
      const dialog = page.getByRole('dialog', { name: t('play-on.title') })
      const level = dialog.getByRole('slider', { name: t('player.level') })
      await expect(level).toHaveValue('3')
      await level.fill('0')
      const side = dialog.getByLabel(t('play-on.side'))
      await expect(side.locator('option:checked')).toHaveText(t('play-on.to-move', { who: t('color.b') }))
      await side.selectOption({ label: t('color.w') })
      await dialog.getByRole('button', { name: t('play-on.start') }).click()
      await expect(page).toHaveURL(/\/wotn\/\w+$/)
      // Black, the computer, is to move.
      await expect(page.getByRole('region', { name: t('game.moves'), exact: true }).locator('.move')).toHaveCount(1)
      const saved = await page.evaluate(
        () => Object.entries(localStorage).find(([key]) => key.startsWith('tafelrunde.game.'))?.[1],
      )
      const game = JSON.parse(saved ?? '{}')
      expect(game.players.map(({ by }: { by: string }) => by)).toEqual(['person', 'computer'])
      expect([game.white, game.flipped, game.players[1].level]).toEqual([0, false, 11])
    })

    test('a game goes on online from a position of the analysis board', audit, async ({ browser }) => {
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
      await expect(dialog.getByRole('alert')).toContainText(t('problem.no-king', { color: t('color.b') }))
      await expect(position).toBeFocused()
      await position.fill(start)
      await dialog.getByLabel(t('new-table.color')).selectOption('0')
      await dialog.getByRole('button', { name: t('lobby.open') }).click()
      await expect(page.getByLabel(t('match.link'), { exact: true })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(t('online.position'))

      const other = await server.newPerson(browser, look)
      await other.page.goto('/play')
      await expect(other.page.getByRole('main')).toContainText(t('online.position'))
      await other.page.goto(page.url())
      await expect(other.page.getByRole('main')).toContainText(t('online.position'))
      await sitDown(other.page, t, new URL(page.url()).pathname, 'Ben')
      await expect(other.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
      const board = new Board(other.page)
      await board.click('e8', 'd7')
      await expect(page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
    })
  })
}
