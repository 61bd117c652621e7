import { violations } from './axe.ts'
import { Board } from './board.ts'
import { type EngineCalls, recordEngineCalls } from './engines.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { type Person, TestServer } from './server.ts'
import { openTable, sitDown, turnOf } from './tables.ts'
import { audit, expect, type Page, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

/** Red wins with a stone on h6, which captures two stones. */
const position = '4a3/8/4a3/8/8/a1ab4/8/4b3 a 0,0 26,28 - basic 2'

async function paste(page: Page, open: string): Promise<void> {
  await page.goto('/lancelot/paste')
  const dialog = page.locator('dialog')
  await dialog.locator('textarea').fill(position)
  await dialog.getByRole('button', { name: open }).click()
  await expect(dialog).toHaveCount(0)
}

/** switchAdviceOn switches advice on for all pages of a person, and records their calls of the engines. */
async function switchAdviceOn({ page }: Person): Promise<EngineCalls> {
  await page.addInitScript(() => localStorage.setItem('tafelrunde.advice', 'yes'))
  return recordEngineCalls(page)
}

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const says = (en: string, de: string) => (look.language === 'en' ? en : de)

    test('advice shows a winning turn, and another turn is a mistake', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await paste(page, t('paste.open'))
      const board = new Board(page)
      const advice = page.getByRole('region', { name: t('advice.title'), exact: true })
      const toggle = advice.getByRole('button', { name: t('advice.show') })
      await expect(toggle).toHaveAttribute('aria-pressed', 'false')
      await expect(advice.getByRole('list')).toHaveCount(0)

      await toggle.click()
      const winShares = advice.getByRole('list', { name: t('advice.win-shares') })
      await expect(winShares.getByRole('listitem')).toHaveText([
        new RegExp(`${t('seat.0')} *${t('advice.percent', { percent: 100 })}`),
        new RegExp(`${t('seat.1')} *${t('advice.percent', { percent: 0 })}`),
      ])
      await expect(
        advice.getByText(
          says('h6 captures 2 stones and wins the game.', 'h6 schlägt 2 Steine und gewinnt die Partie.'),
        ),
      ).toBeVisible()
      // The turn with the focus is drawn on the field.
      await advice.getByRole('button', { name: /^h6/ }).focus()
      await expect(page.locator('.drawings circle')).toHaveCount(1)
      expect(await violations(page, '.advice')).toEqual([])

      await board.press('k11')
      const verdict = new RegExp(
        says('^k11 was a (mistake|blunder)\\. .* Better: h6', '^k11 war ein (Fehler|Patzer)\\. .* Besser: h6'),
      )
      await expect(advice.getByText(verdict)).toBeVisible()
      await expect(advice.getByRole('heading', { name: t('advice.turns', { who: t('seat.1') }) })).toBeVisible()
      await expect(page.locator('.drawings circle')).toHaveCount(0)

      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)

      // An earlier position has its own advice. The choice is stored.
      await page.getByRole('button', { name: t('game.previous') }).click()
      await expect(advice.getByRole('button', { name: /^h6/ })).toBeVisible()
      await page.reload()
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      await toggle.click()
      await expect(advice.getByRole('list')).toHaveCount(0)
    })

    test('there is no advice on an online match before its end', audit, async ({ browser }) => {
      const people = await Promise.all([
        server.newPerson(browser, look, phone),
        server.newPerson(browser, look, desktop),
        server.newPerson(browser, look, desktop),
      ])
      const [ann, ben, cid] = people as [Person, Person, Person]
      const engines = await Promise.all(people.map(switchAdviceOn))
      const table = await openTable(ann.page, t, async (dialog) => {
        await dialog.getByLabel(t('online.name')).fill('Ann')
        await dialog.getByRole('radio', { name: t('game.lancelot') }).check()
        await dialog.getByLabel(t('new.seats')).selectOption('2')
        await dialog.getByLabel(t('new.target')).fill('1')
        await dialog.getByLabel(t('new.first')).selectOption(t('seat.0'))
        await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
      })
      await sitDown(ben.page, t, table, 'Ben')
      await cid.page.goto(table)
      const advice = (page: Page) => page.getByRole('region', { name: t('advice.title'), exact: true })
      const to = (page: Page, who: string) => turnOf(page, t, who, 'lancelot')
      const none = async () => {
        for (const { page } of people) await expect(advice(page)).toHaveCount(0)
        for (const engine of engines) expect(await engine.calls()).toEqual([])
      }
      const [red, blue] = [new Board(ann.page), new Board(ben.page)]
      const play = async (board: Board, square: string, next: string) => {
        await board.press(square)
        for (const { page } of people) await expect(to(page, next)).toBeVisible()
      }
      await expect(to(cid.page, 'Ann')).toBeVisible()
      await play(red, 'e5', 'Ben')
      await play(blue, 'e7', 'Ann')
      await play(red, 'e6', 'Ben')
      await none()
      // There is also none for an earlier position and after a reload.
      await cid.page.getByRole('button', { name: t('game.previous') }).click()
      await expect(cid.page.getByText(t('game.past-position'))).toBeVisible()
      await ben.page.getByRole('button', { name: t('game.first') }).click()
      await ann.page.reload()
      await expect(to(ann.page, 'Ben')).toBeVisible()
      await none()
      await ben.page.getByRole('button', { name: t('game.return') }).click()
      await play(blue, 'k11', 'Ann')
      await none()
      await red.press('e8')

      // After the end, all pages show it.
      for (const { page } of people) {
        await expect(advice(page).getByText(t('advice.over'))).toBeVisible()
        await expect(
          advice(page)
            .getByRole('list', { name: t('advice.win-shares') })
            .getByRole('listitem'),
        ).toHaveText([/Ann *100/, /Ben *0/])
      }
      // The turn before the last allowed the win.
      const bad = says('^k11 was a (mistake|blunder)\\.', '^k11 war ein (Fehler|Patzer)\\.')
      await cid.page.getByRole('button', { name: t('game.previous') }).click()
      await expect(advice(cid.page).getByText(new RegExp(bad))).toBeVisible()
      await expect(advice(cid.page).getByRole('heading', { name: t('advice.turns', { who: 'Ann' }) })).toBeVisible()
      await expect(advice(cid.page).getByRole('button', { name: /^e8/ })).toBeVisible()
      await cid.page.getByRole('button', { name: t('game.first') }).click()
      await expect(advice(cid.page).getByText(new RegExp(bad))).toHaveCount(0)
      await expect(async () => {
        const list = advice(cid.page).getByRole('list', { name: t('advice.win-shares') })
        const [a = 0, b = 0] = [...((await list.textContent()) ?? '').matchAll(/(\d+)\s*%/g)].map(([, part]) =>
          Number(part),
        )
        expect([a + b, a > 0 && b > 0]).toEqual([100, true])
      }).toPass()
      for (const { page } of [ann, ben]) await expectStillAccessible(page)

      // The next game starts without advice.
      for (const { page } of [ann, ben]) await page.getByRole('button', { name: t('game.rematch') }).click()
      for (const { page } of people) await expect(advice(page)).toHaveCount(0)
      const before = await Promise.all(engines.map(async (engine) => (await engine.calls()).length))
      await expect(to(ben.page, 'Ben')).toBeVisible()
      await play(blue, 'g7', 'Ann')
      await play(red, 'h8', 'Ben')
      for (const { page } of people) {
        await expect(advice(page)).toHaveCount(0)
        await expect(page.locator('.drawings circle')).toHaveCount(0)
      }
      expect(await Promise.all(engines.map(async (engine) => (await engine.calls()).length))).toEqual(before)
      await Promise.all(people.map(({ context }) => context.close()))
    })

    test('a match that one of three players has left can be replayed and reviewed', audit, async ({ browser }) => {
      const people = await Promise.all([desktop, desktop, phone].map((size) => server.newPerson(browser, look, size)))
      const [ann, ben, cid] = people as [Person, Person, Person]
      const table = await openTable(ann.page, t, async (dialog) => {
        await dialog.getByLabel(t('online.name')).fill('Ann')
        await dialog.getByRole('radio', { name: t('game.lancelot') }).check()
        await expect(dialog.getByLabel(t('new.target'))).toHaveAttribute('placeholder', '8')
        await dialog.getByLabel(t('new.target')).fill('1')
        await dialog.getByLabel(t('new.first')).selectOption(t('seat.0'))
        await dialog.getByLabel(t('new-table.timeout')).selectOption('skip')
        await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
      })
      await sitDown(ben.page, t, table, 'Ben')
      await sitDown(cid.page, t, table, 'Cid')
      const to = (page: Page, who: string) => turnOf(page, t, who, 'lancelot')
      const [red, green] = [new Board(ann.page), new Board(cid.page)]
      await expect(to(ann.page, 'Ann')).toBeVisible()
      await red.press('e5')
      await expect(to(ben.page, 'Ben')).toBeVisible()
      await ben.page.getByRole('button', { name: t('game.resign') }).click()
      await ben.page.getByRole('button', { name: t('game.resign.yes') }).click()
      for (const [board, square, next] of [
        [green, 'e7', 'Ann'],
        [red, 'e6', 'Cid'],
        [green, 'l12', 'Ann'],
      ] as const) {
        await expect(to(cid.page, next === 'Ann' ? 'Cid' : 'Ann')).toBeVisible()
        await board.press(square)
        await expect(to(ben.page, next)).toBeVisible()
      }
      // The log has all turns.
      const log = ben.page.getByRole('region', { name: t('lancelot.log'), exact: true })
      await expect(log.locator('li button')).toHaveText(['Ann e5', 'Cid e7', 'Ann e6', 'Cid l12'])
      await red.press('e8')

      const advice = cid.page.getByRole('region', { name: t('advice.title'), exact: true })
      await advice.getByRole('button', { name: t('advice.show') }).click()
      await expect(advice.getByText(t('advice.over'))).toBeVisible()
      // On a phone the list has no button for the first position.
      await cid.page.keyboard.press('Home')
      await expect(advice.getByRole('heading', { name: t('advice.turns', { who: 'Ann' }) })).toBeVisible()
      await cid.page.getByRole('button', { name: t('game.next') }).click()
      await expect(advice.getByRole('heading', { name: t('advice.turns', { who: 'Cid' }) })).toBeVisible()
      await cid.page.getByRole('button', { name: t('game.return') }).click()
      // The review has the processor for itself, and no live engine follows it.
      await Promise.all([ann, ben].map(({ context }) => context.close()))
      await cid.page.evaluate(() => localStorage.setItem('tafelrunde.engine', '{"on":false}'))
      await cid.page.getByRole('link', { name: t('game.review') }).click()
      const review = cid.page.getByRole('region', { name: t('review.title') })
      await expect(review.getByRole('slider')).toBeVisible({ timeout: 120_000 })
      for (const name of [/Ann/, /Ben/, /Cid/]) await expect(review.getByRole('row', { name })).toBeVisible()
      await expect(cid.page.getByRole('alert')).toHaveCount(0)
      await expectStillAccessible(cid.page)
      await cid.context.close()
    })
  })
}

test('a turn can be played while advice is searched for', audit, async ({ page }) => {
  const t = textsOf('en')
  const engines = await recordEngineCalls(page)
  await page.goto('/lancelot/new')
  const dialog = page.locator('dialog')
  await dialog.getByRole('radio', { name: /3/ }).check()
  for (const seat of [0, 1, 2] as const) {
    await dialog
      .getByRole('group', { name: t(`seat.${seat}`), exact: true })
      .getByRole('combobox')
      .selectOption('person')
  }
  await dialog.getByRole('button', { name: t('new.start') }).click()
  const advice = page.getByRole('region', { name: t('advice.title'), exact: true })
  await engines.hold()
  await advice.getByRole('button', { name: t('advice.show') }).click()
  await expect(advice.getByText(t('advice.searching'))).toBeVisible()
  await new Board(page).press('g7')
  await expect(page.getByText(t('lancelot.turn', { who: t('seat.1') }), { exact: true })).toBeVisible()
  await engines.release()
  await expect(advice.getByRole('heading', { name: t('advice.turns', { who: t('seat.1') }) })).toBeVisible()
})
