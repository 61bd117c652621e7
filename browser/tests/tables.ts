import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { House, Person } from './house.ts'
import { type Look, speaking } from './looks.ts'

type Words = ReturnType<typeof speaking>
type Fill = (dialog: Locator) => Promise<void>

/** Opens a table as the dialog is filled, and answers its address. */
export async function openTable(page: Page, t: Words, fill: Fill): Promise<string> {
  await page.goto('/play/new')
  const dialog = page.locator('dialog')
  await fill(dialog)
  await dialog.getByRole('button', { name: t('lobby.open') }).click()
  await expect(page.getByText(t('match.waiting'))).toBeVisible()
  return new URL(page.url()).pathname
}

/** A guest sits down at a table that has a place left. */
export async function sitDown(page: Page, t: Words, table: string, name: string): Promise<void> {
  await page.goto(table)
  await page.getByLabel(t('online.name')).fill(name)
  await page.getByRole('button', { name: t('match.sit') }).click()
}

/** Ann opens a table by link and has White; Ben sits down at it. */
export async function meet(house: House, browser: Browser, look: Look, fill?: Fill): Promise<[Person, Person]> {
  const t = speaking(look.language)
  const [ann, ben] = [await house.arrive(browser, look), await house.arrive(browser, look)]
  const table = await openTable(ann.page, t, async (dialog) => {
    await dialog.getByLabel(t('online.name')).fill('Ann')
    await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
    await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
    await fill?.(dialog)
  })
  await sitDown(ben.page, t, table, 'Ben')
  await expect(ben.page.getByText(t('table.turn', { who: 'Ann' }), { exact: true })).toBeVisible()
  return [ann, ben]
}
