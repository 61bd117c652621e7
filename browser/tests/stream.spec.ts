import { Board } from './board.ts'
import { textsOf } from './looks.ts'
import { type Person, TestServer } from './server.ts'
import { openChat, openTable, say, setName, turnOf } from './tables.ts'
import { auditIf, type BrowserContext, expect, type Page, test } from './test.ts'

const t = textsOf('en')
const look = { language: 'en', scheme: 'light' } as const

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

/** The kinds of hub, the interfaces missing in browsers that use them, and whether tabs share the stream. */
const hubs: readonly [name: string, missing: readonly string[], shared: boolean][] = [
  ['a shared worker', [], true],
  ['the leader tab', ['SharedWorker'], true],
  ['a hub in each tab', ['SharedWorker', 'BroadcastChannel'], false],
]

async function without(context: BrowserContext, missing: readonly string[]): Promise<void> {
  await context.addInitScript((names) => {
    for (const name of names) delete (globalThis as Record<string, unknown>)[name]
  }, missing)
}

/** open opens a table with Black's seat free and returns its path. */
function open({ page }: Person, name: string): Promise<string> {
  return openTable(page, t, async (dialog) => {
    await dialog.getByLabel(t('online.name')).fill(name)
    await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
    await dialog.getByLabel(t('new-table.clock.kind')).selectOption('none')
    await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
  })
}

const turn = (page: Page, who: string) => turnOf(page, t, who)
const lost = (page: Page) => page.getByText(t('online.lost'))

for (const [name, missing, shared] of hubs) {
  test(`several tabs follow one match with ${name}`, auditIf(missing.length > 0), async ({ browser }) => {
    const ann = await server.newPerson(browser, look)
    const ben = await server.newPerson(browser, look)
    await without(ben.context, missing)
    await ben.page.goto('/') // the open page was not affected
    const address = await open(ann, 'Ann')
    await ben.page.goto(address)
    await ben.page.getByRole('button', { name: t('match.sit') }).click()
    await ben.page.getByLabel(t('online.name')).fill('Ben')
    setName(ben.page, 'Ben')
    await ben.page.getByRole('button', { name: t('match.sit') }).click()
    await expect(turn(ben.page, 'Ann')).toBeVisible()

    const tabs = [ben.page, await ben.context.newPage(), await ben.context.newPage()]
    await tabs[1]?.goto(address)
    await tabs[2]?.goto(address)
    const all = async (see: (tab: Page) => Promise<unknown>) => {
      for (const tab of tabs) await see(tab)
    }
    await all((tab) => expect(turn(tab, 'Ann')).toBeVisible())
    await expect.poll(() => ben.proxy.streams).toBe(shared ? 1 : 3)

    const [white, black] = [new Board(ann.page), new Board(tabs[1] as Page)]
    await white.click('e2', 'e4')
    await all((tab) => expect(turn(tab, 'Ben')).toBeVisible())
    await black.click('e7', 'e5')
    await all((tab) => expect(turn(tab, 'Ann')).toBeVisible())
    await say(ann.page, t, 'To all')
    await all((tab) => openChat(tab, t))
    await all((tab) => expect(tab.getByText('To all')).toHaveCount(1))

    // After the first tab is closed, the others receive events, and a new tab receives past messages.
    await tabs.shift()?.close()
    await white.click('d2', 'd4')
    await all((tab) => expect(turn(tab, 'Ben')).toBeVisible({ timeout: 15_000 }))
    tabs.push(await ben.context.newPage())
    await tabs.at(-1)?.goto(address)
    await openChat(tabs.at(-1) as Page, t)
    await expect((tabs.at(-1) as Page).getByText('To all')).toBeVisible()
    await expect.poll(() => ben.proxy.streams).toBe(shared ? 1 : 3)

    // If the network drops all data, all tabs report the lost connection. They catch up when it is restored.
    ben.proxy.stall()
    await all((tab) => expect(lost(tab)).toBeVisible())
    ben.proxy.restore()
    await all((tab) => expect(lost(tab)).toHaveCount(0))
    await new Board(tabs[0] as Page).click('d7', 'd6')
    await all((tab) => expect(turn(tab, 'Ann')).toBeVisible())

    // The server is killed and restarted.
    await server.kill()
    await all((tab) => expect(lost(tab)).toBeVisible())
    await server.start()
    await all((tab) => expect(lost(tab)).toHaveCount(0, { timeout: 10_000 }))
    await expect(lost(ann.page)).toHaveCount(0, { timeout: 10_000 })
    await white.click('d4', 'e5', 'S')
    await all((tab) => expect(turn(tab, 'Ben')).toBeVisible())
    await all((tab) => openChat(tab, t))
    await all((tab) => expect(tab.getByText('To all')).toHaveCount(1))
    await expect.poll(() => ben.proxy.streams).toBe(shared ? 1 : 3)
    await Promise.all([ann.context.close(), ben.context.close()])
  })
}
