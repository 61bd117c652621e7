import { lookName, oneLook, textsOf } from './looks.ts'
import { newMembers } from './members.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    test('a followed player is seen opening a table and playing, is watched, and unfollowed', async ({ browser }) => {
      const t = textsOf(look.language)
      const [ann, ben, cid] = await newMembers(server, browser, look, ['Ann', 'Ben', 'Cid'])
      const { page } = ann
      const { id } = await (await ben.page.request.get('/api/session')).json()
      await page.goto(`/people/${id}`)
      await page.getByRole('button', { name: t('follow.follow') }).click()
      await expect(page.getByRole('button', { name: t('follow.unfollow') })).toBeVisible()
      await page.goto('/following')
      await expect(page.getByRole('button', { name: t('follow.challenge', { name: 'Ben' }) })).toBeVisible()
      await expectStillAccessible(page)

      // The table, which is in the bell too, is shown on any page.
      const clock = { kind: 'real-time', initial: 600_000, increment: 5000 }
      const settings = { game: 'wotn', variant: 'wotn', seats: 2, first: 0, clock, visibility: 'public' }
      const opened = await ben.page.request.post('/api/matches', { data: { settings, seat: 0 } })
      const { match } = await opened.json()
      const toast = page.getByRole('region', { name: t('bell.title'), exact: true })
      await expect(toast.getByText(t('bell.table', { who: 'Ben' }))).toBeVisible()
      await expect(toast.getByRole('link', { name: t('invite.table') })).toHaveAttribute('href', `match/${match}`)
      await toast.getByRole('button', { name: t('app.close') }).click()
      await expect(toast).toHaveCount(0)

      await cid.page.request.post(`/api/matches/${match}/commands`, { data: { type: 'sit', seat: 1 } })
      await page.goto('/following')
      await expect(page.getByText(t('follow.playing'))).toBeVisible()
      await page.getByRole('button', { name: new RegExp(`^${t('bell.title')}`) }).click()
      await expect(page.locator('.bell h2')).toBeVisible()
      await expectStillAccessible(page)
      await page.getByRole('link', { name: t('follow.watch', { name: 'Ben' }) }).click()
      await expect(page).toHaveURL(new RegExp(`/match/${match}$`))
      await page.goBack()
      await page.getByRole('button', { name: t('follow.end', { name: 'Ben' }) }).click()
      await expect(page.getByText(t('follow.none'))).toBeVisible()
      await expect(page.locator('main .page')).toBeFocused()
    })
  })
}
