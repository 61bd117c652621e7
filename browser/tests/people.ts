import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Look } from './looks.ts'

/** A person at a machine of his own, who asks the server at an address, the usual one unless told. */
export async function arrive(
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

/** A page is open to everybody, and nothing of it stands out at the sides. */
export async function sound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
