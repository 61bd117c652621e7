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
    const banner = ben.page.getByRole('banner')
    const badge = banner.getByRole('button', {
      name: `${t('bell.title')}, ${t('bell.new.one', { n: 1 })}`,
      exact: true,
    })
    const toast = ben.page.getByRole('region', { name: t('challenge.title') })
    await expect(ben.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner.getByRole('button', { name: t('bell.title'), exact: true })).toBeVisible()
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
    await challenge()
    await ann.page.goto('/learn')
    await expect(ann.page.getByRole('banner').getByRole('button', { name: t('bell.title'), exact: true })).toBeVisible()
    await badge.click()
    await banner.getByRole('button', { name: t('challenge.decline') }).click()
    await expect(badge).toHaveCount(0)
    const answer = ann.page.getByRole('region', { name: t('challenge.title') })
    await expect(answer).toContainText(t('challenge.declined', { who: 'Ben', n: 1 }))
    await answer.getByRole('button', { name: t('app.close') }).click()
    await expect(answer).toHaveCount(0)
    await expect(banner.getByText(t('bell.empty'))).toBeVisible()
    await ben.page.keyboard.press('Escape')
    const match = await challenge()
    await expect(badge).toBeVisible()
    await expect(ben.page).toHaveTitle(/^\(1\) /)
    await expect(ben.page.locator('.spoken[role=status]')).toContainText(t('challenge.from', { who: 'Ann' }))
    await toast.getByRole('button', { name: t('challenge.accept') }).click()
    await expect(ben.page).toHaveURL(`/match/${match}`)
    await ben.page.goto('/learn')
    await badge.click()
    await banner.getByRole('link', { name: t('bell.live', { who: 'Ann' }) }).click()
    await expect(ben.page.getByRole('main').getByRole('grid')).toBeVisible()
    await expect(badge).toHaveCount(0)
    await expect(ben.page).not.toHaveTitle(/^\(1\)/)

    // On a phone in landscape a game has no header; its menu shows another challenge.
    await challenge()
    await expect(ben.page).toHaveTitle(/^\(1\) /)
    await toast.getByRole('button', { name: t('app.close') }).click()
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

  test(`the bell counts a turn in a correspondence game until the game is opened: ${lookName(look)}`, async ({
    browser,
  }) => {
    const t = textsOf(look.language)
    const [ann, ben] = await newMembers(server, browser, look, ['Ina', 'Jan'])
    const settings = {
      game: 'wotn',
      variant: 'wotn',
      seats: 2,
      first: 0,
      clock: { kind: 'correspondence', perTurn: 3 * 86_400_000 },
      visibility: 'private',
      invited: ['Jan'],
    }
    const opened = await ann.page.request.post('/api/matches', { data: { settings, seat: 0 } })
    const { match } = await opened.json()
    const command = (page: typeof ann.page, data: object) =>
      page.request.post(`/api/matches/${match}/commands`, { data })
    await command(ben.page, { type: 'sit', seat: 1 })
    await ben.page.goto('/learn')
    const banner = ben.page.getByRole('banner')
    const bell = banner.getByRole('button', { name: t('bell.title'), exact: true })
    const one = banner.getByRole('button', { name: `${t('bell.title')}, ${t('bell.new.one', { n: 1 })}`, exact: true })
    await expect(bell).toBeVisible()
    await command(ann.page, { type: 'move', move: 'e2e4' })
    await expect(one).toBeVisible()
    // The page of the game marks it as read, and what happens there is no news.
    await ben.page.goto(`/match/${match}`)
    await expect(bell).toBeVisible()
    await command(ben.page, { type: 'move', move: 'e7e5' })
    await command(ann.page, { type: 'move', move: 'd2d4' })
    await expect(ben.page).toHaveTitle(/^● /)
    await expect(bell).toBeVisible()
    await ben.page.goto('/learn')
    await command(ann.page, { type: 'resign' })
    await one.click()
    await banner.getByRole('link', { name: t('bell.finished', { who: 'Ina' }) }).click()
    await expect(ben.page).toHaveURL(`/match/${match}/1`)
    await expect(bell).toBeVisible()
    for (const { context } of [ann, ben]) await context.close()
  })
}
