import { lookName, oneLook, textsOf } from './looks.ts'
import { newMembers } from './members.ts'
import { type Person, TestServer } from './server.ts'
import { audit, auditIf, expect, type Page, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

async function post({ page }: Person, path: string, data: object) {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    for (const game of ['wotn', 'lancelot'] as const) {
      test(
        `ratings are beside the names, and what the game has changed is at its end: ${game}`,
        auditIf(game === 'lancelot'),
        async ({ browser }) => {
          const [ann, ben] = await newMembers(server, browser, look, [`Ann${game}`, `Ben${game}`])
          const variant = game === 'wotn' ? 'wotn' : 'basic'
          const clock = { kind: 'real-time', initial: 300_000, increment: 0 }
          const settings = { game, variant, seats: 2, first: 0, clock, rated: true, visibility: 'public' }
          const { match } = await (await post(ann, '/api/matches', { settings, seat: 0 })).json()
          const command = (who: Person, data: object) => post(who, `/api/matches/${match}/commands`, data)
          await command(ben, { type: 'sit', seat: 1 })
          const spectator = await server.newPerson(browser, look)
          for (const { page } of [ann, ben, spectator]) await page.goto(`/match/${match}`)
          const ratings = (page: Page) => page.getByRole('main').locator('.far, .near').locator('.rating')
          for (const { page } of [ann, spectator]) await expect(ratings(page)).toContainText(['1500?', '1500?'])

          const moves = game === 'wotn' ? ['e2e4', 'e7e5'] : ['e5', 'h8']
          for (const [i, move] of moves.entries()) await command(i === 0 ? ann : ben, { type: 'move', move })
          if (game === 'lancelot') {
            // Beside a clock most of a name fits.
            await ann.page.setViewportSize({ width: 360, height: 640 })
            for (const name of await ann.page.locator('.seats .name strong').all())
              expect((await name.boundingBox())?.width).toBeGreaterThan(60)
          }
          await command(ben, { type: 'resign' })
          const shown = async (page: Page) => {
            await expect(ratings(page).getByText(/^\+\d+$/)).toHaveCount(1)
            await expect(ratings(page).getByText(/^−\d+$/)).toHaveCount(1)
            await expect(ratings(page)).toContainText(['1500?', '1500?'])
          }
          for (const { page } of [ann, ben, spectator]) await shown(page)
          const { ratingChanges } = await (await ann.page.request.get(`/api/matches/${match}`)).json()
          const won = ratingChanges[0].after - 1500
          expect(won).toBeGreaterThan(0)
          const result = ann.page.locator('.result .rating')
          await expect(result).toHaveText(`${t('match.rating.new')} ${1500 + won}? +${won}`)
          await expect(ben.page.locator('.result .rating')).toHaveText(
            `${t('match.rating.new')} ${ratingChanges[1].after}? −${1500 - ratingChanges[1].after}`,
          )
          await expect(spectator.page.locator('.result .rating')).toHaveCount(0)
          await ann.page.reload()
          await shown(ann.page)
          await expect(result).toContainText(`+${won}`)
          for (const [width, height] of [
            [390, 844],
            [360, 640],
            [844, 390],
            [1280, 800],
          ] as const) {
            await ann.page.setViewportSize({ width, height })
            await ann.page.evaluate(() => scrollTo(0, 0))
            await expect(result.getByText(`+${won}`)).toBeInViewport({ ratio: 1 })
            for (const clock of await ann.page.locator('main .clock').all())
              await expect(clock).toBeInViewport({ ratio: 1 })
            await expect(ratings(ann.page).getByText(`+${won}`)).toBeInViewport({ ratio: 1 })
            await expect(ann.page.locator('.after .primary')).toBeInViewport({ ratio: 1 })
          }

          // The next game begins with the new ratings; the earlier one keeps what it has changed.
          await command(ben, { type: 'rematch' })
          await command(ann, { type: 'rematch' })
          await expect(ratings(ann.page).getByText(`${1500 + won}?`)).toHaveCount(1)
          await expect(ratings(ann.page).locator('strong')).toHaveCount(0)
          await ann.page.goto(`/match/${match}/1`)
          await shown(ann.page)
          for (const { context } of [ann, ben, spectator]) await context.close()
        },
      )
    }

    test('a game that one has left is not among one’s games in progress', audit, async ({ browser }) => {
      const people = await newMembers(server, browser, look, ['Cat', 'Dan', 'Eva'])
      const [cat] = people
      const settings = {
        game: 'lancelot',
        variant: 'basic',
        seats: 3,
        first: 0,
        clock: { kind: 'none' },
        visibility: 'link',
      }
      const { match } = await (
        await post(cat, '/api/matches', { settings: { ...settings, timeout: 'skip' }, seat: 0 })
      ).json()
      for (const [seat, who] of people.entries()) {
        if (seat > 0) await post(who, `/api/matches/${match}/commands`, { type: 'sit', seat })
      }
      const running = cat.page.getByRole('region', { name: t('home.running') })
      await cat.page.goto('/')
      await expect(running.getByRole('link')).toHaveCount(1)
      await post(cat, `/api/matches/${match}/commands`, { type: 'resign' })
      const other = await (
        await post(cat, '/api/matches', { settings: { ...settings, timeout: 'skip' }, seat: 0 })
      ).json()
      await cat.page.goto('/')
      await expect(running.getByRole('link')).toHaveCount(1)
      await expect(running.getByRole('link')).toHaveAttribute('href', `match/${other.match}`)
      for (const { context } of people) await context.close()
    })
  })
}
