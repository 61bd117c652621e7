import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { moveButton, useBetza } from './tables.ts'
import { expect, test } from './test.ts'

/** Betza's game with a handicap point on the e-pawn: from, to, promotion, SAN. */
const game = [
  ['d2', 'd4', '', 'd4'],
  ['d7', 'd5', '', 'd5'],
  ['c1', 'f4', '', 'Bf4'],
  ['g8', 'f6', '', 'Nf6'],
  ['f2', 'f3', '', 'f3'],
  ['b8', 'c6', '', 'Nc6'],
  ['e2', 'e4', '', '(WfbD)e4'],
  ['d5', 'e4', 'S', 'dxe4/WfbD'],
  ['f3', 'e4', 'S', 'fxe4/WfbD'],
  ['f6', 'e4', '', 'Nxe4/NW'],
  ['g2', 'g3', '', 'g3'],
  ['e4', 'd4', '', '(NW)xd4'],
  ['g1', 'e2', '', 'Ne2'],
  ['d4', 'f3', '', '(NW)f3#'],
] as const

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('Betza’s game with a handicap is played until checkmate', async ({ page }) => {
      await useBetza(page)
      await page.goto('/opponents/wotn')
      await page.getByRole('link', { name: t('opponents.custom') }).click()
      const dialog = page.locator('dialog')
      await expect(dialog.getByRole('heading', { name: t('new.title.wotn') })).toBeVisible()
      await dialog
        .getByRole('group', { name: t('color.b'), exact: true })
        .getByRole('combobox')
        .selectOption('person')

      await dialog.getByText(t('new.handicap'), { exact: true }).click()
      const start = new Board(page, dialog)
      await expect(start.square('e2')).toHaveAttribute(
        'aria-label',
        new RegExp(look.language === 'en' ? 'Squire' : 'Knappe'),
      )
      await start.press('e2')
      await start.choose('S')
      const squire = look.language === 'en' ? 'Squire' : 'Knappe'
      await expect(dialog.getByText(t('new.handicap.promotion', { square: 'e2', kind: squire }))).toBeVisible()
      await dialog.getByRole('button', { name: t('new.start') }).click()
      await expect(dialog).toHaveCount(0)

      const board = new Board(page)
      const list = page.getByRole('region', { name: t('game.moves'), exact: true })
      const inputs = [board.click, board.drag, board.keys]
      for (const [i, [from, to, promotion, san]] of game.entries()) {
        await inputs[i % inputs.length]?.call(board, from, to, promotion)
        await expect(moveButton(list, san).last()).toHaveAttribute('aria-current', 'true')
      }

      const black = t('result.won', { who: t('color.b') })
      await expect(page.getByText(`${black} ${t('result.checkmate')}.`)).toBeVisible()
      await expect(list.locator('.move')).toHaveText(game.map(([, , , san]) => san))

      await page.reload()
      await expect(page.getByText(`${black} ${t('result.checkmate')}.`)).toBeVisible()
      await page.getByRole('button', { name: t('game.rematch') }).click()
      const next = page.locator('dialog')
      await expect(next.getByText(t('new.handicap.left.one', { n: 1, color: t('color.w') }))).toBeVisible()
      const handicap = new Board(page, next)
      await handicap.press('b1')
      await handicap.choose('M')
      await expect(next.getByText(t('new.handicap.left.other', { n: 0, color: t('color.w') }))).toBeVisible()
      await next.getByRole('button', { name: t('new.start') }).click()
      await expect(next).toHaveCount(0)
      await expect(board.square('b1')).toHaveAttribute('aria-label', /Baron/)
      const score = t('game.series.score', { first: t('color.w'), a: 0, b: 1, second: t('color.b') })
      await expect(page.getByText(score)).toBeVisible()
    })
  })
}
