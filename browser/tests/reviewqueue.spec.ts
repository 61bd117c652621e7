import { looks, textsOf } from './looks.ts'
import { newMembers, playedMatch } from './members.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { auditIf, expect, picture, test } from './test.ts'

const server = new TestServer()
test.beforeEach(() => server.start('--workers', '0')) // no review begins
test.afterEach(() => server.kill())
test.afterAll(() => server.close())

for (const [look, width, height] of [
  [looks[0], 1280, 800],
  [looks[1], 390, 844],
] as const) {
  if (!look) throw new Error('looks has too few elements')
  test(
    `a moderator sees the queue of reviews and cancels one: ${look.language}, ${width}`,
    auditIf(width > 390),
    async ({ browser }) => {
      const t = textsOf(look.language)
      const suffix = `${look.language} ${test.info().retry}`
      const members = [`Mia ${suffix}`, `Anna ${suffix}`, `Bors ${suffix}`] as const
      const people = await newMembers(server, browser, look, members, { width, height })
      const [mod, anna, bors] = people
      server.admin('role', members[0], 'moderator')
      const reviewed = async (who: typeof anna): Promise<string> => {
        const match = await playedMatch([anna, bors], { game: 'wotn', variant: 'chess' }, ['e2e4'])
        expect((await who.page.request.post(`/api/matches/${match}/games/1/review`)).ok()).toBe(true)
        return match
      }
      const [first, second] = [await reviewed(anna), await reviewed(bors)]

      const { page } = mod
      await page.goto('/admin')
      const part = (name: string) =>
        page.getByRole('navigation', { name: t('admin.title') }).getByRole('button', { name, exact: true })
      if (width < 640) await part(t('admin.reviews')).click()
      const queue = page.getByRole('region', { name: t('admin.reviews'), exact: true })
      const rows = queue.getByRole('listitem')
      await expect(rows).toHaveCount(2)
      for (const [i, match] of [first, second].entries()) {
        await expect(rows.nth(i)).toContainText(members[i + 1] ?? '')
        await expect(rows.nth(i)).toContainText(t('admin.reviews.waiting'))
        await expect(rows.nth(i).getByRole('link')).toHaveAttribute('href', `match/${match}/1`)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await expectStillAccessible(page)
      await picture(page, 'queue')
      await rows
        .nth(0)
        .getByRole('button', { name: t('admin.reviews.cancel') })
        .click()
      await expect(queue.getByText(t('admin.reviews.cancelled'))).toBeVisible()
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText(members[2])
      const stateOf = async (match: string) => (await page.request.get(`/api/matches/${match}/games/1/review`)).json()
      expect(await stateOf(first)).toMatchObject({ state: 'none' })

      // The person who requested a review is shown.
      await rows.getByRole('button', { name: t('admin.people.show') }).click()
      await expect(page.getByRole('heading', { level: 3, name: members[2] })).toBeVisible()
      if (width < 640) await part(t('admin.reviews')).click()

      // The other review is made while the list is not up to date: its result stays.
      let cancelled = false
      page.on('request', (request) => {
        cancelled ||= request.method() === 'DELETE'
      })
      await page.route('**/api/admin/reviews', (route) => (cancelled ? route.continue() : route.abort()))
      await server.kill()
      await server.start('--workers', '1')
      await expect.poll(async () => (await stateOf(second)).state, { timeout: 60_000 }).toBe('done')
      await rows.getByRole('button', { name: t('admin.reviews.cancel') }).click()
      await expect(queue.getByRole('alert')).toHaveText(t('refusal.review-finished'))
      await expect(queue.getByText(t('admin.reviews.none'))).toBeVisible()
      expect(await stateOf(second)).toMatchObject({ state: 'done' })
      await Promise.all(people.map(({ context }) => context.close()))
    },
  )
}
