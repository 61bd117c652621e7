import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { type APIRequestContext, audit, expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

/** A game in which Black, the person, mates with a priest from g5 to g3. */
const beforeMate = {
  version: 1,
  game: 'wotn',
  variant: 'wotn',
  id: 'b4dge',
  changed: 1_700_000_000_000,
  start: '',
  moves: 'g1f3 a7a5 f3g5 f7f6 h2h3 f6g5d f2f3 g8f6 c2c3 a5a4 a2a3 f6e4 d2d3'.split(' '),
  players: [
    { by: 'person', name: '', milliseconds: 500, level: 10 },
    { by: 'computer', name: '', milliseconds: 500, level: 12 },
  ],
  white: 1,
  flipped: true,
  series: { points: [0, 0], won: [0, 0], drawn: 0 },
  end: null,
  notes: [],
  tags: {},
}

/** post sends a request and returns the body of the response. */
async function post(request: APIRequestContext, path: string, data: object): Promise<Record<string, string>> {
  const response = await request.post(`/api${path}`, { data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return (await response.json().catch(() => ({}))) as Record<string, string>
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a game against the computer earns a badge, which is beside the ladder', async ({ page }) => {
      await page.goto('/opponents/wotn')
      const badges = page.getByRole('region', { name: t('badges.title') })
      await badges.getByText(t('badges.missing.other', { n: 10 })).click()
      await expect(badges.getByText(t('badge.humble-mate'))).toBeVisible()
      await page.evaluate((game) => localStorage.setItem('tafelrunde.game.b4dge', JSON.stringify(game)), beforeMate)
      await page.goto('/wotn/b4dge')
      await new Board(page).click('g5', 'g3')
      const fresh = page.getByRole('status').filter({ hasText: t('badges.new') })
      await expect(fresh).toHaveText(`${t('badges.new')} ${t('badge.humble-mate')}`)
      await expectStillAccessible(page)
      await fresh.getByRole('link').click()
      await expect(page).toHaveURL(/analysis\/wotn#game=b4dge&ply=14/)

      await page.goto('/opponents/wotn')
      await expect(badges.getByRole('listitem').filter({ hasText: t('badge.humble-mate') })).toContainText(
        t('badges.position'),
      )
      await expect(badges.getByText(t('badges.missing.other', { n: 9 }))).toBeVisible()
      await expectStillAccessible(page)
      await page.goto('/opponents/lancelot')
      await expect(badges.getByText(t('badges.missing.other', { n: 10 }))).toBeVisible()
    })

    test('a game online earns a badge, which is on the profile', audit, async ({ browser }) => {
      const [anna, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
      const [one, other] = [anna.context.request, ben.context.request]
      const named = (name: string) => `${name} ${look.language} ${test.info().retry}`
      const { id } = await post(one, '/account', { name: named('Agnes'), password: 'correct horse battery' })
      await post(other, '/account', { name: named('Bodo'), password: 'correct horse battery' })
      const clock = { kind: 'none', initial: 0, increment: 0 }
      const settings = { game: 'wotn', variant: 'wotn', seats: 2, first: 0, clock, rated: false, takebacks: false }
      const { match } = await post(one, '/matches', { settings: { ...settings, visibility: 'public' }, seat: 0 })
      const send = (who: APIRequestContext, command: object) => post(who, `/matches/${match}/commands`, command)
      await send(other, { type: 'sit', seat: 1 })
      for (const [ply, move] of ['e2e3', 'h7h5', 'd1h5', 'a7a5', 'h5h8l'].entries())
        await send(ply % 2 === 0 ? one : other, { type: 'move', move })
      await anna.page.goto(`/match/${match}`)
      await send(other, { type: 'resign' })
      const fresh = anna.page.getByRole('status').filter({ hasText: t('badges.new') })
      await expect(fresh).toHaveText(`${t('badges.new')} ${t('badge.first-lord')}`)
      await expectStillAccessible(anna.page)

      await ben.page.goto(`/people/${id}`)
      const badges = ben.page.getByRole('region', { name: t('badges.title') })
      await expect(badges.getByRole('listitem')).toHaveCount(1)
      await badges.getByRole('link').click()
      await expect(ben.page).toHaveURL(new RegExp(`#match=${match}&number=1&ply=5`))
      await anna.page.goto(`/people/${id}`)
      await expect(anna.page.getByText(t('badges.missing.other', { n: 19 }))).toBeVisible()
      await expectStillAccessible(anna.page)
    })
  })
}
