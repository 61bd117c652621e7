import { expect, test } from '@playwright/test'
import { Board } from './board.ts'
import { House } from './house.ts'
import { lookName, looks, speaking } from './looks.ts'
import { meet, turnOf } from './tables.ts'

const hour = 3_600_000

for (const look of looks) {
  test.describe(lookName(look), () => {
    const t = speaking(look.language)

    test('a correspondence flag falls when the days are over, though the server was away meanwhile', async ({
      browser,
    }) => {
      test.setTimeout(120_000)
      const house = new House()
      await house.open()
      const [ann, ben] = await meet(house, browser, look, async (dialog) => {
        await dialog.getByLabel(t('new-table.clock.kind')).selectOption('correspondence')
        await dialog.getByLabel(t('new-table.days')).selectOption('1')
      })
      await expect(turnOf(ann.page, t, 'Ann')).toBeVisible()
      await new Board(ann.page).click('e2', 'e4')
      // In correspondence a move is asked for by default.
      await ann.page.getByRole('button', { name: t('match.confirm.yes') }).click()
      await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()

      // After 23 hours there is time left, after 25 there is none.
      await house.kill()
      house.pass(23 * hour)
      await house.open()
      await ben.page.reload()
      await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()
      await new Board(ben.page).click('e7', 'e5')
      await ben.page.getByRole('button', { name: t('match.confirm.yes') }).click()
      await expect(turnOf(ann.page, t, 'Ann')).toBeVisible({ timeout: 20_000 })
      await house.kill()
      house.pass(25 * hour)
      await house.open()
      for (const { page } of [ann, ben]) {
        await expect(page.getByText(t('result.won', { who: 'Ben' }))).toBeVisible({ timeout: 20_000 })
        await expect(page.getByText(t('result.time'))).toBeVisible()
      }
      await ann.page.screenshot({ path: test.info().outputPath('flag.png') })
      await Promise.all([ann.context.close(), ben.context.close()])
      await house.close()
    })
  })
}
