import { recordEngineCalls } from './engines.ts'
import { lookName, looks, textsOf } from './looks.ts'
import { newMembers, playedMatch } from './members.ts'
import { expectStillAccessible } from './people.ts'
import { type Person, TestServer } from './server.ts'
import { auditIf, expect, test } from './test.ts'

const server = new TestServer('--reviews', '1')
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

/** Two seats and the moves of a game, which the second player resigns. */
const games = {
  wotn: {
    variant: 'chess',
    moves: 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6'.split(' '),
  },
  lancelot: { variant: 'basic', moves: ['e5', 'e7', 'e6', 'k11', 'f6', 'g7'] },
} as const

const slow = { timeout: 120_000 }

for (const [i, game] of (['wotn', 'lancelot'] as const).entries()) {
  const look = looks[i]
  if (!look) throw new Error('looks has too few elements')
  test(`the server reviews a game: ${game}, ${lookName(look)}`, auditIf(game === 'wotn'), async ({ browser }) => {
    test.setTimeout(480_000)
    const t = textsOf(look.language)
    const suffix = `${game} ${test.info().retry}`
    const [anna, bors] = await newMembers(server, browser, look, [`Anna ${suffix}`, `Bors ${suffix}`])
    const guest = await server.newPerson(browser, look)
    const people = [anna, bors, guest]
    await guest.page.request.post('/api/session', { data: { name: 'Guest' } })
    const { variant, moves } = games[game]
    const play = (plies: readonly string[]) => playedMatch([anna, bors], { game, variant }, plies)
    const [first, second] = [await play(moves), await play(moves.slice(0, 4))]
    const address = (match: string) => `/analysis/${game}#match=${match}&number=1`
    const panelOf = ({ page }: Person) => page.getByRole('region', { name: t('review.title'), exact: true })
    // The live engine is off, so that only a review would search.
    for (const { page } of people) {
      await page.addInitScript(() => localStorage.setItem('tafelrunde.engine', JSON.stringify({ on: false })))
    }
    const engines = await Promise.all(people.map(({ page }) => recordEngineCalls(page)))
    const results = (one: Person) => panelOf(one).getByRole('table')

    // A guest is told what to do.
    await guest.page.setViewportSize({ width: 390, height: 844 })
    await guest.page.goto(address(first))
    const account = panelOf(guest).getByRole('link', { name: t('review.server.account') })
    await expect(account).toHaveAttribute('href', 'account')
    await expect(panelOf(guest).getByRole('button', { name: t('review.server.ask') })).toHaveCount(0)
    await expectStillAccessible(guest.page)

    // Requested with the keyboard; then the page is closed, and the server is killed in the middle.
    await anna.page.goto(address(first))
    const ask = panelOf(anna).getByRole('button', { name: t('review.server.ask') })
    await expect(ask).toBeVisible()
    await expect(panelOf(anna).getByText(t('review.server.explain'))).toBeVisible()
    await ask.focus()
    await anna.page.keyboard.press('Enter')
    const progress = panelOf(anna).getByRole('progressbar', { name: t('review.server.title') })
    await expect(progress).toBeVisible()
    await expect(panelOf(anna).getByText(t('review.server.close'))).toBeVisible()
    const stateOf = async (match: string) =>
      (await guest.page.request.get(`/api/matches/${match}/games/1/review`)).json()
    await expect.poll(async () => (await stateOf(first)).done, slow).toBeGreaterThan(2)
    await expectStillAccessible(anna.page)
    await anna.page.goto('about:blank')
    await server.kill()
    // The lease of the killed server lasts for a minute.
    server.expireReviews()
    await server.start()
    const { done, state } = await stateOf(first)
    expect(done).toBeGreaterThan(2)
    if (state !== 'done') await anna.page.goto(address(first))
    await expect.poll(async () => (await stateOf(first)).state, slow).toBe('done')
    if (state !== 'done') await expect(results(anna)).toBeVisible(slow)

    // Back on the page and for spectators it is there at once, and no engine runs.
    await anna.page.goto('about:blank')
    for (const one of [anna, guest]) {
      await one.page.goto('about:blank')
      await one.page.goto(address(first))
      await expect(results(one)).toBeVisible()
      const nodes = new Intl.NumberFormat(look.language).format(100_000)
      await expect(panelOf(one).getByText(t('review.server.quality', { nodes }))).toBeVisible()
      await expect(panelOf(one).getByRole('button', { name: t('review.again') })).toBeVisible()
      await expectStillAccessible(one.page)
    }

    // The analysis that is saved after a change shows it too when it is opened again.
    const comment = anna.page.getByLabel(t('notes.comment'))
    await comment.fill('Resigned too early.')
    await comment.blur()
    await expect(anna.page).toHaveURL(/#analysis=/)
    await anna.page.reload()
    await expect(comment).toHaveValue('Resigned too early.')
    await expect(results(anna)).toBeVisible()
    for (const n of [0, 2]) expect(await engines[n]?.calls()).toEqual([])

    // The daily limit is one here.
    await anna.page.goto('about:blank')
    await anna.page.goto(address(second))
    await panelOf(anna)
      .getByRole('button', { name: t('review.server.ask') })
      .click()
    await expect(panelOf(anna).getByText(t('refusal.reviews-today', { most: 1 }))).toBeVisible()
    await expectStillAccessible(anna.page)

    // The state changes while a page is open: somebody else asks, and the page shows the place and the result.
    await bors.page.goto(address(second))
    await panelOf(bors)
      .getByRole('button', { name: t('review.server.ask') })
      .click()
    await expect(results(bors)).toBeVisible(slow)
    expect(await engines[1]?.calls()).toEqual([])
    await Promise.all(people.map(({ context }) => context.close()))
  })
}
