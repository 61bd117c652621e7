import { lookName, oneLook, textsOf } from './looks.ts'
import { expectAccessible, expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { type APIRequestContext, audit, expect, picture, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

/** post sends a request and returns the body of the response. */
async function post(request: APIRequestContext, path: string, data: object): Promise<Record<string, string>> {
  const response = await request.post(`/api${path}`, { data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return (await response.json().catch(() => ({}))) as Record<string, string>
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)
    const named = (name: string) => `${name} ${look.language} ${test.info().line}-${test.info().retry}`

    test('finished games are searched, and the address keeps the search', async ({ browser }) => {
      const [anna, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
      const [one, other] = [anna.context.request, ben.context.request]
      const { id } = await post(one, '/account', { name: named('Anna'), password: 'correct horse battery' })
      await post(other, '/account', { name: named('Ben'), password: 'correct horse battery' })
      // Ben resigns a game of Way of the Knight after two moves, Anna one of orthodox chess after one.
      for (const [variant, moves, loser] of [
        ['wotn', ['e2e4', 'e7e5'], other],
        ['chess', ['d2d4'], one],
      ] as const) {
        const clock = { kind: 'none', initial: 0, increment: 0 }
        const settings = { game: 'wotn', variant, seats: 2, first: 0, clock, rated: false, takebacks: false }
        const { match } = await post(one, '/matches', { settings: { ...settings, visibility: 'public' }, seat: 0 })
        const send = (who: APIRequestContext, command: object) => post(who, `/matches/${match}/commands`, command)
        await send(other, { type: 'sit', seat: 1 })
        for (const [ply, move] of moves.entries()) await send(ply === 0 ? one : other, { type: 'move', move })
        await send(loser, { type: 'resign' })
      }

      const { page } = ben
      await page.goto(`/people/${id}`)
      const history = page.getByRole('region', { name: t('person.history') })
      const rows = history.getByRole('listitem')
      await expect(rows).toHaveCount(2)
      const filter = history.getByRole('button', { name: t('games.search') })
      await filter.click()
      const search = history.getByRole('search', { name: t('games.search') })
      const choice = (name: 'games.result' | 'games.variant') =>
        search.getByRole('combobox', { name: t(name), exact: true })
      await choice('games.result').selectOption('won')
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText(t('game.wotn'))
      await expect(history.getByRole('status')).toHaveText(t('games.found.one', { n: 1, more: '' }))
      await expect(page).toHaveURL(/#result=won$/)
      await page.reload()
      await expect(rows).toHaveCount(1)
      await expect(history.getByRole('button', { name: t('games.filter.one', { n: 1 }) })).toBeVisible()
      await filter.click()
      await expect(choice('games.result')).toHaveValue('won')

      await choice('games.variant').selectOption('chess')
      await expect(rows).toHaveCount(0)
      await choice('games.result').selectOption('lost')
      await expect(rows).toHaveCount(1)
      await search.getByLabel(t('games.opponent')).fill('BEN')
      await search.getByLabel(t('games.opponent')).press('Enter')
      await search.getByLabel(t('games.max')).fill('1')
      await search.getByLabel(t('games.max')).press('Enter')
      await expect(page).toHaveURL(/opponent=BEN&result=lost&variant=chess&max=1$/)
      await expect(rows).toHaveCount(1)
      await search.getByLabel(t('games.from')).fill('2999-01-01')
      await expect(rows).toHaveCount(0)
      await expectStillAccessible(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectStillAccessible(page)
      await search.getByRole('button', { name: t('games.clear') }).click()
      await expect(rows).toHaveCount(2)
      await expect(page).toHaveURL(new RegExp(`people/${id}$`))
      await picture(page, 'games-390', true)
      await page.setViewportSize({ width: 1280, height: 800 })
      await picture(page, 'games-1280', true)
    })

    test(
      'a profile shows how a rating changed, and whether a person is online unless it is hidden',
      audit,
      async ({ browser }) => {
        const [anna, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
        const [one, other] = [anna.context.request, ben.context.request]
        const name = named('Anna')
        const { id } = await post(one, '/account', { name, password: 'correct horse battery' })
        await post(other, '/account', { name: named('Ben'), password: 'correct horse battery' })

        await anna.page.goto(`/people/${id}`)
        await anna.page.getByRole('button', { name: t('arms.edit') }).click()
        const editor = anna.page.getByRole('dialog', { name: t('arms.edit') })
        await editor.getByLabel(t('arms.motto'), { exact: true }).fill('Ad astra')
        const choose = async (group: string, part: string) =>
          editor
            .getByRole('group', { name: group, exact: true })
            .getByRole('radio', { name: part, exact: true })
            .check({ force: true })
        await choose(t('arms.field'), t('arms.tincture.b'))
        await choose(t('arms.second'), t('arms.tincture.o'))
        await choose(t('arms.division'), t('arms.division.q'))
        await choose(t('arms.charge'), t('arms.charge.c'))
        // Metal never lies on metal: the other tincture is exchanged.
        await choose(t('arms.field'), t('arms.tincture.a'))
        await expect(
          editor.getByRole('group', { name: t('arms.second') }).getByRole('radio', { name: t('arms.tincture.b') }),
        ).toBeChecked()
        await expectAccessible(anna.page)
        await picture(anna.page, 'arms-1280')
        await editor.getByRole('button', { name: t('arms.save') }).click()
        await expect(editor).toBeHidden()
        await expect(anna.page.getByText('Ad astra')).toBeVisible()

        await ben.page.goto(`/people/${id}`)
        await expect(ben.page.getByText(t('person.ratings.none'))).toBeVisible()
        await expect(ben.page.locator('.chart')).toHaveCount(0)

        // Three rated games: Anna wins two and loses one.
        for (const loser of [other, one, other]) {
          const clock = { kind: 'real-time', initial: 300_000, increment: 0 }
          const settings = { game: 'wotn', variant: 'wotn', seats: 2, first: 0, clock, rated: true, takebacks: false }
          const table = { settings: { ...settings, visibility: 'public' }, seat: 0 }
          const { match } = await post(one, '/matches', table)
          const send = (who: APIRequestContext, command: object) => post(who, `/matches/${match}/commands`, command)
          await send(other, { type: 'sit', seat: 1 })
          await send(one, { type: 'move', move: 'e2e4' })
          await send(other, { type: 'move', move: 'e7e5' })
          await send(loser, { type: 'resign' })
        }
        await ben.page.reload()
        await expect(ben.page.getByText('Ad astra')).toBeVisible()
        const profile = await (await other.get(`/api/people/${id}`)).json()
        expect(profile.arms).toMatch(/^[hfrk]qabc$/)
        const ratings = ben.page.getByRole('region', { name: t('person.ratings') })
        const chart = ratings.getByRole('img')
        await expect(chart).toHaveAccessibleName(new RegExp(`^Way of the Knight, ${t('person.time.blitz')}: 3 `))
        expect(await chart.locator('polyline').getAttribute('points')).toMatch(/^(\S+,\S+ ){3}\S+,\S+$/)
        await expectAccessible(ben.page)
        await picture(ben.page, 'profile-1280', true)
        await ben.page.setViewportSize({ width: 390, height: 844 })
        await expectStillAccessible(ben.page)
        await picture(ben.page, 'profile-390', true)

        // Anna has the lobby open: the lobby and her profile show it.
        await anna.page.goto('/play')
        const shown = ben.page.getByText(t('person.online'), { exact: true })
        await expect(async () => {
          await ben.page.reload()
          await expect(shown).toBeVisible({ timeout: 3000 })
        }).toPass()
        const listed = ben.page.getByRole('link', { name, exact: true })
        await ben.page.goto('/play')
        await expect(listed).toBeVisible()

        // She hides it on the page of settings. Both stop to show it, also while she is online.
        await anna.page.goto('/settings')
        const box = anna.page.getByRole('checkbox', { name: t('settings.online') })
        await expect(box).toBeEnabled()
        await expect(box).toBeChecked()
        await box.uncheck()
        await expectStillAccessible(anna.page)
        await anna.page.reload()
        await expect(box).toBeEnabled()
        await expect(box).not.toBeChecked()
        await anna.page.goto('/play')
        await expect(anna.page.getByRole('region', { name: t('lobby.quick') })).toBeVisible()
        await ben.page.reload()
        await expect(
          ben.page.getByRole('region', { name: new RegExp(t('lobby.online.other', { n: '' }).trim()) }),
        ).toBeVisible()
        await expect(listed).toHaveCount(0)
        await ben.page.goto(`/people/${id}`)
        await expect(chart).toBeVisible()
        await expect(shown).toHaveCount(0)

        // Guests have no such setting.
        const guest = await server.newPerson(browser, look)
        await guest.page.goto('/settings')
        await expect(guest.page.getByRole('heading', { name: t('settings.page') })).toBeVisible()
        await expect(guest.page.getByRole('heading', { name: t('settings.privacy') })).toHaveCount(0)
        await Promise.all([anna, ben, guest].map(({ context }) => context.close()))
      },
    )

    test('the rules lead to a game and to the rules of the other game', audit, async ({ browser }) => {
      const { page, context } = await server.newPerson(browser, look)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/rules/wotn')
      const play = page.getByRole('link', { name: t('rulebook.play') })
      await expect(play).toHaveCount(2)
      await expect(play.first()).toBeInViewport()
      await picture(page, 'rules-390')
      await page
        .getByRole('link', { name: t('rulebook.other-game', { game: t('game.lancelot') }) })
        .last()
        .click()
      await expect(page).toHaveURL(/\/rules\/lancelot$/)
      await expect(page.locator('article h2').first()).toBeVisible()
      await play.last().click()
      await expect(page.getByRole('dialog', { name: t('new.title.lancelot') })).toBeVisible()
      await page.getByRole('button', { name: t('new.start') }).click()
      await expect(page.getByRole('main').getByRole('grid')).toBeVisible()
      await page.goto('/rules/lancelot')
      await page
        .getByRole('link', { name: t('rulebook.other-game', { game: t('game.wotn') }) })
        .first()
        .click()
      await expect(page).toHaveURL(/\/rules\/wotn$/)
      await context.close()
    })
  })
}
