import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { Board } from './board.ts'
import { House, type Person } from './house.ts'
import { lookName, looks, speaking, wear } from './looks.ts'
import { sound } from './people.ts'
import { openTable, sitDown, turnOf } from './tables.ts'

const house = new House()
test.beforeAll(() => house.open())
test.afterAll(() => house.close())

/** Red takes two stones on H6 and wins. */
const position = '4a3/8/4a3/8/8/a1ab4/8/4b3 a 0,0 26,28 - basic 2'

async function paste(page: Page, open: string): Promise<void> {
  await page.goto('/lancelot/paste')
  const dialog = page.locator('dialog')
  await dialog.locator('textarea').fill(position)
  await dialog.getByRole('button', { name: open }).click()
  await expect(dialog).toHaveCount(0)
}

/** Who always wants advice, and what his page has asked the engines for it. */
async function eager({ page }: Person): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    localStorage.setItem('tafelrunde.advice', 'yes')
    const asked: unknown[] = []
    Object.assign(globalThis, { asked })
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, message: { part?: string; name?: string }) {
      if (message.part === 'engines') asked.push(message.name)
      post.call(this, message)
    } as typeof post
  })
  return () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
}

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

for (const look of looks) {
  test.describe(lookName(look), () => {
    wear(look)
    const t = speaking(look.language)
    const says = (en: string, de: string) => (look.language === 'en' ? en : de)

    test('advice names the win, and a turn that gives it away is a mistake', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await paste(page, t('paste.open'))
      const board = new Board(page)
      const advice = page.getByRole('region', { name: t('advice.title'), exact: true })
      const toggle = advice.getByRole('button', { name: t('advice.show') })
      await expect(toggle).toHaveAttribute('aria-pressed', 'false')
      await expect(advice.getByRole('list')).toHaveCount(0)

      await toggle.click()
      const chances = advice.getByRole('list', { name: t('advice.chances') })
      await expect(chances.getByRole('listitem')).toHaveText([
        new RegExp(`${t('seat.0')} *${t('advice.percent', { percent: 100 })}`),
        new RegExp(`${t('seat.1')} *${t('advice.percent', { percent: 0 })}`),
      ])
      await expect(
        advice.getByText(
          says('H6 captures 2 stones and wins the game.', 'H6 schlägt 2 Steine und gewinnt die Partie.'),
        ),
      ).toBeVisible()
      // Pointed at, it is drawn on the field.
      await advice.getByRole('button', { name: /^H6/ }).focus()
      await expect(page.locator('.drawings circle')).toHaveCount(1)
      expect((await new AxeBuilder({ page }).include('.advice').analyze()).violations).toEqual([])

      await board.press('k11')
      const verdict = new RegExp(
        says(
          '^K11 was a (mistake|blunder) and cost .* Better: H6',
          '^K11 war ein (grober )?Fehler und kostete .* Besser: H6',
        ),
      )
      await expect(advice.getByText(verdict)).toBeVisible()
      await expect(advice.getByRole('heading', { name: t('advice.turns', { who: t('seat.1') }) })).toBeVisible()
      await expect(page.locator('.drawings circle')).toHaveCount(0)

      await advice.getByRole('button', { name: t('advice.whole') }).click()
      const row = advice.getByRole('row', { name: new RegExp(t('seat.0')) })
      await expect(row).toBeVisible()
      const grave = Number(await row.getByRole('cell').nth(1).textContent())
      expect(grave + Number(await row.getByRole('cell').nth(2).textContent())).toBe(1)
      await page.getByRole('button', { name: t('table.moves.show') }).click()
      const log = page.getByRole('region', { name: t('lancelot.log'), exact: true })
      await expect(log.locator('.fault')).toHaveText(/\?/)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)

      // Looking back asks again, and what was chosen is remembered.
      await page.getByRole('button', { name: t('table.previous') }).click()
      await expect(advice.getByRole('button', { name: /^H6/ })).toBeVisible()
      await page.reload()
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      await toggle.click()
      await expect(advice.getByRole('list')).toHaveCount(0)
    })

    test('nobody gets advice on a match over the network before it is over', async ({ browser }) => {
      const people = await Promise.all([
        house.arrive(browser, look, phone),
        house.arrive(browser, look, desktop),
        house.arrive(browser, look, desktop),
      ])
      const [ann, ben, cid] = people as [Person, Person, Person]
      const asked = await Promise.all(people.map(eager))
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
        for (const questions of asked) expect(await questions()).toEqual([])
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
      // Nor is there any for who looks back, or comes anew.
      await cid.page.getByRole('button', { name: t('table.previous') }).click()
      await expect(cid.page.getByText(t('table.past-position'))).toBeVisible()
      await ben.page.getByRole('button', { name: t('table.first') }).click()
      await ann.page.reload()
      await expect(to(ann.page, 'Ben')).toBeVisible()
      await none()
      await ben.page.getByRole('button', { name: t('table.return') }).click()
      await play(blue, 'k11', 'Ann')
      await none()
      await red.press('e8')

      // Now for everybody, since everybody wanted it.
      for (const { page } of people) {
        await expect(advice(page).getByText(t('advice.over'))).toBeVisible()
        await expect(
          advice(page)
            .getByRole('list', { name: t('advice.chances') })
            .getByRole('listitem'),
        ).toHaveText([/Ann *100/, /Ben *0/])
      }
      // The turn before the last let the win happen.
      const bad = says('^K11 was a (mistake|blunder) and cost ', '^K11 war ein (grober )?Fehler und kostete ')
      await cid.page.getByRole('button', { name: t('table.previous') }).click()
      await expect(advice(cid.page).getByText(new RegExp(bad))).toBeVisible()
      await expect(advice(cid.page).getByRole('heading', { name: t('advice.turns', { who: 'Ann' }) })).toBeVisible()
      await expect(advice(cid.page).getByRole('button', { name: /^E8/ })).toBeVisible()
      await cid.page.getByRole('button', { name: t('table.first') }).click()
      await expect(advice(cid.page).getByText(new RegExp(bad))).toHaveCount(0)
      await expect(async () => {
        const list = advice(cid.page).getByRole('list', { name: t('advice.chances') })
        const [a = 0, b = 0] = [...((await list.textContent()) ?? '').matchAll(/(\d+)\s*%/g)].map(([, part]) =>
          Number(part),
        )
        expect([a + b, a > 0 && b > 0]).toEqual([100, true])
      }).toPass()
      for (const { page } of [ann, ben]) {
        await advice(page)
          .getByRole('button', { name: t('advice.whole') })
          .click()
        await expect(advice(page).getByRole('row', { name: /Ben/ })).toBeVisible()
        await expect(page.locator('.log .fault')).not.toHaveCount(0)
        await sound(page)
      }

      // The next game is a new one: what was said of the last is gone.
      for (const { page } of [ann, ben]) await page.getByRole('button', { name: t('table.rematch') }).click()
      for (const { page } of people) await expect(advice(page)).toHaveCount(0)
      const before = await Promise.all(asked.map(async (questions) => (await questions()).length))
      await expect(to(ben.page, 'Ben')).toBeVisible()
      await play(blue, 'g7', 'Ann')
      await play(red, 'h8', 'Ben')
      for (const { page } of people) {
        await expect(advice(page)).toHaveCount(0)
        await expect(page.locator('.log .fault')).toHaveCount(0)
        await expect(page.locator('.drawings circle')).toHaveCount(0)
      }
      expect(await Promise.all(asked.map(async (questions) => (await questions()).length))).toEqual(before)
      await Promise.all(people.map(({ context }) => context.close()))
    })

    test('a match that one of three left is replayed and reviewed as a whole', async ({ browser }) => {
      const people = await Promise.all([desktop, desktop, phone].map((size) => house.arrive(browser, look, size)))
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
      await ben.page.getByRole('button', { name: t('table.resign') }).click()
      await ben.page.getByRole('button', { name: t('table.resign.yes') }).click()
      for (const [board, square, next] of [
        [green, 'e7', 'Ann'],
        [red, 'e6', 'Cid'],
        [green, 'l12', 'Ann'],
      ] as const) {
        await expect(to(cid.page, next === 'Ann' ? 'Cid' : 'Ann')).toBeVisible()
        await board.press(square)
        await expect(to(ben.page, next)).toBeVisible()
      }
      // Nothing of what was played is lost.
      const log = ben.page.getByRole('region', { name: t('lancelot.log'), exact: true })
      await expect(log.locator('li button')).toHaveText(['Ann E5', 'Cid E7', 'Ann E6', 'Cid L12'])
      await red.press('e8')

      const advice = cid.page.getByRole('region', { name: t('advice.title'), exact: true })
      await advice.getByRole('button', { name: t('advice.show') }).click()
      await expect(advice.getByText(t('advice.over'))).toBeVisible()
      await cid.page.getByRole('button', { name: t('table.first') }).click()
      await expect(advice.getByRole('heading', { name: t('advice.turns', { who: 'Ann' }) })).toBeVisible()
      await cid.page.getByRole('button', { name: t('table.next') }).click()
      await expect(advice.getByRole('heading', { name: t('advice.turns', { who: 'Cid' }) })).toBeVisible()
      await advice.getByRole('button', { name: t('advice.whole') }).click()
      for (const name of [/Ann/, /Ben/, /Cid/]) await expect(advice.getByRole('row', { name })).toBeVisible()
      await expect(advice.getByRole('alert')).toHaveCount(0)
      await sound(cid.page)
      await Promise.all(people.map(({ context }) => context.close()))
    })
  })
}

test('the page stays at hand while advice is searched for', async ({ page }) => {
  const t = speaking('en')
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
  await advice.getByRole('button', { name: t('advice.show') }).click()
  await expect(advice.getByRole('heading', { name: t('advice.turns', { who: t('seat.0') }) })).toBeVisible()
  // Other programs may stall the machine, but not for as long as a search takes.
  const gap = await page.evaluate(async () => {
    let longest = 0
    let last = performance.now()
    const end = last + 2000
    while (last < end) {
      await new Promise((resolve) => setTimeout(resolve))
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }
    return longest
  })
  expect(gap).toBeLessThan(450)
  // The next turn is taken at once, and the advice follows.
  await new Board(page).press('g7')
  await expect(page.getByText(t('lancelot.turn', { who: t('seat.1') }), { exact: true })).toBeVisible()
  await expect(advice.getByRole('heading', { name: t('advice.turns', { who: t('seat.1') }) })).toBeVisible()
})
