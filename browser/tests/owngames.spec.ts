import { Board } from './board.ts'
import { recordEngineCalls } from './engines.ts'
import { lookName, looks, textsOf } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { audit, auditIf, expect, type Page, picture, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

/** Two seats, some moves, and one more move that is legal after them. */
const games = {
  wotn: { settings: { variant: 'wotn' }, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6'], next: ['f1', 'c4'] },
  lancelot: { settings: { variant: 'basic' }, moves: ['e5', 'e7', 'e6'], next: ['k11'] },
} as const

const slow = { timeout: 60_000 }

async function paste(page: Page, game: keyof typeof games, text: string, open: string): Promise<void> {
  await page.goto(`/${game}/paste`)
  const dialog = page.locator('dialog')
  await dialog.locator('textarea').fill(text)
  await dialog.getByRole('button', { name: open, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

for (const [i, game] of (['wotn', 'lancelot'] as const).entries()) {
  const look = looks[i]
  if (!look) throw new Error('looks has too few elements')
  test(
    `engine and explorer are off for own games in progress: ${game}, ${lookName(look)}`,
    auditIf(game === 'lancelot'),
    async ({ browser }) => {
      test.setTimeout(240_000)
      const t = textsOf(look.language)
      const people = await Promise.all([1, 2, 3].map(() => server.newPerson(browser, look)))
      const [ann, ben, cid] = people
      if (!ann || !ben || !cid) throw new Error('no people')
      for (const [n, { page }] of people.entries()) {
        await page.request.post('/api/session', { data: { name: ['Ann', 'Ben', 'Cid'][n] } })
        await page.addInitScript(() => {
          localStorage.setItem('tafelrunde.explorer', '{"open":true}')
          localStorage.setItem('tafelrunde.advice', 'yes')
        })
      }
      const engines = await Promise.all(people.map(({ page }) => recordEngineCalls(page)))
      const calls = async (n: number) => (await engines[n]?.calls())?.length ?? -1

      const { settings, moves, next } = games[game]
      const all = { game, seats: 2, first: 0, clock: { kind: 'none' }, visibility: 'public', ...settings }
      const { match } = await (await ann.page.request.post('/api/matches', { data: { settings: all, seat: 0 } })).json()
      const command = async (who: typeof ann, data: object) => {
        const answer = await who.page.request.post(`/api/matches/${match}/commands`, { data })
        expect(answer.ok(), await answer.text()).toBe(true)
      }
      await command(ben, { type: 'sit', seat: 1 })
      for (const [ply, move] of moves.entries()) await command(ply % 2 === 0 ? ann : ben, { type: 'move', move })
      const { position } = await (await cid.page.request.get(`/api/matches/${match}`)).json()
      const field = game === 'wotn' ? 'fen' : 'position'
      const address = `/analysis/${game}#${field}=${String(position).replaceAll(' ', '_')}`

      const note = (page: Page) => page.getByText(t('analysis.own-game'))
      const explorer = (page: Page) => page.getByRole('region', { name: t('explorer.title'), exact: true })
      for (const [n, { page }] of [ann, ben].entries()) {
        await page.goto(address)
        await expect(note(page)).toBeVisible()
        await expect(page.locator('.figures')).toHaveText(t('analysis.off'))
        await expect(explorer(page)).toHaveCount(0)
        // After another move on the analysis board, it is still the same game.
        const board = new Board(page)
        if (next.length === 2) await board.click(next[0], next[1])
        else await board.press(next[0])
        await expect(page.locator('.move, .turns button').first()).toBeVisible()
        await expect(note(page)).toBeVisible()
        expect(await calls(n)).toBe(0)
        // The review of this line is refused too.
        await page.getByRole('button', { name: t('review.start-button') }).click()
        await expect(page.getByText(t('analysis.own-game.review'))).toBeVisible()
        expect(await calls(n)).toBe(0)
      }
      await expectStillAccessible(ann.page)
      await picture(ann.page, 'own-game')

      // Others may analyse it.
      await cid.page.goto(address)
      await expect.poll(() => calls(2), slow).toBeGreaterThan(0)
      await expect(note(cid.page)).toHaveCount(0)
      await expect(explorer(cid.page)).toBeVisible()

      // A game on this screen that begins with the position gets no help.
      await paste(ann.page, game, position, t('paste.open'))
      await expect(ann.page.getByText(t('game.own-game'))).toBeVisible()
      await expect(ann.page.getByRole('region', { name: t('advice.title'), exact: true })).toHaveCount(0)
      await picture(ann.page, 'local-game')
      expect(await calls(0)).toBe(0)

      // Nor does a table with the computer.
      const variant = game === 'wotn' ? settings.variant : game
      await ann.page.goto(`/play/new#variant=${variant}&position=${encodeURIComponent(String(position))}`)
      const opponent = game === 'wotn' ? t('new-table.opponent') : t('seat.1')
      await ann.page.getByRole('combobox', { name: opponent, exact: true }).selectOption('3')
      await ann.page.getByRole('button', { name: t('lobby.open'), exact: true }).click()
      await expect(ann.page.getByRole('alert')).toHaveText(t('refusal.own-game'))
      await picture(ann.page, 'table')

      // The server gives no record of the game, and the address of its analysis shows none.
      expect((await ann.page.request.get(`/api/matches/${match}/games/1/record`)).status()).toBe(404)
      await ann.page.goto(`/analysis/${game}#match=${match}&number=1`)
      await expect(ann.page.getByText(t('analysis.running'))).toBeVisible()
      expect(await calls(0)).toBe(0)

      // When the game is over, the engine helps.
      await command(ben, { type: 'resign' })
      await ann.page.goto('/')
      await ann.page.goto(address)
      await expect.poll(() => calls(0), slow).toBeGreaterThan(0)
      await expect(note(ann.page)).toHaveCount(0)
      await expect(explorer(ann.page)).toBeVisible()
      for (const { context } of people) await context.close()
    },
  )
}

test('a finished game is reviewed while another own game has the same opening', audit, async ({ browser }) => {
  test.setTimeout(180_000)
  const [look] = looks
  if (!look) throw new Error('looks is empty')
  const t = textsOf(look.language)
  const [ann, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
  await ann.page.request.post('/api/session', { data: { name: 'Dora' } })
  await ben.page.request.post('/api/session', { data: { name: 'Emil' } })
  await ann.page.addInitScript(() => localStorage.setItem('tafelrunde.engine', '{"on":false}'))
  const settings = { game: 'wotn', seats: 2, first: 0, clock: { kind: 'none' }, visibility: 'public', variant: 'wotn' }
  const play = async (
    moves: readonly string[],
  ): Promise<[string, (who: typeof ann, data: object) => Promise<void>]> => {
    const { match } = await (await ann.page.request.post('/api/matches', { data: { settings, seat: 0 } })).json()
    const command = async (who: typeof ann, data: object) => {
      const answer = await who.page.request.post(`/api/matches/${match}/commands`, { data })
      expect(answer.ok(), await answer.text()).toBe(true)
    }
    await command(ben, { type: 'sit', seat: 1 })
    for (const [ply, move] of moves.entries()) await command(ply % 2 === 0 ? ann : ben, { type: 'move', move })
    return [match, command]
  }
  const [finished, command] = await play(games.wotn.moves)
  await command(ben, { type: 'resign' })
  await play(games.wotn.moves.slice(0, 3))

  const { page } = ann
  await page.goto(`/analysis/wotn#match=${finished}&number=1`)
  await page.getByRole('button', { name: t('review.start-button') }).click()
  const review = page.getByRole('region', { name: t('review.title'), exact: true })
  await expect(review.getByRole('table')).toBeVisible(slow)
  await expect(page.getByText(t('analysis.own-game.review'))).toHaveCount(0)

  // The engine does not help in the position of the other game.
  await page.keyboard.press('Home')
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight')
  await expect(page.getByText(t('analysis.own-game'))).toBeVisible()
  for (const { context } of [ann, ben]) await context.close()
})
