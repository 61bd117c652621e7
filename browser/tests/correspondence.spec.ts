import { Board } from './board.ts'
import { lookName, oneLook, textsOf } from './looks.ts'
import { TestServer } from './server.ts'
import { startMatch, turnOf } from './tables.ts'
import { expect, test } from './test.ts'

const hour = 3_600_000

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('a correspondence game is lost on time, also if the server was not running meanwhile', async ({ browser }) => {
      const server = new TestServer()
      await server.start()
      const [ann, ben] = await startMatch(server, browser, look, async (dialog) => {
        await dialog.getByLabel(t('new-table.clock.kind')).selectOption('correspondence')
        await dialog.getByLabel(new RegExp(`^${t('new-table.days')}`)).selectOption('1')
      })
      await expect(turnOf(ann.page, t, 'Ann')).toBeVisible()
      await new Board(ann.page).click('e2', 'e4')
      // By default, correspondence moves must be confirmed.
      await ann.page.getByRole('button', { name: t('match.confirm.yes') }).click()
      await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()

      // The time per move is 24 hours.
      await server.kill()
      server.shiftTime(23 * hour)
      await server.start()
      await ben.page.reload()
      await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()
      await new Board(ben.page).click('e7', 'e5')
      await ben.page.getByRole('button', { name: t('match.confirm.yes') }).click()
      await expect(turnOf(ann.page, t, 'Ann')).toBeVisible({ timeout: 20_000 })
      await server.kill()
      server.shiftTime(25 * hour)
      await server.start()
      for (const [{ page }, result] of [
        [ann, t('result.you-lost')],
        [ben, t('result.you-won')],
      ] as const) {
        await expect(page.getByText(result)).toBeVisible({ timeout: 20_000 })
        await expect(page.getByText(t('result.time'))).toBeVisible()
      }
      await ann.page.screenshot({ path: test.info().outputPath('flag.png') })
      await Promise.all([ann.context.close(), ben.context.close()])
      await server.close()
    })
  })
}
