import { Board } from './board.ts'
import { lookName, oneLook, textsOf } from './looks.ts'
import { expectAccessible, expectStillAccessible, newPerson } from './people.ts'
import { TestServer } from './server.ts'
import { audit, expect, test } from './test.ts'

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('two people who choose the same game meet', async ({ browser }) => {
      // On the server of all tests, other tests and a failed try would open tables to join.
      const server = new TestServer()
      await server.start()
      const [ann, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
      await ann.page.goto('/play')
      await ann.page
        .getByRole('list', { name: t('game.wotn') })
        .getByRole('button', { name: t('quick.1d') })
        .click()
      await expect(ann.page.getByLabel(t('match.link'), { exact: true })).toBeVisible()
      await expectAccessible(ann.page)
      await ben.page.goto('/play')
      await expectStillAccessible(ben.page)
      await ben.page
        .getByRole('list', { name: t('game.wotn') })
        .getByRole('button', { name: t('quick.1d') })
        .click()
      await expect(ben.page).toHaveURL(/\/match\//)
      await expect(ben.page.getByRole('grid')).toBeVisible()
      await expect(ann.page.getByRole('grid')).toBeVisible()
      expect(new URL(ann.page.url()).pathname.split('/')[2]).toBe(new URL(ben.page.url()).pathname.split('/')[2])
      await server.close()
    })

    test('orthodox chess is paired and played under its name, and bots are marked', audit, async ({ browser }) => {
      const server = new TestServer()
      await server.start()
      const [ann, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
      const bot = ben.page.request
      for (const [path, data] of [
        ['/api/account', { name: 'Robot', password: 'correct horse battery' }],
        ['/api/bot/account/upgrade', {}],
      ] as const)
        expect((await bot.post(path, { data })).ok()).toBe(true)
      const person = ((await (await bot.get('/api/account')).json()) as { person: string }).person
      expect(
        (
          await ann.page.request.post('/api/account', {
            data: { name: 'Ann', password: 'correct horse battery' },
          })
        ).ok(),
      ).toBe(true)

      await ann.page.goto('/play')
      await ann.page.getByRole('radio', { name: t('variant.chess') }).check()
      await ann.page
        .getByRole('list', { name: t('variant.chess') })
        .getByRole('button', { name: t('quick.10+5') })
        .click()
      await expect(ann.page.getByRole('heading', { name: t('variant.chess') })).toBeVisible()

      // Bots are not paired, but challenged.
      await ann.page.goto(`/people/${person}`)
      const marked = t('online.marked', { name: 'Robot', mark: t('online.bot') })
      await expect(ann.page.getByRole('heading', { name: marked })).toBeVisible()
      await ann.page.getByRole('button', { name: t('challenge.challenge') }).click()
      await ann.page.getByRole('radio', { name: t('variant.chess') }).check()
      await expect(ann.page.getByRole('checkbox', { name: t('new-table.rated') })).toBeDisabled()
      await expectStillAccessible(ann.page)
      await ann.page.getByRole('button', { name: t('challenge.send') }).click()
      await ann.page.waitForURL(/\/match\//)
      const id = new URL(ann.page.url()).pathname.split('/')[2]
      expect((await bot.post(`/api/challenge/${id}/accept`)).ok()).toBe(true)
      await expect(ann.page.getByRole('grid')).toBeVisible()
      await expect(ann.page.getByRole('heading', { name: t('variant.chess') })).toBeVisible()
      await expect(ann.page.getByText(t('online.bot'), { exact: true })).toBeVisible()
      await server.close()
    })

    test('the lobby shows tables that are opened, change and disappear, and challenges, without requests', async ({
      browser,
    }) => {
      const server = new TestServer('--workers', '0') // so that computers offer no games
      await server.start()
      const [ann, ben, cat] = [
        await server.newPerson(browser, look),
        await server.newPerson(browser, look),
        await server.newPerson(browser, look),
      ]
      const post = async (person: typeof ann, path: string, data: object) => {
        const response = await person.page.request.post(path, { data })
        expect(response.ok(), await response.text()).toBe(true)
        return response.json()
      }
      const account = async (person: typeof ann, name: string): Promise<string> => {
        await post(person, '/api/account', { name, password: 'correct horse battery' })
        return (await (await person.page.request.get('/api/session')).json()).id
      }
      const id = await account(ann, 'Ann')
      await account(ben, 'Ben')
      await post(cat, '/api/session', { name: 'Cat' })
      await ann.page.goto('/play')
      await expect(ann.page.getByText(t('lobby.empty'))).toBeVisible()
      const asked: string[] = []
      ann.page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        // Those whom Ann follows are asked for now and then.
        if (/^\/api\/(me\/(?!follows$)|lobby$)/.test(pathname)) asked.push(pathname)
      })

      const clock = { kind: 'correspondence', perTurn: 86_400_000 }
      const absent = { timeout: 'engine', takeoverLevel: 5 }
      const open = (person: typeof ann, seats: number) =>
        post(person, '/api/matches', {
          settings: { game: 'lancelot', variant: 'basic', seats, clock, visibility: 'public', target: 7, ...absent },
        })
      const waiting = ann.page.getByRole('region', { name: t('lobby.waiting') })
      const three = await open(ben, 3)
      const row = waiting.getByRole('link').filter({ hasText: 'Ben' })
      await expect(row).toHaveAttribute('href', `match/${three.match}`)
      const two = await open(cat, 2)
      await expect(waiting.getByRole('link')).toHaveCount(2)
      await expect(waiting.getByRole('link').first()).toHaveAttribute('href', `match/${two.match}`)
      await post(cat, `/api/matches/${three.match}/commands`, { type: 'sit' })
      await expect(row).toContainText('Cat')
      await post(cat, `/api/matches/${two.match}/commands`, { type: 'abort' })
      await expect(waiting.getByRole('link')).toHaveCount(1)
      // What is missed while the connection is lost is there afterwards.
      ann.proxy.cut()
      await post(ben, `/api/matches/${three.match}/commands`, { type: 'abort' })
      ann.proxy.restore()
      await expect(ann.page.getByText(t('lobby.empty'))).toBeVisible()

      // A challenge appears and disappears.
      const challenges = ann.page.getByRole('region', { name: t('challenge.title') })
      const challenge = await post(ben, `/api/people/${id}/challenge`, { game: 'lancelot', variant: 'basic', clock })
      await expect(challenges).toContainText(t('challenge.from', { who: 'Ben' }))
      await post(ben, `/api/matches/${challenge.match}/commands`, { type: 'abort' })
      await expect(challenges).toHaveCount(0)
      expect(asked).toEqual([])
      await server.close()
    })

    test('a computer offers a game near the own strength, which one press begins', audit, async ({ browser }) => {
      const server = new TestServer()
      await server.start()
      const ann = await server.newPerson(browser, look, { width: 390, height: 844 })
      await ann.page.goto('/play')
      const tables = ann.page.getByRole('region', { name: t('lobby.waiting') })
      const offers = tables.getByRole('button')
      await expect(offers).toHaveCount(4)
      // With nobody else on the server the first screen of a phone has all of them.
      await expect(offers.last()).toBeInViewport({ ratio: 1 })
      const lines = await offers.locator('.soft').evaluateAll((all) => all.map((line) => line.clientHeight))
      for (const height of lines) expect(height, 'the strength stands in one line').toBeLessThan(28)
      await expect(ann.page.getByRole('heading', { name: t('lobby.finished') })).toHaveCount(0)
      await expectStillAccessible(ann.page)
      const offer = offers.filter({ hasText: '5 + 3' })
      await expect(offer).toContainText(t('lobby.offer.computer'))
      await expect(offer).toContainText(t('lobby.offer.casual'))
      const name = (await offer.locator('strong').textContent()) ?? ''
      await offer.click()
      await expect(ann.page.getByRole('grid')).toBeVisible()
      await expect(ann.page.getByText(new RegExp(`^${name}`)).first()).toBeVisible()

      // Once it is over it can be replayed from the lobby.
      const id = new URL(ann.page.url()).pathname.split('/')[2]
      const state = async () =>
        (await (await ann.page.request.get(`/api/matches/${id}`)).json()) as {
          seats: { clock: number }[]
          settings: object
        }
      expect((await state()).settings).toMatchObject({
        rated: false,
        visibility: 'public',
        clock: { initial: 300_000, increment: 3000 },
      })
      const resign = () => ann.page.request.post(`/api/matches/${id}/commands`, { data: { type: 'resign' } })
      await resign()

      // Had the person won, the game would count on the ladder, once. The person has lost, so the answer is changed.
      const broken: Error[] = []
      ann.page.on('pageerror', (error) => broken.push(error))
      await ann.page.route(`**/api/matches/${id}`, async (route) => {
        const response = await route.fetch()
        const view = await response.json()
        await route.fulfill({ response, json: { ...view, outcome: { ...view.outcome, winners: [view.you] } } })
      })
      await ann.page.goto('/learn')
      await ann.page.goto(`/match/${id}`)
      await expect(
        ann.page.getByRole('button', { name: new RegExp(`^${t('opponents.after.next', { name: '' })}`) }),
      ).toBeVisible()
      expect(broken).toEqual([])
      const kept = await ann.page.evaluate(() =>
        Object.values({ ...localStorage }).filter((text) => text.includes('ladder-wotn/')),
      )
      expect(kept).toHaveLength(1)
      await ann.page.unroute(`**/api/matches/${id}`)

      await ann.page.goto('/play')
      const finished = ann.page.getByRole('region', { name: t('lobby.finished') }).getByRole('link')
      await expect(finished.first()).toContainText(name)
      await expect(finished.first().getByRole('grid', { includeHidden: true })).toHaveCount(1)
      await finished.first().click()
      await expect(ann.page).toHaveURL(new RegExp(`/match/${id}/1$`))
      await server.close()
    })

    test(
      'the settings hide the offers of computers, and an administrator turns them off',
      audit,
      async ({ browser }) => {
        const server = new TestServer()
        await server.start()
        const ann = await server.newPerson(browser, look)
        await ann.page.goto('/settings')
        await ann.page.getByLabel(t('settings.offers')).uncheck()
        await ann.page.goto('/play')
        const tables = ann.page.getByRole('region', { name: t('lobby.waiting') })
        await expect(tables.getByText(t('lobby.empty'))).toBeVisible()
        await expect(tables.getByRole('button')).toHaveCount(0)
        await expect(ann.page.getByRole('link', { name: t('lobby.ladder') })).toHaveAttribute('href', 'opponents/wotn')
        await ann.page.goto('/settings')
        await ann.page.getByLabel(t('settings.offers')).check()
        await ann.page.goto('/play')
        await expect(tables.getByRole('button')).toHaveCount(4)

        server.admin('site', '--computers', 'off')
        await expect(tables.getByText(t('lobby.empty'))).toBeVisible({ timeout: 15_000 })
        await expect(tables.getByRole('button')).toHaveCount(0)
        await server.close()
      },
    )

    test('home starts a game against the computer with one click, and a table for a friend with two', async ({
      browser,
    }) => {
      const { page } = await newPerson(browser, look)
      await page.goto('/')
      await expectStillAccessible(page)
      await page.getByRole('button', { name: t('home.computer') }).click()
      await expect(page.getByRole('grid')).toBeVisible()
      await page.goto('/')
      await page.getByRole('link', { name: t('home.friend') }).click()
      await page.getByRole('button', { name: t('friend.create') }).click()
      await expect(page.getByLabel(t('match.link'))).toHaveValue(/\/match\//)
    })

    test(
      'a game against the computer can be played while a table waits, and is saved when the match starts',
      audit,
      async ({ browser }) => {
        const [ann, ben] = [await newPerson(browser, look), await newPerson(browser, look)]
        await ann.page.goto('/')
        await ann.page.getByRole('link', { name: t('home.friend') }).click()
        await ann.page.getByRole('button', { name: t('friend.create') }).click()
        await expect(ann.page.getByRole('img', { name: t('match.link.code') })).toBeVisible()
        await expect(ann.page.getByText(t('match.waiting.taken', { n: 1, seats: 2 }))).toBeVisible()
        const link = await ann.page.getByLabel(t('match.link')).inputValue()
        await ann.page.getByRole('button', { name: t('match.meanwhile') }).click()
        await new Board(ann.page).click('e2', 'e4')
        await expect(ann.page.getByText(t('match.waiting.taken', { n: 1, seats: 2 }))).toBeVisible()
        await expectStillAccessible(ann.page)

        await ben.page.goto(link)
        await ben.page.getByRole('button', { name: t('match.sit') }).click()
        await ben.page.getByLabel(t('online.name')).fill('Ben')
        await ben.page.getByRole('button', { name: t('match.sit') }).click()
        await expect(ann.page.getByText('Ben', { exact: true })).toBeVisible()
        const saved = ann.page.getByText(t('match.meanwhile.saved'))
        await expect(saved).toBeVisible()
        await expectStillAccessible(ann.page)
        const address = await ann.page.getByRole('link', { name: t('match.meanwhile.open') }).getAttribute('href')
        await ann.page.getByRole('button', { name: t('app.close'), exact: true }).click()
        await expect(saved).toHaveCount(0)
        await ann.page.goto(address ?? '')
        await expect(ann.page.getByRole('button', { name: /e4/ }).first()).toBeVisible()
      },
    )

    test('the demonstration can be paused and stepped', audit, async ({ browser }) => {
      const { page } = await newPerson(browser, look)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto('/')
      await expect(page.getByText(t('home.demo.wotn-squire'))).toBeVisible()
      await page.getByRole('button', { name: t('home.demo.next') }).click()
      await page.getByRole('button', { name: t('home.demo.next') }).click()
      await expect(page.getByText(t('home.demo.wotn-knight'))).toBeVisible()
    })
  })
}
