import { lookName, oneLook, textsOf } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { type APIRequestContext, expect, picture, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

async function post(request: APIRequestContext, path: string, data: object): Promise<Record<string, string>> {
  const response = await request.post(`/api${path}`, { data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return (await response.json().catch(() => ({}))) as Record<string, string>
}

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('home follows a public game, and replays it when it is over', async ({ browser }) => {
      const [ann, ben, guest] = await Promise.all([1, 2, 3].map(() => server.newPerson(browser, look)))
      if (!ann || !ben || !guest) throw new Error('no people')
      const [one, two] = [ann.context.request, ben.context.request]
      await post(one, '/session', { name: 'Ann' })
      await post(two, '/session', { name: 'Ben' })
      const clock = { kind: 'real-time', initial: 600_000, increment: 0 }
      const settings = { game: 'wotn', variant: 'wotn', seats: 2, first: 0, clock, visibility: 'public' }
      const { match } = await post(one, '/matches', { settings, seat: 0 })
      const send = (who: APIRequestContext, command: object) => post(who, `/matches/${match}/commands`, command)
      await send(two, { type: 'sit', seat: 1 })
      await send(one, { type: 'move', move: 'e2e4' })

      const { page } = guest
      await page.goto('/')
      const live = page.getByRole('region', { name: t('featured.live') })
      const link = live.getByRole('link')
      await expect(link).toHaveAttribute('href', `match/${match}/1`)
      await expect(live.getByText('Ann')).toBeVisible()
      await expect(live.getByText('10:00')).toHaveCount(2)
      await send(two, { type: 'move', move: 'e7e5' })
      await send(one, { type: 'move', move: 'g1f3' })
      await send(two, { type: 'move', move: 'b8c6' })
      // The clock of Ann runs.
      await expect(live.getByText(/^9:5\d$/)).toHaveCount(1)
      await live.scrollIntoViewIfNeeded()
      await expectStillAccessible(page)
      await picture(page, 'live', true)

      // Ann is to move: the first page has the time that is left, and leads to the game.
      await ann.page.goto('/')
      const own = ann.page.getByRole('link', { name: t('match.your-turn') })
      await expect(own).toContainText(/9:[0-5]\d/)
      await ann.page.reload()
      await expect(own.getByText(t('home.to-game'))).toBeVisible()

      // The lobby lists the other games, not the one on the large board.
      const other = await post(one, '/matches', { settings, seat: 0 })
      await post(two, `/matches/${other.match}/commands`, { type: 'sit', seat: 1 })
      await post(one, `/matches/${other.match}/commands`, { type: 'move', move: 'd2d4' })
      await page.goto('/play')
      const large = await page
        .getByRole('region', { name: t('featured.live') })
        .getByRole('link')
        .getAttribute('href')
      const listed = page.getByRole('region', { name: t('lobby.playing'), exact: true }).getByRole('link')
      await expect(listed).toHaveCount(1)
      expect([large, await listed.getAttribute('href')].toSorted()).toEqual(
        [match, other.match].map((id) => `match/${id}/1`).toSorted(),
      )
      await post(two, `/matches/${other.match}/commands`, { type: 'resign' })
      await page.goto('/')
      await expect(link).toHaveAttribute('href', `match/${match}/1`)

      await send(two, { type: 'resign' })
      const replay = page.getByRole('region', { name: t('featured.replay') })
      await expect(replay).toContainText(
        t('result.won', { who: t('online.marked', { name: 'Ann', mark: t('online.guest') }) }),
      )
      await expect(replay.getByRole('link')).toHaveAttribute('href', `match/${match}/1`)
      await picture(page, 'replay', true)
      await page.goto('/play')
      await expect(replay.getByRole('link')).toHaveAttribute('href', `match/${match}/1`)
      await expect(page.getByRole('region', { name: t('lobby.finished') }).getByRole('link')).toHaveAttribute(
        'href',
        `match/${other.match}/1`,
      )
      await replay.getByRole('link').click()
      await expect(page).toHaveURL(new RegExp(`match/${match}/1$`))
      for (const { context } of [ann, ben, guest]) await context.close()
    })
  })
}
