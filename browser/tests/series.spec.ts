import { expect, type Page, test } from '@playwright/test'
import { Board } from './board.ts'
import { House, type Person } from './house.ts'
import { type Look, speaking } from './looks.ts'
import { sound } from './people.ts'
import { meet, openTable, sitDown, turnOf } from './tables.ts'

const house = new House()
test.beforeAll(() => house.open())
test.afterAll(() => house.close())

const english: Look = { language: 'en', scheme: 'light' }
const german: Look = { language: 'de', scheme: 'dark' }

const leave = (...people: Person[]) => Promise.all(people.map(({ context }) => context.close()))

async function resign(page: Page, t: ReturnType<typeof speaking>): Promise<void> {
  await page.getByRole('button', { name: t('table.resign') }).click()
  await page.getByRole('button', { name: t('table.resign.yes') }).click()
}

async function again(one: Page, other: Page, t: ReturnType<typeof speaking>): Promise<void> {
  await one.getByRole('button', { name: t('table.rematch') }).click()
  await expect(other.getByText(t('match.rematch.waiting'))).toHaveCount(0)
  await other.getByRole('button', { name: t('table.rematch') }).click()
}

test('every game of a series has its address, and one steps from game to game', async ({ browser }) => {
  test.setTimeout(120_000)
  const t = speaking('en')
  const [ann, ben] = await meet(house, browser, english)
  const [white, black] = [new Board(ann.page), new Board(ben.page)]
  const table = new URL(ann.page.url()).pathname
  await white.click('e2', 'e4')
  await expect(ben.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
  await black.click('e7', 'e5')
  await expect(ann.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
  await resign(ann.page, t)
  await again(ben.page, ann.page, t)
  // Ben, who won, is Black again or White: whoever moves first plays, and the other gives up.
  await expect(ann.page.getByText(t('match.series.of', { n: 2, games: 2 }))).toBeVisible()
  // During the game its own actions come before the other games.
  const series = ann.page.getByRole('navigation', { name: t('match.series') })
  const resigning = await ann.page.getByRole('button', { name: t('table.resign') }).boundingBox()
  expect(resigning?.y).toBeLessThan((await series.boundingBox())?.y ?? 0)

  // A stranger looks at game 1 while game 2 is played, also after loading the page anew.
  const watcher = await house.arrive(browser, german, { width: 390, height: 844 })
  const d = speaking('de')
  await watcher.page.goto(`${table}/1`)
  const won = `${d('result.won', { who: 'Ben' })} ${d('result.resignation')}.`
  await expect(watcher.page.getByText(won)).toBeVisible()
  await watcher.page.reload()
  await expect(watcher.page.getByText(won)).toBeVisible()
  const field = new Board(watcher.page)
  await expect(field.square('e4')).toHaveAttribute('aria-label', /Bauer/)
  await watcher.page.getByRole('button', { name: d('table.first') }).click()
  await expect(field.square('e4')).not.toHaveAttribute('aria-label', /Bauer/)
  await sound(watcher.page)
  await watcher.page.screenshot({ path: test.info().outputPath('series-390.png'), fullPage: true })
  const record = await watcher.page.request.get(`/api/matches${table.slice('/match'.length)}/games/1/record`)
  expect(await record.text()).toContain('[Round "1"]')
  await expect(watcher.page.getByRole('link', { name: d('match.record') })).toHaveAttribute(
    'href',
    /\/games\/1\/record$/,
  )

  // To the next game, and back with the browser's own button.
  await watcher.page.getByRole('link', { name: d('match.series.next') }).click()
  await expect(watcher.page).toHaveURL(new RegExp(`${table}/2$`))
  await expect(watcher.page.getByText(d('match.series.of', { n: 2, games: 2 }))).toBeVisible()
  await expect(watcher.page.getByText(won)).toHaveCount(0)
  await watcher.page.goBack()
  await expect(watcher.page.getByText(won)).toBeVisible()

  // A game that does not exist says so, and leads to the table.
  await watcher.page.goto(`${table}/7`)
  await expect(watcher.page.getByRole('heading', { name: d('match.series.none', { n: 7 }) })).toBeVisible()
  await watcher.page.getByRole('link', { name: d('match.series.go') }).click()
  await expect(watcher.page.getByText(d('match.series.of', { n: 2, games: 2 }))).toBeVisible()

  // A profile links to each game.
  await resign(ben.page, t)
  await ann.page.getByRole('link', { name: t('online.guest.named', { name: 'Ben' }), exact: true }).click()
  const games = ann.page.getByRole('region', { name: t('person.history') }).getByRole('link')
  await expect(games).toHaveCount(2)
  await expect(games.nth(0)).toHaveAttribute('href', `${table}/2`)
  await expect(games.nth(1)).toHaveAttribute('href', `${table}/1`)
  await games.nth(1).click()
  await expect(ann.page.getByText(t('result.resignation'))).toBeVisible()
  await expect(ann.page.getByText(t('match.series.of', { n: 1, games: 2 }))).toBeVisible()
  await expect(ann.page.getByRole('button', { name: t('table.rematch') })).toHaveCount(0)

  await ann.page.screenshot({ path: test.info().outputPath('series.png') })

  // Who plays is taken along to the next game; who watches the last one stays with it.
  await watcher.page.goto(`${table}/2`)
  await ann.page.getByRole('link', { name: t('match.series.game', { n: 2 }) }).click()
  await again(ben.page, ann.page, t)
  await expect(ann.page).toHaveURL(new RegExp(`${table}/3$`))
  await expect(ann.page.getByText(t('match.series.of', { n: 3, games: 3 }))).toBeVisible()
  await expect(watcher.page.getByText(d('match.series.of', { n: 2, games: 3 }))).toBeVisible()
  await expect(watcher.page.getByText(d('result.resignation'))).toBeVisible()
  await leave(ann, ben, watcher)
})

test('before the first moves all see how long is left, and afterwards why the game was aborted', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const [t, d] = [speaking('en'), speaking('de')]
  const [ann, ben] = await meet(house, browser, english)
  const watcher = await house.arrive(browser, german, { width: 390, height: 844 })
  await watcher.page.goto(new URL(ann.page.url()).pathname)
  const left = (page: Page, words: typeof t) => {
    const [before = '', after = ''] = words('match.deadline.move.abort', { time: '|' }).split('|')
    return page.getByRole('timer').filter({ hasText: new RegExp(`${before}0:[0-5]\\d${after}`) })
  }
  for (const { page } of [ann, ben]) await expect(left(page, t)).toBeVisible()
  await expect(left(watcher.page, d)).toBeVisible()
  // It is spoken now and then, not each second.
  await ann.page.addInitScript(() => {
    const spoken: string[] = []
    Object.assign(window, { spoken })
    new MutationObserver(() => {
      const text = document.querySelector('.spoken')?.textContent ?? ''
      if (text && text !== spoken.at(-1)) spoken.push(text)
    }).observe(document, { childList: true, subtree: true })
  })
  await ann.page.reload()
  await expect.poll(() => ann.page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)).toHaveLength(1)
  await sound(ann.page)
  expect(await ann.page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)).toHaveLength(1)
  await ann.page.screenshot({ path: test.info().outputPath('first-move.png') })
  await watcher.page.screenshot({ path: test.info().outputPath('first-move-390.png') })

  await new Board(ann.page).click('e2', 'e4')
  await expect(ben.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
  await expect(left(ben.page, t)).toBeVisible()
  await house.kill()
  house.pass(60_000)
  await house.open()
  for (const { page } of [ann, ben]) {
    await expect(page.getByText(`${t('match.aborted')} ${t('result.abort.first-move', { who: 'Ben' })}.`)).toBeVisible()
    await expect(left(page, t)).toHaveCount(0)
  }
  const reason = `${d('match.aborted')} ${d('result.abort.first-move', { who: 'Ben' })}.`
  await expect(watcher.page.getByText(reason)).toBeVisible()
  await watcher.page.screenshot({ path: test.info().outputPath('aborted-390.png') })
  await leave(ann, ben, watcher)
})

test('a clock stops at what is left when the game ends', async ({ browser }) => {
  test.setTimeout(120_000)
  const [t, d] = [speaking('en'), speaking('de')]
  const tables = [
    await meet(house, browser, english, async (dialog) => {
      await dialog.getByLabel(t('new-table.increment')).selectOption('0')
    }),
    await meet(house, browser, german),
  ]
  const [[ann, ben], [eva, max]] = tables as [[Person, Person], [Person, Person]]
  // An increment of 0 is a number.
  for (const { page } of [ann, ben]) await expect(page.getByText(/min \+ 0 s/)).toBeVisible()
  for (const [white, black] of tables as [Person, Person][]) {
    await new Board(white.page).click('e2', 'e4')
    await new Board(black.page).click('e7', 'e5')
    await expect(turnOf(white.page, white === ann ? t : d, 'Ann')).toBeVisible()
  }
  await house.kill()
  house.pass(40_000)
  await house.open()

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
  await ann.page.screenshot({ path: test.info().outputPath('resigned.png') })

  await house.kill()
  house.pass(20 * 60_000)
  await house.open()
  for (const { page } of [eva, max]) {
    await expect(page.getByText(d('result.time'))).toBeVisible()
    await expect.poll(async () => (await clocks(page)).toSorted()).toEqual(['0:00,0', '10:00'])
  }
  await eva.page.screenshot({ path: test.info().outputPath('flag.png') })
  await leave(ann, ben, eva, max)
})

test('a player who sits down is not shown as away, and a long name leaves the clock its place', async ({ browser }) => {
  const t = speaking('en')
  const size = { width: 390, height: 844 }
  const long = 'Bartholomäus Maximilian Ritter'
  for (const game of ['wotn', 'lancelot'] as const) {
    const [ann, ben] = [await house.arrive(browser, english, size), await house.arrive(browser, english, size)]
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
        for (const one of document.querySelectorAll('span')) if (one.textContent === away) seen.away = true
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
      // Guests are marked in full, however long their names are.
      for (const note of await page.locator('.bar .note').all()) {
        await expect(note).toHaveText(t('online.guest'))
        expect(await note.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      }
      await expect(page.getByRole('timer')).toHaveCount(2)
      for (const clock of await page.getByRole('timer').filter({ visible: true }).all()) {
        const box = await clock.boundingBox()
        expect(box?.height).toBeLessThan(36)
        // What the line may be compensated with stands beside it.
        const quota = await clock.locator('xpath=preceding-sibling::*[@role="img"]').boundingBox()
        expect((quota?.y ?? 0) + (quota?.height ?? 0)).toBeGreaterThan((box?.y ?? 999) + 6)
        const row = await clock.locator('xpath=ancestor::*[self::li or contains(@class, "bar")][1]').boundingBox()
        expect(row?.height).toBeLessThanOrEqual(game === 'wotn' ? 45 : 95)
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
        // Nothing lies over it, and it is not cut.
        expect(await clock.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true)
        expect(
          await clock.evaluate((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            return [left + 2, (left + right) / 2, right - 2].every((x) => {
              const there = document.elementFromPoint(x, (top + bottom) / 2)
              return there === element || element.contains(there)
            })
          }),
        ).toBe(true)
      }
      await sound(page)
    }
    await ann.page.screenshot({ path: test.info().outputPath(`long-${game}.png`) })
    await leave(ann, ben)
  }
})

test('a series of Lancelot, with a game that was aborted', async ({ browser }) => {
  const t = speaking('en')
  const [ann, ben] = [await house.arrive(browser, english), await house.arrive(browser, english)]
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
  await again(ann.page, ben.page, t)
  await new Board(ann.page).press('g7')
  await expect(ben.page.getByText(t('match.your-turn.stone'))).toBeVisible()
  await new Board(ben.page).press('e5')
  await expect(ann.page.getByText(t('match.your-turn.stone'))).toBeVisible()
  await resign(ann.page, t)
  await again(ann.page, ben.page, t)
  await ben.page.goto(`${table}/2`)
  await expect(ben.page.getByText(t('result.resignation'))).toBeVisible()
  await expect(new Board(ben.page).square('g7')).toHaveAttribute('aria-label', /Ann/)
  await ben.page.getByRole('link', { name: t('match.series.previous') }).click()
  await expect(ben.page.getByText(t('result.abort.player', { who: 'Ann' }))).toBeVisible()
  await expect(ben.page.getByRole('link', { name: t('match.record') })).toHaveCount(0)
  await leave(ann, ben)
})
