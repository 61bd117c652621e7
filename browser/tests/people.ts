import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Look } from './looks.ts'

/** newPerson returns a new browser context with a page, for the server of the test run or another one. */
export async function newPerson(
  browser: Browser,
  { language, scheme }: Look,
  baseURL?: string,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    locale: language === 'en' ? 'en-GB' : 'de-DE',
    colorScheme: scheme,
    ...(baseURL && { baseURL }),
  })
  return { page: await context.newPage(), context }
}

/** expectAccessible checks that axe finds no violations and that the page does not scroll horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
