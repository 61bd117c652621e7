import { lookName, oneLook, textsOf } from './looks.ts'
import { newMembers, playedMatch } from './members.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { expect, picture, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('a moderator compares games with the engine, on a phone', async ({ browser }) => {
      const suffix = `${look.language} ${test.info().retry}`
      const members = [`Mia ${suffix}`, `Anna ${suffix}`, `Bors ${suffix}`] as const
      const [mod, anna, bors] = await newMembers(server, browser, look, members)
      server.admin('role', members[0], 'moderator')
      const moves =
        'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 b1d2 a7a6 c4b3 c5a7 h2h3 h7h6 d2f1 e8g8 f1g3 f8e8'.split(' ')
      await playedMatch([anna, bors], { game: 'wotn', variant: 'chess' }, moves)

      const { page } = mod
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/admin')
      const reports = page.getByRole('region', { name: t('admin.reports'), exact: true })
      await expect(reports).toBeVisible()
      const parts = page.getByRole('navigation', { name: t('admin.title') })
      await parts.getByRole('button', { name: t('admin.people') }).click()
      await expect(reports).toBeHidden()
      const people = page.getByRole('region', { name: t('admin.people'), exact: true })
      await people.getByLabel(t('admin.people.name')).fill(members[1])
      await people.getByRole('button', { name: t('admin.people.find') }).click()
      const fairPlay = page.getByRole('region', { name: t('fair-play.title'), exact: true })
      await fairPlay.getByRole('button', { name: t('fair-play.compare') }).click()
      await expect(fairPlay.getByRole('status')).toContainText(t('fair-play.state.done'), { timeout: 120_000 })
      await expect(fairPlay.getByText(t('fair-play.of', { n: 2, of: 10 }))).toHaveCount(2)
      await fairPlay.locator('summary').click()
      const table = fairPlay.locator('details table')
      await expect(table.getByRole('row')).toHaveCount(11)
      await expect(table.getByText(t('fair-play.not.opening'))).toHaveCount(8)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await expectStillAccessible(page)
      await picture(page, 'fair-play', true)
      await parts.getByRole('button', { name: t('admin.audit') }).click()
      const log = page.getByRole('region', { name: t('admin.audit'), exact: true })
      await expect(log.getByRole('listitem').filter({ hasText: t('admin.action.fair-play') })).toContainText(members[1])
      expect(server.admin('fair-play', members[1], '--moves')).toContain('moves              10, 2 compared')

      await parts.getByRole('button', { name: t('admin.people') }).click()
      await people.getByLabel(t('admin.people.name')).fill(members[0])
      await people.getByRole('button', { name: t('admin.people.find') }).click()
      await fairPlay.getByRole('button', { name: t('fair-play.compare') }).click()
      await expect(fairPlay.getByRole('status')).toContainText(t('fair-play.no-games'), { timeout: 60_000 })
      await expect(fairPlay.locator('dl')).toHaveCount(0)
      expect(server.admin('fair-play', members[0])).not.toContain('accuracy')
      for (const { context } of [mod, anna, bors]) await context.close()
    })
  })
}
