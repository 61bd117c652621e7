import { oneLook, textsOf, useLook } from './looks.ts'
import { newMembers } from './members.ts'
import { expectAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe('tournaments', () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a tournament is created, entered, played and won', async ({ browser }) => {
      const [anna, bors] = await newMembers(server, browser, look, ['Anna', 'Bors'], { width: 390, height: 844 })
      const { page } = anna
      await page.goto('/tournaments')
      await page.getByRole('button', { name: t('tournaments.new') }).click()
      await page.getByLabel(t('tournament.name'), { exact: true }).fill('Evening')
      await page.getByRole('button', { name: t('tournament.create') }).click()
      await expect(page.getByRole('heading', { name: 'Evening' })).toBeVisible()
      await page.getByRole('button', { name: t('tournament.enter') }).click()
      await expect(page.getByText(t('tournament.entered'))).toBeVisible()

      await bors.page.goto('/tournaments')
      await bors.page.getByRole('link', { name: 'Evening' }).click()
      await bors.page.getByRole('button', { name: t('tournament.enter') }).click()
      await expect(bors.page.getByText(t('tournament.entered'))).toBeVisible()
      await expectAccessible(bors.page)

      await page.reload()
      await page.getByRole('button', { name: t('tournament.start-now') }).click()
      await expect(page.getByRole('heading', { name: t('tournament.standing') })).toBeVisible()
      await page.getByRole('link', { name: t('tournament.play') }).click()
      await page.getByRole('button', { name: t('game.resign') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('game.resign') })
        .click()
      await page.goBack()
      await expect(async () => {
        await bors.page.reload()
        await expect(bors.page.getByRole('link', { name: t('tournament.certificate') })).toBeVisible({ timeout: 1000 })
      }).toPass()
      await expectAccessible(bors.page)
      await bors.page.getByRole('link', { name: t('tournament.certificate') }).click()
      await expect(bors.page.getByText(t('tournament.place', { place: 1, all: 2 }))).toBeVisible()
      await expectAccessible(bors.page)
    })
  })
}
