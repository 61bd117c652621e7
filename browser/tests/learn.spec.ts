import { Board } from './board.ts'
import { pathOf, stageOf, verdict } from './lessons.ts'
import { capital, lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, expectStillAccessible, newPerson } from './people.ts'
import { audit, expect, type Page, test } from './test.ts'

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const text = (stage: string, key: string) => stageOf(stage).texts[look.language][key] ?? `no ${key}`

    test('two questions lead to a course, which goes on where it was left', async ({ page }) => {
      await page.goto('/')
      await page
        .getByRole('main')
        .getByRole('link', { name: t('home.learn') })
        .click()
      await expect(page).toHaveURL('/learn')
      // All courses are closed, and one thing at a time is asked.
      await expect(page.locator('.courses a').filter({ visible: true })).toHaveCount(0)
      await page.getByRole('button', { name: t('learn.chess.yes'), exact: true }).click()
      await page.getByRole('button', { name: t('learn.game.wotn') }).click()
      await page
        .locator('.start')
        .getByRole('link', { name: t('learn.begin') })
        .click()
      // Exercises known from chess are skipped.
      await expect(page).toHaveURL(pathOf('wotn-start', 'capture'))
      await new Board(page).click('e4', 'd5', 'S')
      await expect(verdict(page)).toContainText(text('wotn-start', 'capture.done'))
      await page.getByRole('link', { name: t('learn.next') }).click()
      await expect(page.locator('.goal')).toHaveText(text('wotn-start', 'squire.task'))
      await page.goto('/learn')
      await page
        .locator('.panel')
        .getByRole('link', { name: t('learn.resume') })
        .click()
      await expect(page).toHaveURL(pathOf('wotn-start', 'squire'))
    })

    test('after a short course the longer one is offered', audit, async ({ page }) => {
      const { exercises } = stageOf('lancelot-start')
      const solved = Object.fromEntries(exercises.map(({ id }) => [`lancelot-start/${id}`, { moves: 1, stars: 3 }]))
      const stored = JSON.stringify({ version: 1, solved, last: `lancelot-start/${exercises.length}`, lastAt: 1 })
      await page.addInitScript((text) => localStorage.setItem('tafelrunde.lessons', text), stored)
      await page.goto('/learn')
      await page
        .locator('.panel')
        .getByRole('link', { name: t('learn.begin') })
        .click()
      await expect(page).toHaveURL('/learn/lancelot-leads/1')
    })

    test(
      'a skipped exercise is not opened again, and the answer about chess can be changed',
      audit,
      async ({ page }) => {
        await page.goto(pathOf('wotn-start', 'capture'))
        await new Board(page).click('e4', 'd5', 'S')
        await expect(verdict(page)).toContainText(text('wotn-start', 'capture.done'))
        await page.goto(pathOf('wotn-start', 'choice'))
        await expect(page.locator('.goal')).toHaveText(text('wotn-start', 'choice.task'))
        await page.goto('/learn')
        const panel = page.locator('.panel')
        const { exercises } = stageOf('wotn-start')
        await expect(panel).toContainText(t('learn.done-of', { done: 1, all: exercises.length }))
        await page.getByRole('button', { name: t('learn.chess.yes'), exact: true }).click()
        const rest = exercises.filter(({ chess }) => !chess).length
        await expect(panel).toContainText(t('learn.done-of', { done: 1, all: rest }))
        await panel.getByRole('link', { name: t('learn.resume') }).click()
        await expect(page).toHaveURL(pathOf('wotn-start', 'choice'))
        await expect(page.locator('.where')).toContainText(t('learn.number', { n: 4, all: rest }))
      },
    )

    test('wrong moves that the exercise does not list say what is missing', audit, async ({ page }) => {
      await page.goto(pathOf('lancelot-start', 'lead'))
      const board = new Board(page)
      await board.press('g6')
      await expect(verdict(page)).toContainText(
        t('learn.cause.lead.own', { line: capital(t('lancelot.line.row', { name: '7' })), lead: '0', n: '+1' }),
      )
      await page.goto(pathOf('wotn-start', 'knight'))
      await board.click('g1', 'h3')
      await expect(verdict(page)).toContainText(t('learn.fact.off-course'))
    })

    test('a wrong move is refuted and explained, and tried again with one key', async ({ page }) => {
      await page.goto(pathOf('wotn-start', 'safe'))
      const board = new Board(page)
      await board.keys('c3', 'd5')
      // The pawn captures the baron on the board.
      await expect(verdict(page)).toContainText(text('wotn-start', 'safe.guarded'))
      await expect(board.square('d5')).toHaveAttribute('aria-label', /Squire|Knappe/)
      await expect(page.locator('[aria-live]')).toContainText(text('wotn-start', 'safe.guarded'))
      await expect(page.getByRole('button', { name: t('learn.retry') })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('r')
      await expect(board.square('c3')).toHaveAttribute('aria-label', /Knight|Ritter/)
      await expect(page.locator('[aria-live]')).toHaveText(text('wotn-start', 'safe.task'))
      // Hints in two steps.
      await page.keyboard.press('h')
      await expect(verdict(page)).toContainText('c3')
      await expect(verdict(page)).not.toContainText('a4')
      await page.keyboard.press('h')
      await expect(verdict(page)).toContainText('a4')
      await board.keys('c3', 'a4')
      await expect(verdict(page)).toContainText(text('wotn-start', 'safe.done'))
      // The mistake and the hint cost a star; a new try without them has three.
      await expect(verdict(page)).toContainText(t('learn.stars.label', { stars: 2 }))
      await expect(verdict(page)).toContainText(t('learn.stars.2'))
      await page.keyboard.press('r')
      await board.keys('c3', 'a4')
      await expect(verdict(page)).toContainText(t('learn.stars.3'))
    })

    test('a game goes on after a reload, and moves are taken back', audit, async ({ page }) => {
      const number = stageOf('wotn-start').exercises.length
      await page.goto(`/learn/wotn-start/${number}`)
      const board = new Board(page)
      await board.click('e2', 'e4')
      await expect(page.getByRole('button', { name: t('learn.takeback') })).toBeEnabled()
      await page.reload()
      await expect(board.square('e4')).toHaveAttribute('aria-label', /Pawn|Bauer/)
      await page.getByRole('button', { name: t('learn.takeback') }).click()
      await expect(board.square('e2')).toHaveAttribute('aria-label', /Pawn|Bauer/)
      await expect(page.getByRole('button', { name: t('learn.takeback') })).toHaveCount(0)
    })

    test('two tabs with one game: the older one says so and overwrites nothing', audit, async ({ page, context }) => {
      const address = `/learn/wotn-start/${stageOf('wotn-start').exercises.length}`
      const other = await context.newPage()
      const [board, second] = [new Board(page), new Board(other)]
      await Promise.all([page.goto(address), other.goto(address)])
      await expect(second.square('d2')).toBeVisible()
      await board.click('e2', 'e4')
      await expect(page.getByRole('button', { name: t('learn.takeback') })).toBeEnabled()
      await expect(verdict(other).getByRole('alert')).toHaveText(t('game.newer'))
      await second.click('d2', 'd4')
      await other.keyboard.press('r')
      await expect(second.square('d4')).not.toHaveAttribute('aria-label', /Pawn|Bauer/)
      await expect(verdict(page)).not.toContainText(t('game.newer'))
      await other.getByRole('button', { name: t('game.newer.load') }).click()
      await expect(second.square('e4')).toHaveAttribute('aria-label', /Pawn|Bauer/)
      await second.click('d2', 'd3')
      await expect(verdict(page).getByRole('alert')).toHaveText(t('game.newer'))
      await page.reload()
      for (const square of ['d3', 'e4']) await expect(board.square(square)).toHaveAttribute('aria-label', /Pawn|Bauer/)
    })

    test(
      'a hint in a game says that it is being found, and is dropped when the learner starts again',
      audit,
      async ({ page }) => {
        const number = stageOf('wotn-start').exercises.length
        await page.goto(`/learn/wotn-start/${number}`)
        await new Board(page).click('e2', 'e4')
        await expect(page.getByRole('button', { name: t('learn.takeback') })).toBeEnabled()
        await verdict(page).evaluate((element) => {
          const texts: string[] = []
          Object.assign(window, { texts })
          new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
            childList: true,
            characterData: true,
            subtree: true,
          })
        })
        const texts = () => page.evaluate(() => (window as unknown as { texts: string[] }).texts.join())
        await page.keyboard.press('h')
        await expect(page.getByRole('button', { name: t('learn.hint.more') })).toBeEnabled({ timeout: 30_000 })
        expect(await texts()).toContain(t('game.hint.finding'))
        await page.keyboard.press('r')
        await expect(page.getByRole('button', { name: t('learn.hint'), exact: true })).toBeEnabled()
        await page.keyboard.press('h')
        await page.keyboard.press('r')
        await expect(page.getByRole('button', { name: t('learn.hint'), exact: true })).toBeEnabled()
        await expect(verdict(page)).toContainText(t('learn.how.wotn'))
        expect(await texts()).not.toContain(t('learn.hint.none'))
      },
    )

    test('an illegal move is explained with a link to the rule', audit, async ({ page }) => {
      await page.goto(pathOf('wotn-start', 'knight'))
      const board = new Board(page)
      const leap = new RegExp(t('atom.N'), 'i')
      await board.click('g1', 'g3')
      await expect(verdict(page)).toContainText(leap)
      await expect(page.locator('[aria-live]')).toContainText(leap)
      await expect(verdict(page).getByRole('link')).toHaveAttribute('href', 'rules/wotn#p3.4')
      await expectStillAccessible(page)
      await board.click('g1', 'f3')
      await expect(verdict(page)).not.toContainText(leap)
    })

    test('leads are those of the learner, also after the move', audit, async ({ page }) => {
      await page.goto(pathOf('lancelot-start', 'close'))
      const board = new Board(page)
      await board.press('g7')
      await expect(verdict(page)).toContainText(text('lancelot-start', 'close.done'))
      for (const square of ['h7', 'g4']) await expect(board.square(square)).toHaveClass(/closed/)
      await expect(board.square('h5')).not.toHaveClass(/closed/)
      await expect(board.square('h7')).toHaveAttribute('aria-label', /\+2/)
    })

    test('in a game of the lessons the last move of the computer is explained', audit, async ({ page }) => {
      const number = stageOf('lancelot-start').exercises.length
      await page.goto(`/learn/lancelot-start/${number}`)
      await new Board(page).press('g7')
      await expect(page.getByRole('button', { name: t('learn.takeback') })).toBeEnabled()
      await expect(verdict(page)).toContainText(new RegExp(`${t('seat.1')}: [d-k]\\d+`))
      const before = await verdict(page).textContent()
      await page.reload()
      await expect(verdict(page)).toHaveText(before ?? '')
    })

    test(
      'with an account, two devices share the progress, and people who share a browser do not',
      audit,
      async ({ browser }) => {
        const [phone, desk] = [await newPerson(browser, look), await newPerson(browser, look)]
        const name = `Learner ${look.language} ${test.info().retry}`
        const numberOf = (id: string) => stageOf('wotn-start').exercises.findIndex((exercise) => exercise.id === id) + 1
        const exercise = (page: Page, id: string, stars: number) =>
          page.getByRole('link', {
            name: `${t('learn.exercise', { n: numberOf(id) })}${stars > 0 ? `, ${t('learn.exercise.done', { stars })}` : ''}`,
            exact: true,
          })

        // What was solved without an account belongs to the account that is created then.
        await phone.page.goto(pathOf('wotn-start', 'capture'))
        await new Board(phone.page).click('e4', 'd5', 'S')
        await expect(verdict(phone.page)).toContainText(text('wotn-start', 'capture.done'))
        await phone.page.goto('/learn')
        await expect(phone.page.getByText(t('learn.saved.browser'))).toBeVisible()
        await phone.page.goto('/account')
        const join = phone.page.getByRole('region', { name: t('account.create'), exact: true })
        await join.getByLabel(t('account.name')).fill(name)
        await join.getByLabel(t('account.password.new')).fill('long enough')
        await join.getByRole('button', { name: t('account.create'), exact: true }).click()
        await expect(phone.page.getByRole('heading', { level: 1, name })).toBeVisible()
        await phone.page.goto('/learn')
        await expect(phone.page.getByText(t('learn.saved.account'))).toBeVisible()

        // Somebody else has solved an exercise at the desk. The account does not take it unasked.
        await desk.page.goto(pathOf('wotn-start', 'safe'))
        await new Board(desk.page).click('c3', 'a4')
        await expect(verdict(desk.page)).toContainText(text('wotn-start', 'safe.done'))
        await desk.page.goto('/account')
        const enter = desk.page.getByRole('region', { name: t('account.sign-in'), exact: true })
        await enter.getByLabel(t('account.name')).fill(name)
        await enter.getByLabel(t('account.password')).fill('long enough')
        await enter.getByRole('button', { name: t('account.sign-in'), exact: true }).click()
        await expect(desk.page.getByRole('heading', { level: 1, name })).toBeVisible()
        await desk.page.goto('/learn')
        await expect(exercise(desk.page, 'capture', 3)).toBeVisible()
        await expect(exercise(desk.page, 'safe', 0)).toBeVisible()
        await expect(desk.page.getByRole('button', { name: t('learn.unowned.take') })).toBeVisible()
        await expectStillAccessible(desk.page)

        // What was solved offline is sent later.
        await desk.page
          .locator('.panel')
          .getByRole('link', { name: t('learn.resume') })
          .click()
        await desk.page.goto(pathOf('wotn-start', 'safe'))
        await expect(new Board(desk.page).square('c3')).toHaveAttribute('aria-label', /Knight|Ritter/)
        await desk.context.setOffline(true)
        await new Board(desk.page).click('c3', 'a4')
        await expect(verdict(desk.page)).toContainText(text('wotn-start', 'safe.done'))
        const sent = desk.page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
        await desk.context.setOffline(false)
        await sent
        await phone.page.reload()
        await expect(exercise(phone.page, 'safe', 3)).toBeVisible()

        // After signing out, the desk shows what was solved there without an account.
        await desk.page.goto('/account')
        await desk.page
          .getByRole('button', { name: t('account.sign-out'), exact: true })
          .first()
          .click()
        await desk.page.goto('/learn')
        await expect(exercise(desk.page, 'safe', 3)).toBeVisible()
        await expect(exercise(desk.page, 'capture', 0)).toBeVisible()
      },
    )

    test('axe finds no violations in an exercise of Lancelot and where there is none', audit, async ({ page }) => {
      for (const path of ['/learn/lancelot-start/3', '/learn/nothing/1']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expectStillAccessible(page)
      }
    })

    test('the accessibility tree has the task, the board and the actions', audit, async ({ page }) => {
      await page.goto(pathOf('wotn-start', 'capture'))
      await expect(new Board(page).square('e4')).toHaveAttribute('aria-label', /Pawn|Bauer/)
      const tree = await page.getByRole('main').ariaSnapshot()
      for (const part of [
        `paragraph: ${text('wotn-start', 'capture.task')}`,
        `grid "${t('board.wotn')}"`,
        `button "${t('learn.hint')}"`,
        `link "${t('learn.skip')}"`,
      ]) {
        expect(tree.replaceAll('"', '')).toContain(part.replaceAll('"', ''))
      }
    })
  })
}
