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

const local = (id: string, computer: boolean, changed: number) => ({
  version: 1,
  game: 'wotn',
  variant: 'wotn',
  id,
  changed,
  started: changed,
  start: '',
  moves: ['e2e4', 'e7e5'],
  players: [
    { by: 'person', name: computer ? '' : 'Cleo', milliseconds: 500, level: 10 },
    { by: computer ? 'computer' : 'person', name: '', milliseconds: 500, level: 12 },
  ],
  white: 0,
  flipped: false,
  series: { points: [0, 0], won: [0, 0], drawn: 0 },
  end: computer ? null : { reason: 'resigned', winners: [0] },
  notes: [],
  tags: {},
})

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('online games and those of this browser are in one list, also without a connection', async ({ browser }) => {
      test.setTimeout(120_000)
      const [ann, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
      const [one, two] = [ann.context.request, ben.context.request]
      await post(one, '/session', { name: 'Anna' })
      await post(two, '/session', { name: 'Ben' })
      const clock = { kind: 'correspondence', perTurn: 172_800_000 }
      const settings = { game: 'wotn', variant: 'wotn', seats: 2, first: 0, clock, visibility: 'link' }
      const matches: string[] = []
      for (const resigns of [true, false]) {
        const { match = '' } = await post(one, '/matches', { settings, seat: 0 })
        matches.push(match)
        await post(two, `/matches/${match}/commands`, { type: 'sit', seat: 1 })
        await post(one, `/matches/${match}/commands`, { type: 'move', move: 'e2e4' })
        await post(two, `/matches/${match}/commands`, { type: 'move', move: 'e7e5' })
        if (resigns) await post(two, `/matches/${match}/commands`, { type: 'resign' })
      }
      const { page } = ann
      await page.goto('/')
      await page.evaluate(
        (games) => {
          for (const game of games) localStorage.setItem(`tafelrunde.game.${game.id}`, JSON.stringify(game))
          localStorage.setItem(
            'tafelrunde.lessons',
            JSON.stringify({
              version: 1,
              solved: { 'wotn-start/lines': { moves: 3, stars: 1 } },
              games: {},
            }),
          )
        },
        [local('a', true, Date.now() - 86_400_000), local('b', false, 1_600_000_000_000)],
      )
      // What waits on the first page: the move, with the board and the time left, and the link to all games.
      await page.goto('/')
      const main = page.getByRole('main')
      const waits = page.getByRole('region', { name: t('home.running') }).getByRole('link')
      await expect(waits).toHaveCount(1)
      await expect(waits).toHaveAttribute('href', `match/${matches[1]}/1`)
      await expect(waits).toContainText(t('match.your-turn'))
      await expect(waits).toContainText(/[12] \S+ \d\d:\d\d/)
      await expect(waits.locator('[data-piece]')).toHaveCount(32)
      await expectStillAccessible(page)
      for (const [width, height] of [
        [1280, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        await picture(page, `home-${width}`, true)
      }
      await main.getByRole('link', { name: new RegExp(t('library.title')) }).click()

      const rows = page.getByRole('region', { name: t('library.games'), exact: true }).getByRole('listitem')
      const kinds = ['online', 'online', 'computer', 'screen'] as const
      await expect(rows).toHaveCount(4)
      for (const [i, kind] of kinds.entries()) await expect(rows.nth(i)).toContainText(t(`library.kind.${kind}`))
      await expect(rows.getByText(new RegExp(`^${t('person.won')}`))).toHaveCount(1)
      await expectStillAccessible(page)
      await picture(page, 'games-390', true)
      await page.setViewportSize({ width: 1280, height: 900 })
      await picture(page, 'games-1280', true)

      await page.getByRole('button', { name: t('games.search'), exact: true }).click()
      const choose = (label: string, value: string) =>
        page.getByRole('combobox', { name: label, exact: true }).selectOption(value)
      await choose(t('library.kind'), 'online')
      await expect(rows).toHaveCount(2)
      await choose(t('games.result'), 'running')
      await expect(rows).toHaveCount(1)
      await expect(rows.getByRole('link')).toHaveAttribute('href', `match/${matches[1]}/1`)
      await choose(t('library.kind'), '')
      await expect(rows).toHaveCount(2)
      await choose(t('games.result'), 'won')
      await expect(rows).toHaveCount(2)
      await page.getByRole('searchbox', { name: t('library.player') }).fill('ben')
      await expect(rows).toHaveCount(1)
      await expect(rows.getByRole('link').first()).toHaveAttribute('href', `match/${matches[0]}/1`)
      await expect(page).toHaveURL(/#player=ben&result=won$/)
      await page.getByRole('button', { name: t('games.clear') }).click()
      await expect(rows).toHaveCount(4)

      // Only games of this browser are deleted.
      await page.getByRole('button', { name: t('library.choose'), exact: true }).click()
      await expect(rows).toHaveCount(2)
      await page.getByRole('button', { name: t('library.choose.end') }).click()

      // The server cannot be reached: its games are missing with one line.
      await page.route('**/api/people/**', (route) => route.abort())
      await page.reload()
      await expect(page.getByText(t('library.offline'))).toBeVisible()
      await expect(rows.filter({ hasText: t('library.kind.computer') })).toHaveCount(1)
      await expect(rows.filter({ hasText: t('library.kind.screen') })).toHaveCount(1)
      await expectStillAccessible(page)
      for (const { context } of [ann, ben]) await context.close()
    })
  })
}
