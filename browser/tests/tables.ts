import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { House, Person } from './house.ts'
import { type Look, speaking } from './looks.ts'

type Words = ReturnType<typeof speaking>
type Fill = (dialog: Locator) => Promise<void>

/** The names under which people play. */
const names = new WeakMap<BrowserContext, string>()

export function called(page: Page, name: string): void {
  names.set(page.context(), name)
}

/** Where a page says whose turn it is: its own reader is not called by name. */
export function turnOf(page: Page, t: Words, who: string, game: 'wotn' | 'lancelot' = 'wotn'): Locator {
  const own = names.get(page.context()) === who
  const other = t(game === 'wotn' ? 'table.turn' : 'lancelot.turn', { who })
  return page.getByText(own ? t(game === 'wotn' ? 'match.your-turn' : 'match.your-turn.stone') : other, { exact: true })
}

/** Opens a table as the dialog is filled, and answers its address. */
export async function openTable(page: Page, t: Words, fill: Fill): Promise<string> {
  await page.goto('/play/new')
  const dialog = page.locator('dialog')
  await fill(dialog)
  const name = dialog.getByLabel(t('online.name'))
  if ((await name.count()) > 0) called(page, await name.inputValue())
  await dialog.getByRole('button', { name: t('lobby.open') }).click()
  await expect(page.getByText(t('match.waiting'))).toBeVisible()
  return new URL(page.url()).pathname
}

/** A guest sits down at a table that has a place left. */
export async function sitDown(page: Page, t: Words, table: string, name: string): Promise<void> {
  await page.goto(table)
  await page.getByLabel(t('online.name')).fill(name)
  called(page, name)
  await page.getByRole('button', { name: t('match.sit') }).click()
}

/** Ann opens a table by link and has White; Ben sits down at it. */
export async function meet(house: House, browser: Browser, look: Look, fill?: Fill): Promise<[Person, Person]> {
  const [ann, ben] = [await house.arrive(browser, look), await house.arrive(browser, look)]
  await seatBoth(ann, ben, speaking(look.language), fill)
  return [ann, ben]
}

/** Like `meet`, for persons who are there already. Returns the address of the table. */
export async function seatBoth(ann: { page: Page }, ben: { page: Page }, t: Words, fill?: Fill): Promise<string> {
  const table = await openTable(ann.page, t, async (dialog) => {
    await dialog.getByLabel(t('online.name')).fill('Ann')
    await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
    await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
    await fill?.(dialog)
  })
  await sitDown(ben.page, t, table, 'Ben')
  await expect(turnOf(ben.page, t, 'Ann')).toBeVisible()
  return table
}
