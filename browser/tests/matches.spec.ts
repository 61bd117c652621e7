import { expect, type Page, test } from '@playwright/test'
import { Board } from './board.ts'
import { House, type Person } from './house.ts'
import { lookName, looks, speaking } from './looks.ts'
import { meet, openTable, sitDown, turnOf } from './tables.ts'

const house = new House()
test.beforeAll(() => house.open())
test.afterAll(() => house.close())

for (const look of looks) {
  test.describe(lookName(look), () => {
    const t = speaking(look.language)
    const turn = (page: Page, who: string) => turnOf(page, t, who)

    const leave = (...people: Person[]) => Promise.all(people.map(({ context }) => context.close()))

    test('two people play to mate, though the line is lost and the server dies', async ({ browser }) => {
      test.setTimeout(120_000)
      const [ann, ben] = await meet(house, browser, look)
      const [white, black] = [new Board(ann.page), new Board(ben.page)]
      await white.click('f2', 'f3')
      await expect(turn(ben.page, 'Ben')).toBeVisible()
      ben.line.cut()
      await expect(ben.page.getByText(t('online.lost'))).toBeVisible()
      await black.click('e7', 'e5')
      ben.line.mend()
      await expect(turn(ann.page, 'Ann')).toBeVisible({ timeout: 15_000 })
      await expect(ben.page.getByText(t('online.lost'))).toHaveCount(0)

      await house.kill()
      for (const { page } of [ann, ben]) await expect(page.getByText(t('online.lost'))).toBeVisible()
      // White moves while there is no server: the move waits for it.
      await white.click('g2', 'g4')
      await house.open()
      await expect(turn(ben.page, 'Ben')).toBeVisible({ timeout: 15_000 })
      await ben.page.reload()
      await expect(turn(ben.page, 'Ben')).toBeVisible()
      await black.click('d8', 'h4')
      for (const { page } of [ann, ben]) {
        await expect(page.getByText(`${t('result.won', { who: 'Ben' })} ${t('result.checkmate')}.`)).toBeVisible()
      }
      await leave(ann, ben)
    })

    test('a premove is played at once, with its promotion, or dropped', async ({ browser }) => {
      test.setTimeout(120_000)
      const [ann, ben] = await meet(house, browser, look)
      const [white, black] = [new Board(ann.page), new Board(ben.page)]
      const plan = (page: Page) => page.getByRole('button', { name: t('match.premove.cancel') })

      // Taken back by a right click, by Escape and by a press elsewhere.
      for (const cancel of ['right', 'escape', 'press', 'button'] as const) {
        await black.click('d7', 'd5')
        await expect(plan(ben.page)).toBeVisible()
        await expect(black.square('d5')).toHaveClass(/is-premove/)
        if (cancel === 'right') await black.square('d5').click({ button: 'right', force: true })
        else if (cancel === 'escape') await ben.page.keyboard.press('Escape')
        else if (cancel === 'press') await black.press('e4')
        else await plan(ben.page).click()
        await expect(plan(ben.page)).toHaveCount(0)
        await expect(black.square('d5')).not.toHaveClass(/is-premove/)
      }
      await black.click('d7', 'd5')
      await white.click('e2', 'e4')
      await expect(turn(ann.page, 'Ann')).toBeVisible()
      await expect(plan(ben.page)).toHaveCount(0)

      // The pawn that is to be taken is protected: the answer and what it becomes are chosen before.
      await black.click('d8', 'd5', '')
      await expect(plan(ben.page)).toBeVisible()
      await plan(ben.page).click()
      await black.click('e7', 'd6', 'S')
      await expect(plan(ben.page)).toBeVisible()
      await white.click('e4', 'd5', 'S')
      // The pawn cannot take on d6, where nobody came: the plan is dropped and the turn stays.
      await expect(turn(ben.page, 'Ben')).toBeVisible()
      await expect(plan(ben.page)).toHaveCount(0)
      await black.click('a7', 'a6')
      await expect(turn(ann.page, 'Ann')).toBeVisible()
      await black.click('e7', 'd6', 'D')
      await expect(plan(ben.page)).toBeVisible()
      await white.click('d5', 'd6')
      const list = ben.page.getByRole('region', { name: t('table.moves'), exact: true })
      await expect(list.getByRole('button', { name: 'exd6/AD' })).toBeVisible()

      // Who does not want to plan does not.
      await ben.page.getByText(t('match.preferences'), { exact: true }).click()
      await ben.page.getByLabel(t('match.preferences.premove')).uncheck()
      await black.click('g8', 'f6')
      await expect(plan(ben.page)).toHaveCount(0)
      await leave(ann, ben)
    })

    test('in a correspondence game a move is confirmed', async ({ browser }) => {
      const [ann, ben] = await meet(house, browser, look, async (dialog) => {
        await dialog.getByLabel(t('new-table.clock.kind')).selectOption('correspondence')
      })
      await expect(ann.page.getByRole('timer').first()).toContainText(/\d/)
      const white = new Board(ann.page)
      await white.click('e2', 'e4')
      const sure = ann.page.getByRole('group', { name: t('match.confirm', { move: 'e4' }) })
      await expect(sure).toBeVisible()
      await sure.getByRole('button', { name: t('match.confirm.no') }).click()
      await expect(sure).toHaveCount(0)
      await white.click('d2', 'd4')
      await expect(turn(ben.page, 'Ann')).toBeVisible()
      await ann.page.keyboard.press('Escape')
      await white.click('e2', 'e4')
      await expect(sure).toBeVisible()
      await sure.getByRole('button', { name: t('match.confirm.yes') }).click()
      await expect(turn(ben.page, 'Ben')).toBeVisible()
      await ben.page.reload()
      await expect(turn(ben.page, 'Ben')).toBeVisible()
      await expect(ben.page.getByRole('timer').first()).toContainText(/\d/)

      // They agree on a draw.
      await new Board(ben.page).click('e7', 'e5')
      await ben.page.keyboard.press('Enter')
      await expect(turn(ann.page, 'Ann')).toBeVisible()
      await ann.page.getByRole('button', { name: t('table.draw'), exact: true }).click()
      await expect(ann.page.getByText(t('match.draw.yours'))).toBeVisible()
      await ben.page.getByRole('button', { name: t('table.draw.decline') }).click()
      await expect(ann.page.getByText(t('match.draw.yours'))).toHaveCount(0)
      await ben.page.getByRole('button', { name: t('table.draw'), exact: true }).click()
      await ann.page.getByRole('button', { name: t('table.draw.accept') }).click()
      for (const { page } of [ann, ben]) {
        await expect(page.getByText(`${t('result.draw')} ${t('result.agreement')}.`)).toBeVisible()
      }
      await leave(ann, ben)
    })

    test('a position that comes back three times may be claimed', async ({ browser }) => {
      test.setTimeout(120_000)
      const [ann, ben] = await meet(house, browser, look)
      const [white, black] = [new Board(ann.page), new Board(ben.page)]
      for (let i = 0; i < 2; i++) {
        await white.click('g1', 'f3')
        await expect(turn(ben.page, 'Ben')).toBeVisible()
        await black.click('g8', 'f6')
        await expect(turn(ann.page, 'Ann')).toBeVisible()
        await white.click('f3', 'g1')
        await expect(turn(ben.page, 'Ben')).toBeVisible()
        await black.click('f6', 'g8')
        await expect(turn(ann.page, 'Ann')).toBeVisible()
      }
      await ann.page.getByRole('button', { name: t('table.claim.threefold') }).click()
      await expect(ben.page.getByText(`${t('result.draw')} ${t('result.threefold')}.`)).toBeVisible()
      await leave(ann, ben)
    })

    test('an absent player may be claimed against, taken over, or waited for', async ({ browser }) => {
      test.setTimeout(200_000)
      const noClock = () =>
        meet(house, browser, look, async (dialog) => {
          await dialog.getByLabel(t('new-table.clock.kind')).selectOption('none')
        })
      const tables = [await noClock(), await noClock(), await noClock()]
      for (const [ann, ben] of tables) {
        await new Board(ann.page).click('e2', 'e4')
        await expect(turn(ben.page, 'Ben')).toBeVisible()
        await new Board(ben.page).click('e7', 'e5')
        await expect(turn(ann.page, 'Ann')).toBeVisible()
        ben.line.cut()
      }
      for (const [ann] of tables) {
        await expect(ann.page.getByText(t('match.absent', { who: 'Ben' }))).toBeVisible({ timeout: 90_000 })
      }
      const [first, second, third] = tables
      if (!first || !second || !third) throw new Error('three tables')
      await first[0].page.getByRole('button', { name: t('match.absent.win') }).click()
      await expect(first[0].page.getByText(t('result.won', { who: 'Ann' }))).toBeVisible()

      await second[0].page.getByRole('button', { name: t('match.absent.engine') }).click()
      await expect(second[0].page.getByText(t('player.computer.level', { level: 5 }))).toBeVisible()
      await new Board(second[0].page).click('g1', 'f3')
      await expect(turn(second[0].page, 'Ann')).toBeVisible({ timeout: 30_000 })
      for (const [, ben] of tables) ben.line.mend()
      await second[1].page.getByRole('button', { name: t('match.return') }).click()
      await expect(second[0].page.getByText(t('player.computer.level', { level: 5 }))).toHaveCount(0)

      await expect(third[0].page.getByText(t('match.absent', { who: 'Ben' }))).toHaveCount(0, { timeout: 15_000 })
      await new Board(third[0].page).click('g1', 'f3')
      await expect(turn(third[1].page, 'Ben')).toBeVisible()
      await leave(...tables.flat())
    })

    test('three games with handicap: the loser gets points, and the player with points is White', async ({
      browser,
    }) => {
      test.setTimeout(120_000)
      const [ann, ben] = await meet(house, browser, look, async (dialog) => {
        await dialog.getByLabel(t('new-table.handicap')).check()
      })
      const squire = look.language === 'en' ? 'Squire' : 'Knappe'
      const giveUp = async ({ page }: Person) => {
        await page.getByRole('button', { name: t('table.resign'), exact: true }).click()
        await page.getByRole('button', { name: t('table.resign.yes') }).click()
      }
      const again = async () => {
        await ben.page.getByRole('button', { name: t('table.rematch') }).click()
        await expect(ann.page.getByText(t('match.rematch.asked', { who: 'Ben' }))).toBeVisible()
        await ann.page.getByRole('button', { name: t('table.rematch') }).click()
      }

      // Ben loses twice: he has one point, then two, and is White both times.
      const raises = [['e2'], ['e2', 'd2']]
      for (const squares of raises) {
        await giveUp(ben)
        await expect(ann.page.locator('.result', { hasText: t('result.won', { who: 'Ann' }) })).toBeVisible()
        await again()
        const board = new Board(ben.page)
        await expect(board.grid).toHaveAccessibleName(t('new.handicap.board'))
        for (const square of squares) {
          await board.press(square)
          await board.choose('S')
          await expect(ann.page.getByText(t('new.handicap.promotion', { square, kind: squire }))).toBeVisible()
        }
        await ben.page.getByRole('button', { name: t('new.start') }).click()
        await expect(turn(ann.page, 'Ben')).toBeVisible()
        for (const square of squares) {
          await expect(new Board(ann.page).square(square)).toHaveAttribute('aria-label', new RegExp(squire))
        }
      }
      await giveUp(ann)
      await expect(ann.page.getByText(t('match.score', { score: 'Ann: 2 · Ben: 1' }))).toBeVisible()
      await leave(ann, ben)
    })

    test('a premove in Lancelot is played when its turn comes', async ({ browser }) => {
      const [ann, ben] = [await house.arrive(browser, look), await house.arrive(browser, look)]
      const table = await openTable(ann.page, t, async (dialog) => {
        await dialog.getByLabel(t('online.name')).fill('Ann')
        await dialog.getByRole('radio', { name: t('game.lancelot') }).check()
        const target = dialog.getByLabel(t('new.target'))
        await expect(target).toHaveAttribute('placeholder', '8')
        await dialog.getByLabel(t('new.seats')).selectOption('2')
        await expect(target).toHaveAttribute('placeholder', '7')
        await dialog.getByLabel(t('new.first')).selectOption(t('seat.0'))
        await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
      })
      await sitDown(ben.page, t, table, 'Ben')
      const to = (page: Page, who: string) => turnOf(page, t, who, 'lancelot')
      await expect(to(ben.page, 'Ann')).toBeVisible()
      const [red, blue] = [new Board(ann.page), new Board(ben.page)]
      const plan = ben.page.getByRole('button', { name: t('match.premove.cancel') })
      await blue.press('e5')
      await expect(plan).toBeVisible()
      await blue.press('f6')
      await expect(plan).toHaveCount(0)
      await blue.press('e5')
      await red.press('g7')
      await expect(to(ann.page, 'Ann')).toBeVisible()
      await expect(red.square('e5')).toHaveAttribute('aria-label', /Ben/)
      await blue.press('h8')
      await expect(plan).toBeVisible()
      await red.press('h8')
      await expect(plan).toHaveCount(0)
      await expect(to(ben.page, 'Ben')).toBeVisible()

      // Always asked: the stone is shown before it counts.
      await ben.page.getByText(t('match.preferences'), { exact: true }).click()
      await ben.page.getByLabel(t('match.preferences.confirm')).selectOption('always')
      await blue.press('i9')
      await expect(blue.square('i9')).toHaveAttribute('aria-label', /Ben/)
      await ben.page.getByRole('button', { name: t('match.confirm.yes') }).click()
      await expect(to(ann.page, 'Ann')).toBeVisible()
      await leave(ann, ben)
    })
  })
}
