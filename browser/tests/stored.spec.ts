import { readFileSync } from 'node:fs'
import { Board } from './board.ts'
import { expect, test } from './test.ts'

test.use({ locale: 'en-GB' })

/** What a browser has stored with the page of commit fdfc8637, by key. */
const stored: Record<string, string> = JSON.parse(
  readFileSync(new URL('stored/fdfc8637.json', import.meta.url), 'utf8'),
)

test('what the page of fdfc8637 has stored opens: games, imports, an analysis, progress, settings', async ({
  page,
}) => {
  await page.addInitScript((all) => {
    for (const [key, text] of Object.entries(all)) localStorage.setItem(key, text)
  }, stored)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('data-board', 'slate')
  await page.goto('/games')
  await page.getByRole('link', { name: /^Ann – Black/ }).click()
  const board = new Board(page)
  await expect(board.square('c5')).toHaveAttribute('aria-label', 'c5, Black Pawn')
  await board.click('g1', 'f3')
  await expect(page.getByText('Black to move')).toBeVisible()

  await page.goto('/games')
  await expect(page.getByRole('main')).toContainText('Cid')
  await expect(page.getByRole('main')).toContainText('Eve')
  await expect(page.getByRole('main').getByText('cannot be read')).toHaveCount(0)

  await page.goto('/settings')
  await expect(page.locator('input[name=settings-board][value=slate]')).toBeChecked()
  await page.goto('/learn')
  await expect(page.locator('.panel')).toContainText('1 of')
})
