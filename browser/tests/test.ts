import { test as base, type Page } from '@playwright/test'
import { engineOn } from './engines.ts'

export * from '@playwright/test'

/**
 * As Playwright's test, which closes only its own page: contexts that a test opens itself would stay open, and their pages
 * would run on beside the tests that follow.
 */
export const test = base.extend<{ closeContexts: undefined; newVisitor: boolean; untilRunning: boolean }>({
  /** The browser has stored nothing: the first page is shown as the server has written it. */
  newVisitor: [false, { option: true }],
  context: async ({ context, newVisitor }, use) => {
    if (!newVisitor) await engineOn(context)
    await use(context)
  },
  /** A page that the server has written is there once it runs, or says that it cannot. */
  untilRunning: [true, { option: true }],
  page: async ({ page, untilRunning }, use) => {
    if (untilRunning) {
      const goto = page.goto.bind(page)
      page.goto = async (...args) => {
        const response = await goto(...args)
        await page.locator('html:not([data-prerendered]), [role=alert]').first().waitFor({ state: 'attached' })
        return response
      }
    }
    await use(page)
  },
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** audit marks a test that only `make audit` runs; CONTRIBUTING.md has the rule. */
export const audit = { tag: '@audit' }

/** auditIf is audit for those of several similar tests that repeat what the others show. */
export const auditIf = (repeats: boolean): { tag?: string } => (repeats ? audit : {})

/** picture takes a picture for people who look at the results of `make audit`, of the whole page if `fullPage` is set. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env.TAFELRUNDE_ALL_LOOKS) await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage })
}
