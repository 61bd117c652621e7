import { oneLook, textsOf, useLook } from './looks.ts'
import { newMembers } from './members.ts'
import { expectAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe('clubs', () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a person is admitted to a club and answers a notice', async ({ browser }) => {
      const [anna, bors] = await newMembers(server, browser, look, ['Anna', 'Bors'], { width: 390, height: 844 })
      const { page } = anna
      await page.goto('/clubs')
      await page.getByRole('button', { name: t('clubs.new') }).click()
      await page.getByLabel(t('clubs.name')).last().fill('Round Table')
      await page.getByLabel(t('clubs.text')).fill('# Welcome\n\nEvery **Friday**.')
      await page.getByRole('radio', { name: t('clubs.entry.request') }).check()
      await page.getByRole('button', { name: t('clubs.create') }).click()
      await expect(page.getByRole('heading', { name: 'Round Table' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
      await page.getByLabel(t('clubs.notice.new')).fill('Who comes?')
      await page.getByRole('button', { name: t('clubs.notice.post') }).click()
      await expect(page.getByText('Who comes?', { exact: true })).toBeVisible()

      await bors.page.goto('/clubs')
      await bors.page.getByRole('link', { name: 'Round Table' }).click()
      await bors.page.getByLabel(t('clubs.request.text')).fill('May I?')
      await bors.page.getByRole('button', { name: t('clubs.ask') }).click()
      await expect(bors.page.getByText(t('clubs.requested'))).toBeVisible()
      await page.reload()
      await expect(page.getByText('May I?')).toBeVisible()
      await page.getByRole('button', { name: t('clubs.request.accept') }).click()
      await expect(page.getByText('May I?')).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

      await bors.page.reload()
      await bors.page.getByRole('button', { name: t('clubs.reply'), exact: true }).click()
      await bors.page.getByLabel(t('clubs.reply.text')).fill('I do.')
      await bors.page.getByRole('button', { name: t('clubs.reply.post') }).click()
      await expect(bors.page.getByText('I do.', { exact: true })).toBeVisible()
      await expectAccessible(bors.page)
      await page.reload()
      await expect(page.getByText('I do.', { exact: true })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
