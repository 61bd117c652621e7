import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { violations } from './axe.ts'
import { engineOn } from './engines.ts'
import type { Look } from './looks.ts'
import type { Words } from './tables.ts'

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
  await engineOn(context)
  return { page: await context.newPage(), context }
}

/** addAuthenticator adds a virtual authenticator, which stores passkeys, to the browser. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** saveCodes leaves the recovery codes that were just created and returns them. */
export async function saveCodes(page: Page, t: Words): Promise<string[]> {
  const shown = page.getByRole('region', { name: t('recovery.title'), exact: true })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.getByRole('listitem').allInnerTexts()
  await shown.getByLabel(t('recovery.saved')).check()
  await shown.getByRole('button', { name: t('recovery.continue') }).click()
  return codes.map((code) => code.trim())
}

/** expectAccessible checks that axe finds no violations and that the page does not scroll horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  // A part of the page that is still being loaded has no heading.
  await expect(page.locator('h1').first()).toBeAttached()
  expect(await violations(page)).toEqual([])
  await expectNoOverflow(page)
}

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/**
 * expectStillAccessible is expectAccessible for all but a sample of pages: axe, which takes longer than loading a page, runs only
 * in `make audit`.
 */
export async function expectStillAccessible(page: Page): Promise<void> {
  if (process.env.TAFELRUNDE_ALL_LOOKS) await expectAccessible(page)
  else await expectNoOverflow(page)
}

/** installed waits until the service worker has stored the build and controls the page. */
export async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const worker = registration.active
    if (worker?.state === 'activated') return
    await new Promise<void>((resolve) =>
      worker?.addEventListener('statechange', () => worker.state === 'activated' && resolve()),
    )
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}
