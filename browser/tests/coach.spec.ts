import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible } from './people.ts'
import { expect, test } from './test.ts'

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a first game has explanations and hints in two steps; both are counted or switched off', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/wotn/new')
      const dialog = page.locator('dialog')
      await dialog.getByRole('button', { name: t('new.start') }).click()
      await expect(dialog).toHaveCount(0)
      const yours = page.getByText(t('match.your-turn'), { exact: true })
      await expect(yours).toBeVisible()

      await page.getByRole('button', { name: t('learn.hint'), exact: true }).click()
      const hint = page.locator('p.hint:not(.soft)')
      await expect(hint).toContainText(t('game.hints.one', { n: 1 }))
      await page.getByRole('button', { name: t('learn.hint.more') }).click()
      const move = await hint.textContent()
      const [from = '', to = ''] = [...(move ?? '').matchAll(/\b[a-h][1-8]\b/g)].map(([square]) => square)
      await expect(page.getByRole('button', { name: t('learn.hint'), exact: true })).toBeDisabled()

      const board = new Board(page)
      await board.click(from, to)
      await expect(hint).toHaveCount(0)
      const moves = page.locator('.explanation dl > div')
      // The explanations are open; quiet moves are left out.
      await expect(page.locator('.explanation dl')).toBeAttached()
      await expect(moves.filter({ hasText: t('remark.none') })).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('button', { name: t('game.explain.off') }).click()
      await expect(moves).toHaveCount(0)
      await page.getByRole('button', { name: t('game.explain') }).click()
      await expect(moves).toHaveCount(2)
      await expect(moves.last()).toContainText(t('character.name.14'))
    })
  })
}
