import { readFileSync } from 'node:fs'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { openMenu } from './tables.ts'
import { expect, type Page, test } from './test.ts'

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    /** Saves the animation of the open dialog, and returns the file. */
    async function gif(page: Page): Promise<Buffer> {
      const waiting = page.waitForEvent('download')
      await page.getByRole('button', { name: t('game.gif.save') }).click()
      return readFileSync(await (await waiting).path())
    }
    /** The number of frames: each has an extension with the time for which it is shown. */
    const frames = (file: Buffer) => file.toString('latin1').split('\x21\xf9\x04\x05').length - 1

    test('a game is saved as an animated GIF, from the analysis and from its own page', async ({ page }) => {
      await page.goto('/analysis/wotn#variant=wotn&moves=e2e4,d7d5,e4d5s')
      await page.getByRole('button', { name: t('analysis.share.title') }).click()
      await page.getByLabel(t('game.gif.delay')).selectOption({ label: t('game.gif.seconds', { n: '0,3' }) })
      const file = await gif(page)
      expect(file.subarray(0, 6).toString()).toBe('GIF89a')
      expect(frames(file)).toBe(4)
      expect(file.readUInt16LE(file.indexOf('\x21\xf9\x04\x05', 0, 'latin1') + 4)).toBe(30)

      await page.goto('/lancelot/paste')
      const record = '[A "Anna"]\n[B "Ben"]\n[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"]\n\n1. e4 e5 f6 *'
      await page.locator('dialog textarea').fill(record)
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
      await openMenu(page, t)
      await page.getByRole('button', { name: t('game.text') }).click()
      expect(frames(await gif(page))).toBe(4)

      await page.route('**/api/animation.gif', (route) => route.abort())
      await page.getByRole('button', { name: t('game.gif.save') }).click()
      await expect(page.locator('dialog').getByRole('alert')).toHaveText(t('refusal.unreachable'))
    })
  })
}
