import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { Board } from './board.ts'
import { lookName, looks, speaking, wear } from './looks.ts'

/** Red takes two stones on H6 and wins. */
const position = '4a3/8/4a3/8/8/a1ab4/8/4b3 a 0,0 26,28 - basic 2'

async function paste(page: Page, open: string): Promise<void> {
  await page.goto('/lancelot/paste')
  const dialog = page.locator('dialog')
  await dialog.locator('textarea').fill(position)
  await dialog.getByRole('button', { name: open }).click()
  await expect(dialog).toHaveCount(0)
}

for (const look of looks) {
  test.describe(lookName(look), () => {
    wear(look)
    const t = speaking(look.language)
    const says = (en: string, de: string) => (look.language === 'en' ? en : de)

    test('advice names the win, and a turn that gives it away is a mistake', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await paste(page, t('paste.open'))
      const board = new Board(page)
      const advice = page.getByRole('region', { name: t('advice.title'), exact: true })
      const toggle = advice.getByRole('button', { name: t('advice.show') })
      await expect(toggle).toHaveAttribute('aria-pressed', 'false')
      await expect(advice.getByRole('list')).toHaveCount(0)

      await toggle.click()
      const chances = advice.getByRole('list', { name: t('advice.chances') })
      await expect(chances.getByRole('listitem')).toHaveText([
        new RegExp(`${t('seat.0')} *${t('advice.percent', { percent: 100 })}`),
        new RegExp(`${t('seat.1')} *${t('advice.percent', { percent: 0 })}`),
      ])
      await expect(
        advice.getByText(says('H6 takes 2 stones and wins the game.', 'H6 schlägt 2 Steine und gewinnt das Spiel.')),
      ).toBeVisible()
      // Pointed at, it is drawn on the field.
      await advice.getByRole('button', { name: /^H6/ }).focus()
      await expect(page.locator('.drawings circle')).toHaveCount(1)
      expect((await new AxeBuilder({ page }).include('.advice').analyze()).violations).toEqual([])

      await board.press('k11')
      const verdict = new RegExp(
        says(
          '^K11 was a (grave )?mistake and cost .* Better: H6',
          '^K11 war ein (schwerer )?Fehler und kostete .* Besser: H6',
        ),
      )
      await expect(advice.getByText(verdict)).toBeVisible()
      await expect(advice.getByRole('heading', { name: t('advice.turns', { who: t('seat.1') }) })).toBeVisible()
      await expect(page.locator('.drawings circle')).toHaveCount(0)

      await advice.getByRole('button', { name: t('advice.whole') }).click()
      const row = advice.getByRole('row', { name: new RegExp(t('seat.0')) })
      await expect(row).toBeVisible()
      const grave = Number(await row.getByRole('cell').nth(1).textContent())
      expect(grave + Number(await row.getByRole('cell').nth(2).textContent())).toBe(1)
      await page.getByRole('button', { name: t('table.moves.show') }).click()
      const log = page.getByRole('region', { name: t('lancelot.log'), exact: true })
      await expect(log.locator('.fault')).toHaveText(/\?/)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)

      // Looking back asks again, and what was chosen is remembered.
      await page.getByRole('button', { name: t('table.previous') }).click()
      await expect(advice.getByRole('button', { name: /^H6/ })).toBeVisible()
      await page.reload()
      await expect(toggle).toHaveAttribute('aria-pressed', 'true')
      await toggle.click()
      await expect(advice.getByRole('list')).toHaveCount(0)
    })
  })
}

test('the page stays at hand while advice is searched for', async ({ page }) => {
  const t = speaking('en')
  await page.goto('/lancelot/new')
  const dialog = page.locator('dialog')
  await dialog.getByRole('radio', { name: /3/ }).check()
  for (const seat of [0, 1, 2] as const) {
    await dialog
      .getByRole('group', { name: t(`seat.${seat}`), exact: true })
      .getByRole('combobox')
      .selectOption('person')
  }
  await dialog.getByRole('button', { name: t('new.begin') }).click()
  const advice = page.getByRole('region', { name: t('advice.title'), exact: true })
  await advice.getByRole('button', { name: t('advice.show') }).click()
  await expect(advice.getByRole('heading', { name: t('advice.turns', { who: t('seat.0') }) })).toBeVisible()
  // Other programs may stall the machine, but not for as long as a search takes.
  const gap = await page.evaluate(async () => {
    let longest = 0
    let last = performance.now()
    const end = last + 2000
    while (last < end) {
      await new Promise((resolve) => setTimeout(resolve))
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }
    return longest
  })
  expect(gap).toBeLessThan(450)
  // The next turn is taken at once, and the advice follows.
  await new Board(page).press('g7')
  await expect(page.getByText(t('lancelot.turn', { who: t('seat.1') }), { exact: true })).toBeVisible()
  await expect(advice.getByRole('heading', { name: t('advice.turns', { who: t('seat.1') }) })).toBeVisible()
})
