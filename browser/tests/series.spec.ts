import { Board } from './board.ts'
import { type Look, textsOf } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { type Person, TestServer } from './server.ts'
import { openTable, sitDown, startMatch, turnOf } from './tables.ts'
import { audit, expect, type Page, picture, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

const english: Look = { language: 'en', scheme: 'light' }
const german: Look = { language: 'de', scheme: 'dark' }

const leave = (...people: Person[]) => Promise.all(people.map(({ context }) => context.close()))

async function resign(page: Page, t: ReturnType<typeof textsOf>): Promise<void> {
  await page.getByRole('button', { name: t('game.resign') }).click()
  await page.getByRole('button', { name: t('game.resign.yes') }).click()
}

async function rematch(one: Page, other: Page, t: ReturnType<typeof textsOf>): Promise<void> {
  await one.getByRole('button', { name: t('game.rematch') }).click()
  await expect(other.getByText(t('match.rematch.waiting'))).toHaveCount(0)
  await other.getByRole('button', { name: t('game.rematch') }).click()
  for (const page of [one, other]) await expect(page.getByRole('button', { name: t('match.abort') })).toBeVisible()
}

test('each game of a series has an address and links to the others', async ({ browser }) => {
  const t = textsOf('en')
  const [ann, ben] = await startMatch(server, browser, english)
  const [white, black] = [new Board(ann.page), new Board(ben.page)]
  const table = new URL(ann.page.url()).pathname
  await expect(ann.page).toHaveTitle('● Your move · Ann – Ben · Tafelrunde')
  await expect(ben.page).toHaveTitle('Ann – Ben · Tafelrunde')
  await white.click('e2', 'e4')
  await expect(ben.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
  await black.click('e7', 'e5')
  await expect(ann.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
  await resign(ann.page, t)
  await rematch(ben.page, ann.page, t)
  await expect(ann.page.getByText(t('match.series.of', { n: 2, games: 2 }))).toBeVisible()
  // During a game, its actions are above the links to other games.
  const series = ann.page.getByRole('navigation', { name: t('match.series') })
  const resigning = await ann.page.getByRole('button', { name: t('game.resign') }).boundingBox()
  expect(resigning?.y).toBeLessThan((await series.boundingBox())?.y ?? 0)

  // A spectator opens game 1 during game 2, also after a reload.
  const spectator = await server.newPerson(browser, german, { width: 390, height: 844 })
  const d = textsOf('de')
  await spectator.page.goto(`${table}/1`)
  const won = `${d('result.won', { who: 'Ben' })} ${d('result.resignation')}.`
  await expect(spectator.page.getByText(won)).toBeVisible()
  await expect(spectator.page).toHaveTitle('Ann – Ben · Partie 1 · Tafelrunde')
  await spectator.page.reload()
  await expect(spectator.page.getByText(won)).toBeVisible()
  const field = new Board(spectator.page)
  await expect(field.square('e4')).toHaveAttribute('aria-label', /Bauer/)
  await spectator.page.keyboard.press('Home')
  await expect(field.square('e4')).not.toHaveAttribute('aria-label', /Bauer/)
  await expectStillAccessible(spectator.page)
  await picture(spectator.page, 'series-390', true)
  const record = await spectator.page.request.get(`/api/matches${table.slice('/match'.length)}/games/1/record`)
  expect(await record.text()).toContain('[Round "1"]')
  const more = spectator.page.getByRole('button', { name: d('action.more') })
  await more.click()
  await expect(spectator.page.getByRole('link', { name: d('match.record') })).toHaveAttribute(
    'href',
    /\/games\/1\/record$/,
  )
  await more.click()

  // The link to the next game, and the browser's back button.
  await spectator.page.getByRole('link', { name: d('match.series.next') }).click()
  await expect(spectator.page).toHaveURL(new RegExp(`${table}/2$`))
  await expect(spectator.page.getByText(d('match.series.of', { n: 2, games: 2 }))).toBeVisible()
  await expect(spectator.page.getByText(won)).toHaveCount(0)
  await spectator.page.goBack()
  await expect(spectator.page.getByText(won)).toBeVisible()

  // The page of a game that does not exist links to the match.
  await spectator.page.goto(`${table}/7`)
  await expect(spectator.page.getByRole('heading', { name: d('match.series.none', { n: 7 }) })).toBeVisible()
  await spectator.page.getByRole('link', { name: d('match.series.go') }).click()
  await expect(spectator.page.getByText(d('match.series.of', { n: 2, games: 2 }))).toBeVisible()

  // A profile links to each game.
  await resign(ben.page, t)
  await ann.page
    .getByRole('link', { name: t('online.marked', { name: 'Ben', mark: t('online.guest') }), exact: true })
    .click()
  const games = ann.page
    .getByRole('region', { name: t('person.history') })
    .getByRole('listitem')
    .getByRole('link')
  await expect(games).toHaveCount(2)
  await expect(games.nth(0)).toHaveAttribute('href', `${table.slice(1)}/2`)
  await expect(games.nth(1)).toHaveAttribute('href', `${table.slice(1)}/1`)
  await games.nth(1).click()
  await expect(ann.page.getByText(t('result.resignation'))).toBeVisible()
  await expect(ann.page.getByText(t('match.series.of', { n: 1, games: 2 }))).toBeVisible()
  await expect(ann.page.getByRole('button', { name: t('game.rematch') })).toHaveCount(0)

  await picture(ann.page, 'series')

  // When the next game starts, the page of a player changes to it; that of a spectator does not.
  await spectator.page.goto(`${table}/2`)
  await ann.page.getByRole('link', { name: t('match.series.game', { n: 2 }) }).click()
  await rematch(ben.page, ann.page, t)
  await expect(ann.page).toHaveURL(new RegExp(`${table}/3$`))
  await expect(ann.page.getByText(t('match.series.of', { n: 3, games: 3 }))).toBeVisible()
  await expect(spectator.page.getByText(d('match.series.of', { n: 2, games: 3 }))).toBeVisible()
  await expect(spectator.page.getByText(d('result.resignation'))).toBeVisible()
  await leave(ann, ben, spectator)
})

test('the time for the first moves is shown, then the reason why the game was aborted', audit, async ({ browser }) => {
  const [t, d] = [textsOf('en'), textsOf('de')]
  const [ann, ben] = await startMatch(server, browser, english)
  const spectator = await server.newPerson(browser, german, { width: 390, height: 844 })
  await spectator.page.goto(new URL(ann.page.url()).pathname)
  const left = (page: Page, words: typeof t) => {
    const [before = '', after = ''] = words('match.deadline.move.abort', { time: '|' }).split('|')
    return page.getByRole('timer').filter({ hasText: new RegExp(`${before}0:[0-5]\\d${after}`) })
  }
  for (const { page } of [ann, ben]) await expect(left(page, t)).toBeVisible()
  await expect(left(spectator.page, d)).toBeVisible()
  // The time is announced at intervals, not each second.
  await ann.page.addInitScript(() => {
    const spoken: string[] = []
    Object.assign(window, { spoken })
    new MutationObserver(() => {
      const text = document.querySelector('.spoken[role=status]')?.textContent ?? ''
      if (text && text !== spoken.at(-1)) spoken.push(text)
    }).observe(document, { childList: true, subtree: true })
  })
  await ann.page.reload()
  const spoken = () => ann.page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
  await expect.poll(spoken).not.toEqual([])
  await expectStillAccessible(ann.page)
  const times = (await spoken()).map((text) => Number(/\d+/.exec(text)?.[0]))
  expect(times[0]).toBeGreaterThan(0)
  // Later ones come at fixed moments, on a slow machine a few seconds after.
  for (const time of times.slice(1)) expect([60, 30, 10].some((at) => time <= at && time > at - 5)).toBe(true)
  await picture(ann.page, 'first-move')
  await picture(spectator.page, 'first-move-390')

  await new Board(ann.page).click('e2', 'e4')
  await expect(ben.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
  await expect(left(ben.page, t)).toBeVisible()
  await server.kill()
  server.shiftTime(60_000)
  await server.start()
  for (const { page } of [ann, ben]) {
    await expect(page.getByText(`${t('match.aborted')} ${t('result.abort.first-move', { who: 'Ben' })}.`)).toBeVisible()
    await expect(left(page, t)).toHaveCount(0)
  }
  const reason = `${d('match.aborted')} ${d('result.abort.first-move', { who: 'Ben' })}.`
  await expect(spectator.page.getByText(reason)).toBeVisible()
  await picture(spectator.page, 'aborted-390')
  await leave(ann, ben, spectator)
})

test(
  'the time for a first move is neither announced nor left for screen readers once the move is made',
  audit,
  async ({ browser }) => {
    const t = textsOf('en')
    const [ann, ben] = await startMatch(server, browser, english)
    const region = ben.page.locator('.spoken[role=status]')
    const [, time = ''] = t('match.deadline.move.abort', { time: '|' }).split('|')
    await ben.page.evaluate(() => {
      const spoken: string[] = []
      Object.assign(window, { spoken })
      new MutationObserver(() =>
        spoken.push(document.querySelector('.spoken[role=status]')?.textContent ?? ''),
      ).observe(document.querySelector('.spoken[role=status]') as Element, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    })
    // The move is on the way for longer than the first announcement is delayed.
    await ben.page.route('**/commands', async (route) => {
      await new Promise((done) => setTimeout(done, 4000))
      await route.continue()
    })
    await new Board(ann.page).click('e2', 'e4')
    await new Board(ben.page).click('e7', 'e5')
    await ben.page.evaluate(() => {
      ;(window as unknown as { spoken: string[] }).spoken.length = 0
    })
    await expect(turnOf(ben.page, t, 'Ann')).toBeVisible()
    const spoken = await ben.page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
    expect(spoken.filter((text) => text.includes(time))).toEqual([])
    await ben.page.unroute('**/commands')

    // An aborted game leaves no time behind.
    const next = await startMatch(server, browser, english)
    const page = next[0].page
    const left = page.locator('.spoken[role=status]')
    await expect(left).toContainText(time)
    await page.getByRole('button', { name: t('match.abort') }).click()
    await expect(page.locator('.result')).toBeVisible()
    await expect(left).not.toContainText(time)
    await expect(region).not.toContainText(time)
    await leave(ann, ben, ...next)
  },
)

test('the clocks stop when a game ends', audit, async ({ browser }) => {
  const [t, d] = [textsOf('en'), textsOf('de')]
  const tables = [
    await startMatch(server, browser, english, async (dialog) => {
      await dialog.getByLabel(t('new-table.increment')).selectOption('0')
    }),
    await startMatch(server, browser, german),
  ]
  const [[ann, ben], [eva, max]] = tables as [[Person, Person], [Person, Person]]
  // An increment of 0 is shown.
  for (const { page } of [ann, ben]) await expect(page.getByText(/min \+ 0 s/)).toBeVisible()
  for (const [white, black] of tables as [Person, Person][]) {
    await new Board(white.page).click('e2', 'e4')
    await new Board(black.page).click('e7', 'e5')
    await expect(turnOf(white.page, white === ann ? t : d, 'Ann')).toBeVisible()
  }
  await server.kill()
  server.shiftTime(40_000)
  await server.start()

  await ann.page.reload()
  const clocks = (page: Page) => page.getByRole('timer').allInnerTexts()
  await expect.poll(async () => (await clocks(ann.page)).some((text) => /^9:[012]/.test(text))).toBe(true)
  await expect(ann.page.getByText(t('online.lost'))).toHaveCount(0)
  await resign(ann.page, t)
  for (const { page } of [ann, ben]) {
    await expect(page.getByText(t('result.resignation'))).toBeVisible()
    const shown = await clocks(page)
    expect(shown).toHaveLength(2)
    expect(shown.filter((text) => text === '10:00')).toHaveLength(1)
    expect(shown.filter((text) => /^9:[012]\d$/.test(text))).toHaveLength(1)
  }
  await picture(ann.page, 'resigned')

  await server.kill()
  server.shiftTime(20 * 60_000)
  await server.start()
  for (const { page } of [eva, max]) {
    await expect(page.getByText(d('result.time'))).toBeVisible()
    await expect.poll(async () => (await clocks(page)).toSorted()).toEqual(['0:00,0', '10:00'])
  }
  await picture(eva.page, 'flag')
  await leave(ann, ben, eva, max)
})

for (const game of ['wotn', 'lancelot'] as const) {
  test(
    `${game}: a player who sits down is not shown as away, and a long name does not hide the clock`,
    audit,
    async ({ browser }) => {
      const t = textsOf('en')
      const size = { width: 390, height: 844 }
      const long = 'Bartholomäus Maximilian Ritter'
      const [ann, ben] = [
        await server.newPerson(browser, english, size),
        await server.newPerson(browser, english, size),
      ]
      const table = await openTable(ann.page, t, async (dialog) => {
        await dialog.getByLabel(t('online.name')).fill(long)
        await dialog.getByRole('radio', { name: t(`game.${game}`) }).check()
        if (game === 'wotn') await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
        else {
          await dialog.getByLabel(t('new.seats')).selectOption('2')
          await dialog.getByLabel(t('new.first')).selectOption(t('seat.0'))
        }
        await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
      })
      await ann.page.evaluate((away) => {
        const seen = { away: false }
        const look = () => {
          for (const one of document.querySelectorAll('span'))
            if (one.childElementCount === 0 && one.textContent?.includes(away)) seen.away = true
        }
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
        Object.assign(window, { seen })
      }, t('match.away'))
      await sitDown(ben.page, t, table, 'Emilia Konstantina von Altenberg'.slice(0, 30))
      const [first, second] =
        game === 'wotn'
          ? ([
              ['e2', 'e4'],
              ['e7', 'e5'],
            ] as const)
          : ([['g7'], ['e5']] as const)
      for (const [{ page }, squares] of [
        [ann, first],
        [ben, second],
      ] as const) {
        await expect(
          turnOf(page, t, page === ann.page ? long : 'Emilia Konstantina von Altenberg'.slice(0, 30), game),
        ).toBeVisible()
        for (const square of squares) await new Board(page).press(square)
      }
      await expect(turnOf(ann.page, t, long, game)).toBeVisible()
      expect(await ann.page.evaluate(() => (window as unknown as { seen: { away: boolean } }).seen.away)).toBe(false)

      for (const { page } of [ann, ben]) {
        // The note "guest" is not cut off after a long name.
        for (const note of await page.locator('.bar .note').all()) {
          await expect(note).toHaveText(t('online.guest'))
          expect(await note.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
        }
        await expect(page.getByRole('timer')).toHaveCount(2)
        for (const clock of await page.getByRole('timer').filter({ visible: true }).all()) {
          const box = await clock.boundingBox()
          expect(box?.height).toBeLessThan(36)
          const row = await clock.locator('xpath=ancestor::*[self::li or contains(@class, "bar")][1]').boundingBox()
          expect(row?.height).toBeLessThanOrEqual(game === 'wotn' ? 45 : 95)
          expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
          // The clock is not covered and not cut off.
          expect(await clock.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true)
          expect(
            await clock.evaluate((element) => {
              const { left, right, top, bottom } = element.getBoundingClientRect()
              return [left + 2, (left + right) / 2, right - 2].every((x) => {
                const there = document.elementFromPoint(x, (top + bottom) / 2)
                // A button that explains the clock lies over it.
                return there === element || there?.parentElement === element.parentElement
              })
            }),
          ).toBe(true)
        }
        await expectStillAccessible(page)
      }
      await picture(ann.page, `long-${game}`)
      await leave(ann, ben)
    },
  )
}

test('a series of Lancelot with an aborted game', audit, async ({ browser }) => {
  const t = textsOf('en')
  const [ann, ben] = [await server.newPerson(browser, english), await server.newPerson(browser, english)]
  const table = await openTable(ann.page, t, async (dialog) => {
    await dialog.getByLabel(t('online.name')).fill('Ann')
    await dialog.getByRole('radio', { name: t('game.lancelot') }).check()
    await dialog.getByLabel(t('new.seats')).selectOption('2')
    await dialog.getByLabel(t('new.first')).selectOption(t('seat.0'))
    await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
  })
  await sitDown(ben.page, t, table, 'Ben')
  await ann.page.getByRole('button', { name: t('match.abort') }).click()
  await expect(ben.page.getByText(t('result.abort.player', { who: 'Ann' }))).toBeVisible()
  await rematch(ann.page, ben.page, t)
  await new Board(ann.page).press('g7')
  await expect(ben.page.getByText(t('match.your-turn.stone'))).toBeVisible()
  await new Board(ben.page).press('e5')
  await expect(ann.page.getByText(t('match.your-turn.stone'))).toBeVisible()
  await resign(ann.page, t)
  await rematch(ann.page, ben.page, t)
  await ben.page.goto(`${table}/2`)
  await expect(ben.page.getByText(t('result.resignation'))).toBeVisible()
  await expect(new Board(ben.page).square('g7')).toHaveAttribute('aria-label', /Ann/)
  await ben.page.getByRole('link', { name: t('match.series.previous') }).click()
  await expect(ben.page.getByText(t('result.abort.player', { who: 'Ann' }))).toBeVisible()
  await ben.page.getByRole('button', { name: t('action.more') }).click()
  await expect(ben.page.getByRole('link', { name: t('match.record') })).toHaveCount(0)
  await leave(ann, ben)
})

test('a bot declines one rematch and accepts the next one', audit, async ({ browser }) => {
  const t = textsOf('de')
  const phone = { width: 390, height: 844 }
  const [ann, robot] = [await server.newPerson(browser, german, phone), await server.newPerson(browser, english)]
  const bot = robot.page.request
  for (const [path, data] of [
    ['/api/account', { name: 'Robot', password: 'correct horse battery' }],
    ['/api/bot/account/upgrade', {}],
  ] as const)
    expect((await bot.post(path, { data })).ok()).toBe(true)
  expect((await ann.page.request.post('/api/session', { data: { name: 'Ann' } })).ok()).toBe(true)
  const settings = {
    game: 'wotn',
    variant: 'chess',
    seats: 2,
    first: 0,
    visibility: 'link',
    clock: { kind: 'real-time', initial: 300_000, increment: 3000 },
    start: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
  }
  const opened = await ann.page.request.post('/api/matches', { data: { settings, seat: 0 } })
  const { match: id } = (await opened.json()) as { match: string }
  expect((await bot.post(`/api/matches/${id}/commands`, { data: { type: 'sit' } })).ok()).toBe(true)
  await ann.page.goto(`/match/${id}`)
  await new Board(ann.page).click('e2', 'e4')
  await resign(ann.page, t)

  const offered = async () => {
    await ann.page.getByRole('button', { name: t('game.rematch') }).click()
    await expect(ann.page.getByText(t('match.rematch.waiting'))).toBeVisible()
    const { in: list } = (await (await bot.get('/api/challenge')).json()) as { in: unknown[] }
    expect(list).toMatchObject([{ id: `${id}.2`, initialFen: settings.start, rematchOf: id }])
  }
  await offered()
  expect((await bot.post(`/api/challenge/${id}.2/decline`)).ok()).toBe(true)
  const declined = ann.page.getByText(t('match.rematch.declined', { who: 'Robot' }))
  await expect(declined).toBeVisible()
  await expectStillAccessible(ann.page)
  await ann.page.reload()
  await expect(declined).toBeVisible()
  await offered()
  await expect(declined).toHaveCount(0)
  expect((await bot.post(`/api/challenge/${id}.2/accept`)).ok()).toBe(true)
  await expect(ann.page.getByText(t('match.series.of', { n: 2, games: 2 }))).toBeVisible()
  await leave(ann, robot)
})
