import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expect, test } from './test.ts'

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('moves of Way of the Knight against the computer', async ({ page }) => {
      await page.goto('/wotn/new')
      const dialog = page.locator('dialog')
      await dialog
        .getByRole('group', { name: t('color.b'), exact: true })
        .getByRole('combobox')
        .selectOption('300')
      await dialog.getByRole('button', { name: t('new.start') }).click()
      await expect(dialog).toHaveCount(0)

      const board = new Board(page)
      const list = page.getByRole('region', { name: t('game.moves'), exact: true })
      const moves = list.locator('.pair button')
      // Also in check.
      const toMove = page.getByText(new RegExp(`^${t('match.your-turn')}`))
      const result = page.locator('.result')
      const count = process.env.TAFELRUNDE_ALL_LOOKS ? 10 : 4
      for (let played = 0; played < count; played++) {
        await expect(toMove.or(result)).toBeVisible()
        if (await result.isVisible()) break
        // Each piece in turn moves to its first destination.
        const own = await board.grid
          .locator('.selectable')
          .evaluateAll((squares) => squares.map((square) => (square as HTMLElement).dataset.square ?? ''))
        const from = own[played % own.length] ?? ''
        await board.press(from)
        const may = new RegExp(`${t('square.reachable')}|${t('square.capture')}`)
        const to = await board.grid.getByRole('gridcell', { name: may }).first().getAttribute('data-square')
        await board.press(to ?? '')
        const chooser = page.getByRole('dialog')
        if (await chooser.isVisible()) await chooser.locator('.choice').first().click()
        await expect(async () => expect(await moves.count()).toBeGreaterThanOrEqual(2 * played + 1)).toPass()
      }
      await expect(async () => {
        const over = await result.isVisible()
        expect(over || (await moves.count()) === 2 * count).toBe(true)
      }).toPass()

      // After taking back, the person is to move.
      const before = await moves.count()
      await page.getByRole('button', { name: t('game.undo') }).click()
      await expect(async () => expect(await moves.count()).toBeLessThan(before)).toPass()
      await expect(toMove).toBeVisible()
    })
  })
}
