import { oneLook, textsOf, useLook } from './looks.ts'
import { newMembers } from './members.ts'
import { expectAccessible, expectStillAccessible } from './people.ts'
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
      await page.getByText(t('tournament.more')).click()
      await page.getByLabel(t('tournament.name'), { exact: true }).fill('Evening')
      await page.getByRole('button', { name: t('tournament.create') }).click()
      await expect(page.getByRole('heading', { name: 'Evening' })).toBeVisible()
      await page.getByRole('button', { name: t('tournament.enter') }).click()
      await expect(page.getByText(t('tournament.entered'))).toBeVisible()

      await bors.page.goto('/tournaments')
      await bors.page.getByRole('link', { name: 'Evening' }).click()
      await bors.page.getByRole('button', { name: t('tournament.enter') }).click()
      await expect(bors.page.getByText(t('tournament.entered'))).toBeVisible()

      await bors.page.goto('/')
      const mine = bors.page.getByRole('list', { name: t('tournaments.mine') })
      await expect(mine.getByRole('link', { name: 'Evening' })).toBeVisible()
      await expectAccessible(bors.page)

      await page.reload()
      const { pathname } = new URL(page.url())
      await page.getByRole('button', { name: t('tournament.start-now') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('tournament.start-now') })
        .click()
      await expect(page).toHaveURL(/\/match\//) // the page of the tournament opens the game
      const news = bors.page.getByRole('region', { name: t('tournament.title') })
      await expectStillAccessible(bors.page)
      await news.getByRole('link', { name: t('tournament.play') }).click()
      await expect(bors.page).toHaveURL(/\/match\//)
      await expect(news).toBeHidden()
      await page.getByRole('button', { name: t('game.resign') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('game.resign') })
        .click()
      await expect(page.locator('.result')).toBeFocused()
      await page.goBack()
      await expect(async () => {
        await bors.page.goto(pathname)
        await expect(bors.page.getByRole('link', { name: t('tournament.certificate') })).toBeVisible({ timeout: 1000 })
      }).toPass()
      await expectAccessible(bors.page)
      await bors.page.getByRole('link', { name: t('tournament.certificate') }).click()
      await expect(bors.page.getByText(t('tournament.place', { place: 1, all: 2 }))).toBeVisible()
      await expectStillAccessible(bors.page)

      server.admin('role', 'Bors', 'moderator')
      await bors.page.getByRole('link', { name: t('tournament.back') }).click()
      await bors.page.reload()
      await bors.page.getByRole('button', { name: t('clubs.moderate.text') }).click()
      await bors.page
        .getByRole('dialog')
        .getByRole('button', { name: t('tournament.moderate.yes') })
        .click()
      await expect(bors.page.getByRole('heading', { level: 1 })).toBeFocused()
      await expect(bors.page.getByText('Evening')).toBeHidden()
    })

    test('members of a club play an arena and chat', async ({ browser }) => {
      const [anna, bors] = await newMembers(server, browser, look, ['Cleo', 'Dora'], { width: 1280, height: 900 })
      const { page } = anna
      const post = async (path: string, data: object) => {
        const answer = await page.request.post(path, { data })
        expect(answer.ok(), await answer.text()).toBe(true)
        return (await answer.json()).id as string
      }
      const club = await post('/api/clubs', { name: 'Knights', line: '', text: '', entry: 'free', posting: 'members' })
      const startsAt = Date.now() + 3_600_000
      const clock = { kind: 'real-time', initial: 300_000, increment: 3000 }
      const games = { game: 'wotn', variant: 'wotn', rated: true, clock }
      const settings = { name: 'Club arena', format: 'arena', startsAt, endsAt: startsAt + 3_600_000, games, club }
      const id = await post('/api/tournaments', settings)
      await post(`/api/tournaments/${id}/entry`, {})

      await bors.page.goto(`/tournament/${id}`)
      await expect(bors.page.getByText(t('tournament.join-club'))).toBeVisible()
      await bors.page.getByRole('main').getByRole('link', { name: 'Knights' }).last().click()
      await bors.page.getByRole('button', { name: t('clubs.join') }).click()
      await expect(bors.page.getByText(t('clubs.leave')).first()).toBeAttached()
      await bors.page.getByRole('link', { name: 'Club arena' }).click()
      await bors.page.getByRole('button', { name: t('tournament.enter') }).click()
      await bors.page.getByLabel(t('match.chat.message')).fill('Good luck!')
      await bors.page.getByRole('button', { name: t('match.chat.send') }).click()

      await page.goto(`/tournament/${id}`)
      await expect(page.getByText('Good luck!')).toBeVisible()
      await page.getByRole('button', { name: t('tournament.start-now') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('tournament.start-now') })
        .click()
      await page.getByRole('button', { name: t('match.berserk') }).click()
      await expect(page.getByRole('button', { name: t('match.berserk') })).toBeHidden()
      await bors.page.goto(`/tournament/${id}`)
      await expectAccessible(bors.page)
      await bors.page.getByRole('link', { name: t('tournament.play') }).click()
      await expect(bors.page.getByText(t('action.berserk'), { exact: true }).first()).toBeVisible()
    })

    test('a club challenges another one to a match', async ({ browser }) => {
      const [anna, bors] = await newMembers(server, browser, look, ['Erec', 'Enide'], { width: 390, height: 844 })
      const found = async ({ page }: typeof anna | typeof bors, name: string) => {
        const club = { name, line: '', text: '', entry: 'free', posting: 'members' }
        const answer = await page.request.post('/api/clubs', { data: club })
        return (await answer.json()).id as string
      }
      const home = await found(anna, 'Lions')
      await found(bors, 'Bears')
      const { page } = anna
      await page.goto(`/club/${home}`)
      await page.getByRole('button', { name: t('tournaments.new') }).click()
      await page.getByLabel(t('tournament.against')).check()
      await page.getByLabel(t('tournament.opponent')).fill('Bears')
      await expect(page.locator('datalist option[value="Bears"]')).toBeAttached()
      await page.getByRole('button', { name: t('tournament.create') }).click()
      await expect(page.getByText(t('tournament.asked', { club: 'Bears' }))).toBeVisible()

      await bors.page.goto(new URL(page.url()).pathname)
      await bors.page.getByRole('button', { name: t('tournament.accept') }).click()
      await bors.page.getByRole('button', { name: t('tournament.enter') }).click()
      await expect(bors.page.getByText(t('tournament.entered'))).toBeVisible()
      await expectAccessible(bors.page)
    })
  })
}
