import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { ClockRequest } from '../server/api.ts'
import { type Look, textsOf } from './looks.ts'
import type { Person, TestServer } from './server.ts'

export type Words = ReturnType<typeof textsOf>
type Fill = (dialog: Locator) => Promise<void>
/** Settings of a match that differ from those of the dialog of a new table. */
interface Settings {
  clock?: ClockRequest
  /** The position with which the game begins. */
  start?: string
}

/** The names of the players. */
const names = new WeakMap<BrowserContext, string>()

/** setName stores the name of the player at a page, for turnOf. */
export function setName(page: Page, name: string): void {
  names.set(page.context(), name)
}

/** turnOf returns the text that shows whose turn it is: the player's name, or "Your move" on the player's own page. */
export function turnOf(page: Page, t: Words, who: string, game: 'wotn' | 'lancelot' = 'wotn'): Locator {
  const own = names.get(page.context()) === who
  const other = t(game === 'wotn' ? 'game.turn' : 'lancelot.turn', { who })
  return page.getByText(own ? t(game === 'wotn' ? 'match.your-turn' : 'match.your-turn.stone') : other, { exact: true })
}

/** openMenu opens the menu of further actions of a game. */
export async function openMenu(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t('action.more') }).click()
}

/** openChat opens the chat of a match, unless it is open. */
export async function openChat(page: Page, t: Words): Promise<void> {
  const chat = page.locator('.row-of-actions').getByRole('button', { name: new RegExp(`^${t('match.chat')}`) })
  if ((await chat.getAttribute('aria-expanded')) !== 'true') await chat.click()
  await expect(page.getByRole('button', { name: t('match.chat.close') })).toBeVisible()
}

/** say sends a chat message. */
export async function say(page: Page, t: Words, text: string): Promise<void> {
  await openChat(page, t)
  await page.getByLabel(t('match.chat.message')).fill(text)
  await page.getByRole('button', { name: t('match.chat.send') }).click()
}

/** useBetza makes the pages of a context show moves in Betza's notation. */
export async function useBetza(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('tafelrunde.settings', JSON.stringify({ notation: 'betza' })))
}

/** moveButton returns the move with this text in a list of moves. */
export function moveButton(list: Locator, text: string): Locator {
  return list.locator('.move').getByText(text, { exact: true }).locator('xpath=ancestor-or-self::button')
}

/** openTable opens a table with the settings entered by `fill` and returns its path. */
export async function openTable(page: Page, t: Words, fill: Fill): Promise<string> {
  await page.goto('play/new')
  const dialog = page.locator('dialog')
  await fill(dialog)
  const name = dialog.getByLabel(t('online.name'))
  if ((await name.count()) > 0) setName(page, await name.inputValue())
  await dialog.getByRole('button', { name: t('lobby.open') }).click()
  // Private tables fold the link.
  await expect(page.getByLabel(t('match.link'), { exact: true })).toBeAttached()
  return new URL(page.url()).pathname
}

/** sitDown takes a free seat of a table as a guest. */
export async function sitDown(page: Page, t: Words, table: string, name: string): Promise<void> {
  await page.goto(table)
  await page.getByRole('button', { name: t('match.sit') }).click()
  await page.getByLabel(t('online.name')).fill(name)
  setName(page, name)
  await page.getByRole('button', { name: t('match.sit') }).click()
}

/** startMatch starts a match between two new guests, Ann (White) and Ben. `fill` is as for seatPlayers. */
export async function startMatch(
  server: TestServer,
  browser: Browser,
  look: Look,
  fill?: Fill | Settings,
): Promise<[Person, Person]> {
  const [ann, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
  await seatPlayers(ann, ben, textsOf(look.language), fill)
  return [ann, ben]
}

/**
 * seatPlayers starts a match between the guests of two pages and returns its path. `fill` enters settings in the dialog of a
 * new table. Settings themselves, or none, are sent without opening the dialog, which takes less time.
 */
export async function seatPlayers(
  ann: { page: Page },
  ben: { page: Page },
  t: Words,
  fill: Fill | Settings = {},
): Promise<string> {
  const table = typeof fill === 'function' ? await seatInDialog(ann, ben, t, fill) : await seat(ann, ben, fill)
  await expect(turnOf(ben.page, t, 'Ann')).toBeVisible()
  await expect(turnOf(ann.page, t, 'Ann')).toBeVisible()
  return table
}

async function seat(ann: { page: Page }, ben: { page: Page }, settings: Settings): Promise<string> {
  const post = async ({ page }: { page: Page }, path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer
  }
  for (const [one, name] of [
    [ann, 'Ann'],
    [ben, 'Ben'],
  ] as const) {
    await post(one, '/api/session', { name })
    setName(one.page, name)
  }
  // As the dialog of a new table sends them.
  const all = {
    game: 'wotn',
    variant: 'wotn',
    seats: 2,
    first: 0,
    clock: { kind: 'real-time', initial: 600_000, increment: 5000 },
    takebacks: true,
    visibility: 'link',
    ...settings,
  }
  const { match } = await (await post(ann, '/api/matches', { settings: all, seat: 0 })).json()
  await post(ben, `/api/matches/${match}/commands`, { type: 'sit', seat: 1 })
  const table = `/match/${match}`
  await Promise.all([ann, ben].map(({ page }) => page.goto(table)))
  return table
}

async function seatInDialog(ann: { page: Page }, ben: { page: Page }, t: Words, fill: Fill): Promise<string> {
  const table = await openTable(ann.page, t, async (dialog) => {
    await dialog.getByLabel(t('online.name')).fill('Ann')
    await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
    await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
    await fill(dialog)
  })
  await sitDown(ben.page, t, table, 'Ben')
  return table
}
