import { test as base } from '@playwright/test'
import { engineOn } from './engines.ts'

export * from '@playwright/test'

/**
 * As Playwright's test, which closes only its own page: contexts that a test opens itself would stay open, and their pages
 * would run on beside the tests that follow.
 */
export const test = base.extend<{ closeContexts: undefined; newVisitor: boolean }>({
  /** The browser has stored nothing: the first page is shown as the server has written it. */
  newVisitor: [false, { option: true }],
  context: async ({ context, newVisitor }, use) => {
    if (!newVisitor) await engineOn(context)
    await use(context)
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
