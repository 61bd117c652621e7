import { collection } from '../puzzles/plugin.ts'
import { Board } from './board.ts'
import { type Look, lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, newPerson } from './people.ts'
import { audit, type Browser, expect, type Page, test } from './test.ts'

const { puzzles } = collection('lancelot')

/** A square where a stone is a legal turn that captures nothing and is not the first one of a solution. */
async function wrongSquare(page: Page, nothing: string, right: readonly string[]): Promise<string> {
  const squares = await new Board(page).grid
    .locator(`[aria-label*="${nothing}"]`)
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.square ?? ''))
  return squares.find((square) => !right.includes(square)) ?? ''
}

/** Begins a run by keyboard as a new person with an account; `dealt` are its first puzzles. */
async function beginRun(browser: Browser, look: Look, kind: 'streak' | 'storm') {
  const { page, context } = await newPerson(browser, look)
  const name = `${kind} ${test.info().retry}`
  await page.request.post('/api/account', { data: { name, password: 'long enough' } })
  await page.goto(`/puzzles/lancelot/${kind}`)
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/puzzle/run'))
  await page.getByRole('button', { name: textsOf(look.language)('run.start') }).focus()
  await page.keyboard.press('Enter')
  const ids: string[] = (await (await answer).json()).puzzles
  const dealt = ids.slice(0, 3).map((id) => puzzles.find((puzzle) => puzzle.id === id))
  return { page, context, name, dealt }
}

/** The squares of the turns that solve a puzzle. */
const squaresOf = (puzzle: (typeof puzzles)[number] | undefined) =>
  puzzle?.solution.filter((_, ply) => ply % 2 === 0).flatMap((turn) => turn.split(',')) ?? []

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('a streak by keyboard ends with the first mistake and is on the board of the day', async ({ browser }) => {
      const { page, context, name, dealt } = await beginRun(browser, look, 'streak')
      const [first, second] = dealt
      const board = new Board(page)
      for (const square of squaresOf(first)) {
        await board.focus(square)
        await page.keyboard.press('Enter')
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

    test('the score of a storm is on the board of the day', audit, async ({ browser }) => {
      const { page, context, name, dealt } = await beginRun(browser, look, 'storm')
      const board = new Board(page)
      const score = page.locator('.score strong')
      for (const [i, puzzle] of dealt.slice(0, 2).entries()) {
        for (const square of squaresOf(puzzle)) await board.press(square)
        await expect(score).toHaveText(`${i + 1}`)
      }
      await page.getByRole('button', { name: t('run.finish') }).click()
      await expect(page.getByRole('row', { name })).toContainText('2')
      await expect(page.getByText(t('run.new-best'), { exact: true })).toBeVisible()
      await expectAccessible(page)
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
