import { Board } from './board.ts'
import { lookName, oneLook, textsOf } from './looks.ts'
import { TestServer } from './server.ts'
import { startMatch, turnOf } from './tables.ts'
import { expect, picture, test } from './test.ts'

const hour = 3_600_000

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('a correspondence game is lost on time, also if the server was not running meanwhile', async ({ browser }) => {
      const server = new TestServer()
      await server.start()
      const clock = { kind: 'correspondence', perTurn: 24 * hour } as const
      const [ann, ben] = await startMatch(server, browser, look, { clock })
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
      await server.kill()
      server.shiftTime(2 * hour)
      await server.start()
      for (const [{ page }, result] of [
        [ann, t('result.you-won')],
        [ben, t('result.you-lost')],
      ] as const) {
        await expect(page.getByText(result)).toBeVisible({ timeout: 20_000 })
        await expect(page.getByText(t('result.time'))).toBeVisible()
      }
      await picture(ann.page, 'flag')
      await Promise.all([ann.context.close(), ben.context.close()])
      await server.close()
    })
  })
}
