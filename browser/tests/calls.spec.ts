import { lookName, oneLook, textsOf } from './looks.ts'
import { newMembers } from './members.ts'
import { TestServer } from './server.ts'
import { expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test(`every page has the number of challenges and games with a clock: ${lookName(look)}`, async ({ browser }) => {
    const t = textsOf(look.language)
    const [ann, ben] = await newMembers(server, browser, look, ['Ann', 'Ben'])
    await ben.page.goto('/learn')
    const badge = ben.page.getByRole('banner').getByRole('link', { name: t('app.calls.one', { n: 1 }) })
    await expect(ben.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(badge).toHaveCount(0)
    const clock = { kind: 'real-time', initial: 300_000, increment: 0 }
    const settings = {
      game: 'wotn',
      variant: 'wotn',
      seats: 2,
      first: 0,
      clock,
      visibility: 'private',
      invited: ['Ben'],
    }
    const challenge = async (): Promise<string> => {
      const opened = await ann.page.request.post('/api/matches', { data: { settings, seat: 0 } })
      return (await opened.json()).match
    }
    // The first one shows that the stream has begun: what is there then is not announced.
    const first = await challenge()
    await expect(badge).toHaveAttribute('href', 'play')
    await ben.page.request.post(`/api/matches/${first}/commands`, { data: { type: 'decline' } })
    await expect(badge).toHaveCount(0)
    const match = await challenge()
    await expect(badge).toHaveAttribute('href', 'play')
    await expect(ben.page).toHaveTitle(/^\(1\) /)
    await expect(ben.page.locator('.spoken[role=status]')).toContainText(t('challenge.from', { who: 'Ann' }))
    await ben.page.request.post(`/api/matches/${match}/commands`, { data: { type: 'sit', seat: 1 } })
    await expect(badge).toHaveAttribute('href', `match/${match}`)
    await badge.click()
    await expect(ben.page.getByRole('main').getByRole('grid')).toBeVisible()
    await expect(badge).toHaveCount(0)
    await expect(ben.page).not.toHaveTitle(/^\(1\)/)

    // On a phone in landscape a game has no header; its menu shows another challenge.
    await challenge()
    await expect(ben.page).toHaveTitle(/^\(1\) /)
    await ben.page.setViewportSize({ width: 844, height: 390 })
    await expect(badge).toBeHidden()
    const more = ben.page.getByRole('button', {
      name: `${t('action.more')}, ${t('app.calls.one', { n: 1 })}`,
      exact: true,
    })
    await expect(more.getByText('1', { exact: true })).toBeInViewport({ ratio: 1 })
    await more.click()
    await ben.page
      .getByRole('main')
      .getByRole('link', { name: t('app.calls.one', { n: 1 }) })
      .click()
    await expect(ben.page).toHaveURL('/play')
    for (const { context } of [ann, ben]) await context.close()
  })
}
