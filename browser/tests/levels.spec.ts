import { Board } from './board.ts'
import { recordEngineCalls } from './engines.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { audit, auditIf, expect, test } from './test.ts'

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const character = (code: 5 | 14, level: string) =>
      t('player.character.choice', { name: t(`character.name.${code}`), level })

    const strength = (code: 5 | 14, n: number) =>
      t('player.level.choice', { n, all: 15, words: t(`player.level.${code}`) })

    for (const width of [390, 1280]) {
      test(
        `the computer plays at the chosen level in this game and the next, at a width of ${width} px`,
        auditIf(width > 390),
        async ({ page }) => {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
          const engines = await recordEngineCalls(page)
          await page.goto('/wotn/new')
          const dialog = page.locator('dialog')
          const black = dialog.getByRole('group', { name: t('color.b'), exact: true })
          const slider = black.getByRole('slider', { name: t('player.level'), exact: true })
          await expect(slider).toHaveAttribute('aria-valuetext', character(14, strength(14, 4)))
          await expect(slider).toHaveValue('3')
          await slider.focus()
          for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowRight')
          await expect(slider).toHaveAttribute('aria-valuetext', character(5, strength(5, 10)))
          await expect(black.getByText(`${t('player.level')}: ${strength(5, 10)}`)).toBeVisible()
          await dialog.getByRole('button', { name: t('new.start') }).click()
          await expect(dialog).toHaveCount(0)

          const board = new Board(page)
          const shown = page.locator('main .bar').getByText(t('character.name.5'), { exact: true })
          await expect(shown).toBeVisible()
          await board.click('e2', 'e4')
          await expect(async () =>
            // Only full strength evaluates with the network.
            expect((await engines.calls('networks')).map(([name]) => name)).toEqual(['prepare', 'think']),
          ).toPass()
          await expect(page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
          expect((await engines.calls()).at(-1)).toEqual(['think', 'wotn', 'wotn', '', ['e2e4'], 1000, 5])

          await page.reload()
          await expect(shown).toBeVisible()
          await page.getByRole('button', { name: t('game.resign') }).click()
          await page.getByRole('button', { name: t('game.resign.yes') }).click()
          await page.getByRole('button', { name: t('game.rematch') }).click()
          await expect(dialog).toHaveCount(0)
          await expect(shown).toBeVisible()
          await expect(async () =>
            expect((await engines.calls()).at(-1)).toEqual(['think', 'wotn', 'wotn', '', [], 1000, 5]),
          ).toPass()

          await page.goto('/lancelot/new')
          const blue = dialog.getByRole('group', { name: t('seat.1'), exact: true })
          await expect(blue.getByRole('slider')).toHaveValue('9')
          await blue.getByRole('slider').fill('14')
          await dialog.getByRole('button', { name: t('new.start') }).click()
          await expect(dialog).toHaveCount(0)
          await board.press('g8')
          await expect(async () =>
            expect((await engines.calls()).at(-1)?.slice(0, 2)).toEqual(['think', 'lancelot']),
          ).toPass()
          await expect(page.getByText(t('match.your-turn.stone'), { exact: true })).toBeVisible()
          expect((await engines.calls()).at(-1)?.at(6)).toBe(10)
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        },
      )
    }
  })
}

test.describe('', () => {
  test.use({ locale: 'en-GB' })

  test('the computer of full strength has the network before its first move', async ({ page }) => {
    const engines = await recordEngineCalls(page)
    await page.goto('/wotn/new')
    const black = page.locator('dialog').getByRole('group', { name: 'Black', exact: true })
    await black.getByRole('slider', { name: 'Playing strength', exact: true }).fill('14')
    await page.getByRole('button', { name: 'Start game' }).click()
    await new Board(page).click('e2', 'e4')
    await expect(async () =>
      expect((await engines.calls('networks')).map(([name]) => name)).toEqual(['network', 'prepare', 'think']),
    ).toPass()
  })

  test('the page responds while the computer is thinking', audit, async ({ page }) => {
    const engines = await recordEngineCalls(page)
    await page.goto('/wotn/new')
    await page.getByRole('button', { name: 'Start game' }).click()
    const board = new Board(page)
    await engines.hold()
    await board.click('e2', 'e4')
    await expect(page.getByText('Lynette is thinking', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Flip board' }).click()
    await expect(board.grid.getByRole('gridcell').first()).toHaveAttribute('data-square', 'h1')
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    await expect(page.getByText('Lynette is thinking', { exact: true })).toBeVisible()
    await engines.release()
    await expect(page.getByText('Your move', { exact: true })).toBeVisible()
  })
})
