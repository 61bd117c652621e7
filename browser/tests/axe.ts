import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * violations returns what axe finds in a page, or in a part of it, as texts.
 *
 * In legacy mode axe runs inside the page. Otherwise it opens a second page for each run to combine the results of frames, which
 * takes longer than the rules themselves. The pages have no frames. Only rules that do not run need style sheets to be loaded
 * again (preload).
 */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // Until a prerendered page runs, the running one is hidden beside it.
  await expect(page.locator('html[data-prerendered]')).toHaveCount(0)
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false })
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}
