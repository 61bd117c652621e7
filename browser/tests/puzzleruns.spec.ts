import { collection } from '../puzzles/plugin.ts'
import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, newPerson } from './people.ts'
import { audit, expect, type Page, test } from './test.ts'

const { puzzles } = collection('lancelot')

/** A square where a stone is a legal turn that captures nothing and is not the first one of a solution. */
async function wrongSquare(page: Page, nothing: string, right: readonly string[]): Promise<string> {
  const squares = await new Board(page).grid
    .locator(`[aria-label*="${nothing}"]`)
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.square ?? ''))
  return squares.find((square) => !right.includes(square)) ?? ''
}

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a streak by keyboard ends with the first mistake and is on the board of the day', async ({ browser }) => {
      const { page, context } = await newPerson(browser, look)
      const name = `Streaker ${test.info().retry}`
      await page.request.post('/api/account', { data: { name, password: 'long enough' } })
      await page.goto('/puzzles/lancelot/streak')
      const dealt = page.waitForResponse((response) => response.url().endsWith('/api/puzzle/run'))
      await page.getByRole('button', { name: t('run.start') }).focus()
      await page.keyboard.press('Enter')
      const ids: string[] = (await (await dealt).json()).puzzles
      const [first, second] = ids.map((id) => puzzles.find((puzzle) => puzzle.id === id))
      const board = new Board(page)
      for (const turn of first?.solution.filter((_, ply) => ply % 2 === 0) ?? []) {
        for (const square of turn.split(',')) {
          await board.focus(square)
          await page.keyboard.press('Enter')
        }
      }
      await expect(page.locator('.score strong')).toHaveText('1')
      await expect(board.grid.locator(':focus')).toHaveCount(1)
      await expectAccessible(page)

      const right = [second?.solution[0] ?? '', ...(second?.also?.[0] ?? [])]
      await board.focus(await wrongSquare(page, t('lancelot.square.captures-nothing'), right))
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('run.new-best'), { exact: true })).toBeVisible()
      await expect(page.getByRole('row', { name })).toContainText('1')
      await expect(page.getByText(t('run.mistake', { move: '|' }).split('|')[0] ?? '')).toBeVisible()
      await expect(page.getByText(t('run.solution', { moves: '' }).trim())).toBeVisible()
      await expectAccessible(page)
      await expect(page.getByRole('button', { name: t('run.again') })).toBeFocused()
      // Keys meant for the board do nothing at first.
      await expect(page.locator('.settled')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.locator('.score strong')).toHaveText('0')
      await context.close()
    })

    test('the clock of a storm starts with the first move and ends the run', audit, async ({ page }) => {
      await page.clock.install()
      await page.goto('/puzzles/lancelot/storm')
      await page.getByRole('button', { name: t('run.start') }).click()
      const clock = page.getByRole('timer')
      await page.clock.runFor(5000)
      await expect(clock).toHaveText('3:00')
      await new Board(page).press(await wrongSquare(page, t('lancelot.square.captures-nothing'), []))
      // The stone may be the solution, or cost ten seconds.
      await expect(clock).toHaveText(/3:00|2:50/)
      await page.clock.runFor(2000)
      await expect(clock).toHaveText(/2:[45]\d/)
      await page.clock.runFor(180_000)
      await expect(page.getByRole('button', { name: t('run.again') })).toBeVisible()
    })
  })
}
