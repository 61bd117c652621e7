import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Board } from './board.ts'
import { House, type Person } from './house.ts'
import { speaking } from './looks.ts'
import { called, openTable, turnOf } from './tables.ts'

const t = speaking('en')
const look = { language: 'en', scheme: 'light' } as const

const house = new House()
test.beforeAll(() => house.open())
test.afterAll(() => house.close())

/** What browsers lack that share the line in another way, or not at all. */
const lacks: readonly [name: string, missing: readonly string[], shares: boolean][] = [
  ['a shared worker', [], true],
  ['the tab that leads', ['SharedWorker'], true],
  ['each tab alone', ['SharedWorker', 'BroadcastChannel'], false],
]

async function without(context: BrowserContext, missing: readonly string[]): Promise<void> {
  await context.addInitScript((names) => {
    for (const name of names) delete (globalThis as Record<string, unknown>)[name]
  }, missing)
}

/** Opens a table at which Black plays, and answers its address. */
function table({ page }: Person, name: string): Promise<string> {
  return openTable(page, t, async (dialog) => {
    await dialog.getByLabel(t('online.name')).fill(name)
    await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
    await dialog.getByLabel(t('new-table.clock.kind')).selectOption('none')
    await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
  })
}

const turn = (page: Page, who: string) => turnOf(page, t, who)
const lost = (page: Page) => page.getByText(t('online.lost'))

for (const [name, missing, shares] of lacks) {
  test(`several tabs follow one table by ${name}`, async ({ browser }) => {
    test.setTimeout(120_000)
    const ann = await house.arrive(browser, look)
    const ben = await house.arrive(browser, look)
    await without(ben.context, missing)
    await ben.page.goto('/') // the page that was open before had everything
    const address = await table(ann, 'Ann')
    await ben.page.goto(address)
    await ben.page.getByLabel(t('online.name')).fill('Ben')
    called(ben.page, 'Ben')
    await ben.page.getByRole('button', { name: t('match.sit') }).click()
    await expect(turn(ben.page, 'Ann')).toBeVisible()

    const tabs = [ben.page, await ben.context.newPage(), await ben.context.newPage()]
    await tabs[1]?.goto(address)
    await tabs[2]?.goto(address)
    const all = async (see: (tab: Page) => Promise<unknown>) => {
      for (const tab of tabs) await see(tab)
    }
    await all((tab) => expect(turn(tab, 'Ann')).toBeVisible())
    await expect.poll(() => ben.line.streams).toBe(shares ? 1 : 3)

    const [white, black] = [new Board(ann.page), new Board(tabs[1] as Page)]
    await white.click('e2', 'e4')
    await all((tab) => expect(turn(tab, 'Ben')).toBeVisible())
    await black.click('e7', 'e5')
    await all((tab) => expect(turn(tab, 'Ann')).toBeVisible())
    await ann.page.getByLabel(t('match.chat.message')).fill('To all')
    await ann.page.getByRole('button', { name: t('match.chat.send') }).click()
    await all((tab) => expect(tab.getByText('To all')).toHaveCount(1))

    // The tab that came first goes; the others still hear, and one that comes knows what was said.
    await tabs.shift()?.close()
    await white.click('d2', 'd4')
    await all((tab) => expect(turn(tab, 'Ben')).toBeVisible({ timeout: 15_000 }))
    tabs.push(await ben.context.newPage())
    await tabs.at(-1)?.goto(address)
    await expect((tabs.at(-1) as Page).getByText('To all')).toBeVisible()
    await expect.poll(() => ben.line.streams).toBe(shares ? 1 : 3)

    // The network loses everything: all tabs say so within ten seconds, and catch up when it is back.
    ben.line.hush()
    const since = Date.now()
    await all((tab) => expect(lost(tab)).toBeVisible({ timeout: 10_500 }))
    expect(Date.now() - since).toBeLessThan(11_000)
    ben.line.mend()
    await all((tab) => expect(lost(tab)).toHaveCount(0))
    await new Board(tabs[0] as Page).click('d7', 'd6')
    await all((tab) => expect(turn(tab, 'Ann')).toBeVisible())

    // The server dies while the line is whole, and comes back.
    await house.kill()
    await all((tab) => expect(lost(tab)).toBeVisible({ timeout: 10_500 }))
    await house.open()
    await all((tab) => expect(lost(tab)).toHaveCount(0, { timeout: 10_000 }))
    await expect(lost(ann.page)).toHaveCount(0, { timeout: 10_000 })
    await white.click('d4', 'e5', 'S')
    await all((tab) => expect(turn(tab, 'Ben')).toBeVisible())
    await all((tab) => expect(tab.getByText('To all')).toHaveCount(1))
    await expect.poll(() => ben.line.streams).toBe(shares ? 1 : 3)
    await Promise.all([ann.context.close(), ben.context.close()])
  })
}
