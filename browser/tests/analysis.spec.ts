import { readFileSync } from 'node:fs'
import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { matchOf, newMembers } from './members.ts'
import { TestServer } from './server.ts'
import { moveButton, openMenu, setName, turnOf, useBetza } from './tables.ts'
import { audit, expect, type Page, picture, test } from './test.ts'

/** Betza's sample game, with variations. */
const annotated = readFileSync(new URL('../../wotn/testdata/games/betza.pgn', import.meta.url), 'utf8')
/** The engine may need long for its first result on a busy machine. */
const slow = { timeout: 60_000 }
const mateInOne = '6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    const list = (page: Page) => page.getByRole('region', { name: t('game.moves'), exact: true })
    const lines = (page: Page) => page.getByRole('list', { name: t('analysis.best') }).getByRole('listitem')
    const engine = (page: Page) => page.getByRole('switch', { name: t('analysis.engine') })
    const gauge = (page: Page) => page.getByRole('meter', { name: t('analysis.gauge') })
    const openText = async (page: Page, text: string) => {
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      await page.locator('dialog textarea').fill(text)
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
    }

    test(
      'the engine waits for a tap where few processors or little memory are reported, and otherwise starts when the page is idle',
      audit,
      async ({ browser }) => {
        const devices = [[8, 4], [8, 8], ...(process.env.TAFELRUNDE_ALL_LOOKS ? [[4, 8] as const] : [])] as const
        for (const [processors, memory] of devices) {
          const few = processors <= 4 || memory <= 4
          const context = await browser.newContext()
          await context.addInitScript(
            ([n, gigabytes]) => {
              Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => n })
              Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => gigabytes })
            },
            [processors, memory] as const,
          )
          const page = await context.newPage()
          await page.goto('/analysis/wotn')
          await expect(page.locator('.piece').first()).toBeVisible(slow)
          await expect(engine(page)).toBeChecked({ checked: !few })
          if (few) {
            await expect(page.locator('.figures')).toHaveText(t('analysis.off'))
            await engine(page).check({ force: true })
          }
          await expect(page.locator('.figures')).toContainText(/\d/, slow)
        }
      },
    )

    test('the engine shows lines, which can be previewed and played, and stops when the page is left', async ({
      page,
    }) => {
      await useBetza(page)
      await page.goto('/')
      const network = page.waitForResponse(/assets\/default-[^/]*\.net$/)
      await page
        .locator('header nav')
        .getByRole('link', { name: t('app.analysis') })
        .click()
      expect((await network).ok()).toBe(true)
      await expect(lines(page)).toHaveCount(3, slow)
      await expect(lines(page).first().getByRole('button').first()).toBeVisible()
      await expect(page.locator('.figures')).toContainText(/\d/, slow)
      await expect(page.locator('.squares .shape, .squares svg line, .squares svg path').first()).toBeAttached()
      expect(page.workers().length).toBeLessThanOrEqual(2)

      await lines(page).first().getByRole('button').first().hover()
      await expect(page.locator('.preview')).toBeVisible()
      await page.mouse.move(5, 5)
      await expect(page.locator('.preview')).toHaveCount(0)

      // What the opponent would play; then the position itself again.
      await page.keyboard.press('x')
      await expect(page.locator('.figures')).toHaveText(t('analysis.threat.shown'))
      await expect(lines(page).first()).toContainText('1…', slow)
      await page.keyboard.press('x')
      await expect(lines(page).first()).toContainText('1.', slow)
      await expect(page.locator('.figures')).not.toHaveText(t('analysis.threat.shown'))

      // A line is played up to the chosen move.
      await engine(page).uncheck({ force: true })
      await expect(lines(page)).toHaveCount(0)
      await engine(page).check({ force: true })
      const second = lines(page).first().getByRole('button').nth(1)
      await second.click()
      await expect(list(page).locator('.move')).toHaveCount(2)
      // The next lines appear beneath the pointer, which does not ask for a preview.
      await expect(lines(page).first()).toContainText('2.', slow)
      await expect(page.locator('.preview')).toHaveCount(0)
      // Going on from an earlier position makes a variation.
      await page.keyboard.press('Home')
      await page.mouse.move(5, 5)
      await new Board(page).click('a2', 'a3')
      await expect(list(page).locator('.variation .move')).toHaveCount(1)
      await expect(page).toHaveURL(/#analysis=/)
      await page.reload()
      await expect(list(page).locator('.variation .move')).toHaveCount(1)
      await expect(list(page).locator('.variation .move')).toHaveAttribute('aria-current', 'true')

      // The variation becomes the main line, and is deleted.
      await list(page).locator('.variation .move').first().click()
      await openMenu(page, t)
      await page.getByRole('button', { name: t('analysis.promote') }).click()
      await expect(list(page).locator('.pair .move').first()).toHaveText('a3')
      await openMenu(page, t)
      await page.getByRole('button', { name: t('analysis.remove') }).click()
      await expect(list(page).locator('.variation')).toHaveCount(0)
      await expect(list(page).locator('.move')).toHaveCount(2)

      // Another number of lines.
      await page.getByLabel(t('analysis.lines')).selectOption('5')
      await expect(lines(page)).toHaveCount(5)
      await expect(lines(page).nth(4).getByRole('button').first()).toBeVisible()

      await page
        .locator('header nav')
        .getByRole('link', { name: t('app.rules') })
        .click()
      await expect.poll(() => page.workers().length, { timeout: 15_000 }).toBe(0)
    })

    test('positions, games and moves can be opened from text, and refused texts stay', async ({ page }) => {
      await useBetza(page)
      await page.goto('/analysis/wotn')
      await openText(page, 'e2e4 e7e5 g1f3')
      await expect(moveButton(list(page), 'Nf3')).toHaveAttribute('aria-current', 'true')
      await openText(page, annotated)
      await expect(page.locator('dialog [role=alert] :is(div, p)').first()).toBeVisible(slow)
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
      await expect(moveButton(list(page), 'Rff7')).toBeVisible(slow)
      await expect(list(page).getByText('Necessary to avoid checks.')).toBeVisible()
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      await page.locator('dialog textarea').fill('1.d4 d5 2.Bf4 Nf6 3.Qd5 e6')
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
      await expect(page.locator('dialog').getByRole('alert')).toContainText('Qd5')
      await expect(page.locator('dialog textarea')).toHaveValue(/Qd5/)
      await expect(page.locator('dialog').getByRole('alert')).toContainText(
        t('paste.beginning', { length: t('analysis.open.moves.other', { n: 2 }) }),
      )
      await expect(page.locator('dialog').getByRole('alert')).toContainText(t('problem.rest-left-out', { n: 1 }))
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height })
        await picture(page, `beginning-${width}`)
      }
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(moveButton(list(page), 'Nf6')).toBeVisible()
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      await page.locator('dialog textarea').fill('8/8/8/8/8/8/8/8 w - - 0 1')
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
      await expect(page.locator('dialog').getByRole('alert').getByRole('listitem').first()).toBeVisible()
    })

    test('an address opens a position, and the evaluation can be spoken', audit, async ({ page }) => {
      await page.goto(`/analysis/wotn#variant=chess&fen=${mateInOne}`)
      await expect(page.locator('.head .score')).toHaveText('#1', slow)
      await expect(gauge(page)).toHaveAttribute('aria-valuenow', '100')
      await page.keyboard.press('e')
      await expect(page.locator('.spoken[aria-live]')).toContainText(
        t('analysis.spoken.mate', { side: t('color.w'), n: 1 }),
      )
      await page.keyboard.press('l')
      await expect(engine(page)).not.toBeChecked()
      await page.keyboard.press('l')
      await expect(page.locator('.head .score')).toHaveText('#1', slow)
      await page.keyboard.press(' ')
      await expect(page.locator('.figures')).toContainText(t('result.checkmate'))
      // The address has changed, but not the board: the move can be taken back.
      await expect(page).toHaveURL(/#analysis=/)
      await page.keyboard.press('u')
      await expect(list(page).locator('.move')).toHaveCount(0)
      await expect(page.locator('.head .score')).toHaveText('#1', slow)
      await page.keyboard.press(' ')
      await expect(page.locator('.figures')).toContainText(t('result.checkmate'))

      await page.getByRole('button', { name: t('analysis.share.title') }).click()
      const link = await page.getByLabel(t('analysis.share.link'), { exact: true }).inputValue()
      await expect(page.getByLabel(t('game.record'), { exact: true })).toHaveValue(/Ra8#/)
      await page.goto('/')
      await page.goto(link)
      await expect(page.locator('.figures')).toContainText(t('result.checkmate'))

      await page.goto('/')
      await page.goto('/analysis/wotn#variant=wotn&moves=e2e4,e2e5')
      await expect(page.getByRole('alert')).toContainText('e2e5')
      await page.goto('/')
      await page.goto('/analysis/wotn#analysis=nothing')
      await expect(page.getByRole('alert')).toHaveText(t('analysis.missing'))
    })

    test('a game is reviewed, and its mistakes become exercises', async ({ page }) => {
      test.setTimeout(300_000)
      await useBetza(page)
      await page.goto('/analysis/wotn#variant=chess')
      await openText(
        page,
        '[Variant "Chess"]\n[White "Ann"]\n[Black "Ben"]\n\n1.f3 {[%clk 0:04:58]} e5 {[%clk 0:04:50]} 2.g4 {[%clk 0:04:30]} Qh4# {[%clk 0:04:49]} 0-1',
      )
      const review = page.getByRole('region', { name: t('review.title') })
      await review.getByRole('button', { name: t('review.start-button') }).click()
      await expect(page.locator('.figures')).toHaveText(t('review.engine'))
      await expect(review.getByRole('slider')).toBeVisible({ timeout: 120_000 })
      const blunder = review.getByRole('listitem').filter({ hasText: '2. g4' })
      await expect(blunder).toContainText(t('review.kind.blunder'))
      await expect(blunder).toContainText(t('review.allows.mate', { n: 1 }))
      await expect(list(page).locator('.move').filter({ hasText: 'g4' })).toContainText('??')
      // Accuracy and number of inaccuracies, mistakes and blunders.
      const rows = review.getByRole('row')
      await expect(rows.nth(1)).toContainText('Ann')
      await expect(rows.nth(2)).toContainText(/Ben\s*\d+%\s*0\s*0\s*0/)
      // It is kept.
      await page.reload()
      await expect(blunder).toContainText(t('review.allows.mate', { n: 1 }))
      // The summary is at the board, and leads to the rest.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.keyboard.press('Home')
      await page.evaluate(() => scrollTo(0, 0))
      const summary = page.getByRole('region', { name: t('review.summary') })
      await expect(summary.getByRole('row').nth(2)).toContainText(/Ben\s*\d+%\s*0\s*0\s*0/)
      await expect(summary).toContainText(new RegExp(`${t('review.turning')}: \\d\\. (f3|g4)`))
      await expect(summary).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: 1280, height: 800 })
      await expect(summary).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: 390, height: 844 })
      await summary.getByRole('button', { name: t('review.whole') }).click()
      await expect(review.getByRole('table')).toBeInViewport({ ratio: 1 })
      await expect(summary).toHaveCount(0)
      await page.setViewportSize({ width: 1280, height: 860 })
      await page.evaluate(() => scrollTo(0, 0))

      const slider = review.getByRole('slider')
      await slider.focus()
      await page.keyboard.press('Home')
      await expect(slider).toHaveAttribute('aria-valuenow', '0')
      await page.keyboard.press('End')
      await expect(slider).toHaveAttribute('aria-valuenow', '4')
      await expect(slider).toHaveAttribute('aria-valuetext', /0%.*0:01[.,]0.* · .*4:49/)
      // The time used for each move is below the graph, and described under the pointer.
      await expect(review.getByRole('img', { name: t('review.times') }).locator('rect')).toHaveCount(4)
      await slider.hover({ position: { x: 1, y: 50 } })
      await expect(slider.locator('.tip')).toContainText(t('review.start'))

      // The card is that of a piece only while the piece is looked at.
      const board = new Board(page)
      const verdict = page.getByRole('region', { name: t('review.card') })
      await moveButton(list(page), 'g4').click()
      await expect(verdict).toContainText(t('review.allows.mate', { n: 1 }))
      await board.square('e1').hover()
      await expect(page.getByRole('region', { name: t('piece.card') })).toBeVisible()
      await page.mouse.move(5, 5)
      await expect(verdict).toBeVisible()

      await review.getByRole('button', { name: t('review.learn', { who: 'Ann' }) }).click()
      // 1.f3 and 2.g4 are faults.
      await expect(page.getByText(t('mistakes.number', { n: 1, all: 2 }))).toBeVisible()
      await page.getByRole('button', { name: t('mistakes.skip') }).click()
      const exercise = page.getByText(t('mistakes.number', { n: 2, all: 2 }))
      await expect(exercise).toBeVisible()
      await expect(lines(page)).toHaveCount(0)
      await page.keyboard.press('End')
      await expect(board.square('h4')).toHaveAttribute('aria-label', t('square.free', { square: 'h4' }))
      await board.click('g2', 'g4')
      await expect(page.getByText(t('mistakes.played'))).toBeVisible()
      await page.getByRole('button', { name: t('app.try-again') }).click()
      await page.getByRole('button', { name: t('mistakes.show') }).click()
      await page
        .locator('.status .learn')
        .getByRole('button', { name: t('mistakes.next') })
        .click()
      await expect(page.getByText(t('mistakes.done', { n: 0, all: 2 }))).toBeVisible()
      await page.getByRole('button', { name: t('mistakes.end') }).click()
      await expect(lines(page)).toHaveCount(3)
      await page
        .locator('header nav')
        .getByRole('link', { name: t('app.rules') })
        .click()
      await expect.poll(() => page.workers().length, { timeout: 15_000 }).toBe(0)
    })

    test('a game on one screen opens with one click', audit, async ({ page }) => {
      await useBetza(page)
      await page.goto('/wotn/new')
      await page.getByRole('button', { name: t('new.start') }).click()
      const board = new Board(page)
      await board.click('e2', 'e4')
      await openMenu(page, t)
      await page.getByRole('link', { name: t('game.analyse') }).click()
      await expect(page).toHaveURL(/analysis\/wotn#game=/)
      await expect(page.getByRole('switch', { name: t('analysis.engine') })).toBeVisible()
      await expect(moveButton(list(page), 'e4')).toBeVisible()
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      await expect(moveButton(list(page), 'e4')).toHaveAttribute('aria-current', 'true')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\S+ – Lynette/)
      await page.getByRole('button', { name: t('analysis.share.title') }).click()
      const record = page.getByLabel(t('game.record'), { exact: true })
      await expect(record).toHaveValue(/\[Black "Lynette/)
      const text = await record.inputValue()
      expect(text).toContain(`[White "${t('color.w')}"]`)
      expect(text).toMatch(/\[Date "\d{4}\.\d\d\.\d\d"\]/)
    })

    test('a reload shows the same move, also of an analysis that is saved', audit, async ({ page }) => {
      await useBetza(page)
      await page.goto('/')
      await page.goto('/analysis/wotn#variant=wotn&moves=e2e4,e7e5,g1f3')
      await expect(moveButton(list(page), 'Nf3')).toHaveAttribute('aria-current', 'true')
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      await expect(moveButton(list(page), 'e4')).toHaveAttribute('aria-current', 'true')
      await page.reload()
      await expect(moveButton(list(page), 'e4')).toHaveAttribute('aria-current', 'true')

      await new Board(page).click('d7', 'd5')
      await expect(page).toHaveURL(/#analysis=/)
      await moveButton(list(page), 'e5').click()
      await page.reload()
      await expect(moveButton(list(page), 'e5')).toHaveAttribute('aria-current', 'true')
      await expect(list(page).locator('.variation .move')).toHaveCount(1)
      // A link shows the move that it names.
      await page.goto('/')
      await page.goto('/analysis/wotn#variant=wotn&moves=e2e4,e7e5,g1f3')
      await expect(moveButton(list(page), 'Nf3')).toHaveAttribute('aria-current', 'true')
    })

    test('a game on the server opens when it is finished, and not before', audit, async ({ browser }) => {
      const [ann, ben] = await newMembers(server, browser, look, ['Ann', 'Ben'])
      const { match, send } = await matchOf([ann, ben], { game: 'wotn', variant: 'wotn' })
      for (const [ply, move] of ['f2f3', 'e7e5', 'g2g4'].entries()) await send(ply % 2, { type: 'move', move })
      const { page } = ben
      setName(page, 'Ben')
      await page.goto(`/analysis/wotn#match=${match}&number=1`)
      await expect(page.getByRole('alert')).toHaveText(t('analysis.running'))
      expect(page.workers()).toHaveLength(0)
      await page.goto(`/match/${match}`)
      await expect(turnOf(page, t, 'Ben')).toBeVisible()
      await expect(page.getByRole('link', { name: t('game.review') })).toHaveCount(0)
      await send(1, { type: 'move', move: 'd8h4' })
      await page.getByRole('link', { name: t('game.review') }).click()
      await expect(list(page).locator('.move')).toHaveCount(4)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann – Ben')
      await expect(page.locator('.figures')).toContainText(t('result.checkmate'))
      await page.keyboard.press('ArrowLeft')
      await expect(page.locator('.head .score')).toHaveText('#−1', slow)
      for (const { context } of [ann, ben]) await context.close()
    })

    test('a game is pasted, drawn on with the pen and copied; changes are undone and redone', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/analysis/wotn')
      await engine(page).uncheck({ force: true })
      const board = new Board(page)
      await expect(board.square('e2')).toHaveAccessibleName(/./)
      await page.evaluate(() => navigator.clipboard.writeText('{Hello} 1.e4 e5 2.Nf3 *'))
      await page.keyboard.press('ControlOrMeta+v')
      await expect(list(page).locator('.move')).toHaveCount(3)

      // On the start position, whose marks are kept with its comment.
      await page.keyboard.press('Home')
      await expect(page.getByLabel(t('notes.comment.start'))).toHaveValue('Hello')
      await page.keyboard.press('d')
      const pen = page.getByRole('region', { name: t('pen.title') })
      await pen.getByRole('button', { name: t('pen.red') }).click()
      await board.click('e2', 'd3')
      await pen.getByRole('button', { name: t('pen.done') }).click()
      const marks = page.getByLabel(t('notes.marks'))
      await expect(marks).toHaveValue('Re2 Rd3')
      await expect(list(page).locator('.move')).toHaveCount(3)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(marks).toHaveValue('Re2')
      await page.keyboard.press('ControlOrMeta+Shift+z')
      await expect(marks).toHaveValue('Re2 Rd3')
      await page.keyboard.press('ControlOrMeta+z')
      await expect(marks).toHaveValue('Re2')
      await page.keyboard.press('ControlOrMeta+y')
      await expect(marks).toHaveValue('Re2 Rd3')

      await page.keyboard.press('ControlOrMeta+c')
      await expect(page.locator('.figures')).toHaveText(t('analysis.copied'))
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain('{Hello} {[%csl Re2,Rd3]} 1.e4 e5 2.Nf3 *')
    })

    test('marks on a start position without a move are kept, also in the text', audit, async ({ page }) => {
      for (const [game, square] of [
        ['wotn', 'd4'],
        ['lancelot', 'g8'],
      ] as const) {
        await page.goto(`/analysis/${game}`)
        await expect(page.locator('html[data-prerendered]')).toHaveCount(0)
        await page.keyboard.press('d')
        const pen = page.getByRole('region', { name: t('pen.title') })
        await new Board(page).press(square)
        await pen.getByRole('button', { name: t('pen.done') }).click()
        const marks = page.getByLabel(t('notes.marks'))
        await expect(marks).toHaveValue(`G${square}`)
        await page.reload()
        await expect(marks).toHaveValue(`G${square}`)
        await page.getByRole('button', { name: t('analysis.share.title') }).click()
        const text = page.locator('#share-pgn')
        await expect(text).toHaveValue(new RegExp(`\\{\\[%csl G${square}\\]\\}`))
        const copied = await text.inputValue()
        await page.keyboard.press('Escape')
        await page.goto(`/analysis/${game}#${game === 'wotn' ? 'variant=wotn' : 'new'}`)
        await expect(marks).toHaveValue('')
        await openText(page, copied)
        await expect(marks).toHaveValue(`G${square}`)
      }
    })

    for (const game of ['wotn', 'lancelot'] as const) {
      test(`the links of the menu lead away from a saved analysis of ${game}, and back`, audit, async ({ page }) => {
        const text =
          game === 'wotn'
            ? '1. e4 e5 2. Nf3'
            : '[Position "8/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 7"]\n\n1. Xg6 2. d4'
        const link = async (name: string) => {
          await openMenu(page, t)
          await page.getByRole('link', { name, exact: true }).click()
        }
        await page.goto(`/analysis/${game}`)
        await openText(page, text)
        await expect(page).toHaveURL(/#analysis=/)
        const address = page.url()

        await link(t('setup.title'))
        await expect(page).toHaveURL(/setup=/)
        await expect(page.getByRole('heading', { name: t('setup.title') })).toBeVisible()
        await page.goBack()
        await expect(page).toHaveURL(address)
        await expect(page.locator('.move[aria-current]')).toBeVisible()

        await link(t('analysis.fresh'))
        await expect(page).toHaveURL(game === 'wotn' ? /#variant=wotn$/ : /#new$/)
        await expect(page.locator('.moves .move')).toHaveCount(0)
        await page.goBack()
        await expect(page).toHaveURL(address)
        await expect(page.locator('.move[aria-current]')).toBeVisible()

        await link(t('analysis.switch', { game: t(game === 'wotn' ? 'game.lancelot' : 'game.wotn') }))
        await expect(page).toHaveURL(game === 'wotn' ? /analysis\/lancelot$/ : /analysis\/wotn$/)
        await expect(page.locator('.moves .move')).toHaveCount(0)
      })
    }

    test(
      'a comment and marks that are being typed survive a reload, and are taken back in one step',
      audit,
      async ({ page }) => {
        await page.goto('/analysis/wotn')
        await openText(page, 'e2e4 e7e5')
        const comment = page.getByRole('textbox', { name: t('notes.comment'), exact: true })
        const marks = page.getByRole('textbox', { name: t('notes.marks'), exact: true })
        await comment.pressSequentially('open ')
        await page.waitForTimeout(700)
        await comment.pressSequentially('game')
        await expect(comment).toHaveValue('open game')
        await page.reload()
        await expect(comment).toHaveValue('open game')
        await marks.pressSequentially('Rd5')
        await page.reload()
        await expect(marks).toHaveValue('Rd5')
        await expect(comment).toHaveValue('open game')
        await comment.pressSequentially(' a')
        await page.waitForTimeout(700)
        await comment.pressSequentially('b')
        await page.waitForTimeout(700)
        await openMenu(page, t)
        await page.getByRole('button', { name: t('analysis.undo') }).click()
        await expect(comment).toHaveValue('open game')
      },
    )

    test('a variation unfolds, and the wheel over the board steps through the moves', audit, async ({ page }) => {
      await page.goto('/analysis/wotn#moves=e2e4,e7e5,g1f3,b8c6')
      const unfold = lines(page)
        .first()
        .getByRole('button', { name: t('analysis.whole') })
      await expect(unfold).toHaveAttribute('aria-expanded', 'false', slow)
      await unfold.click()
      await expect(unfold).toHaveAttribute('aria-expanded', 'true')
      const current = list(page).locator('[aria-current]')
      const shown = await current.textContent()
      await page.locator('.squares').first().hover()
      await page.mouse.wheel(0, -100)
      await expect(current).not.toHaveText(shown ?? '')
      await page.mouse.wheel(0, 100)
      await expect(current).toHaveText(shown ?? '')
    })

    test('a phone in landscape has lines, moves and actions beside the board', audit, async ({ page }) => {
      await page.setViewportSize({ width: 844, height: 390 })
      await page.goto('/analysis/wotn#moves=e2e4,e7e5,g1f3,b8c6')
      await expect(lines(page).first().getByRole('button').first()).toBeVisible(slow)
      const parts = [
        page.getByRole('grid'),
        list(page),
        lines(page).first(),
        page.getByRole('group', { name: t('game.actions') }),
      ]
      for (const part of parts) {
        const box = await part.boundingBox()
        expect(box?.y).toBeGreaterThanOrEqual(0)
        expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(390)
      }
    })

    test('only one window searches', audit, async ({ page, context }) => {
      const figures = (of: Page) => of.locator('.figures')
      await page.goto('/analysis/wotn')
      await expect(figures(page)).toContainText(/\d/, slow)
      const other = await context.newPage()
      await other.goto('/analysis/wotn')
      await expect(figures(page)).toHaveText(t('analysis.elsewhere'), slow)
      await expect(figures(other)).toContainText(/\d/, slow)
      await page.getByRole('button', { name: t('analysis.here') }).click()
      await expect(figures(other)).toHaveText(t('analysis.elsewhere'), slow)
      // The engine is free when the window is closed.
      await page.close()
      await expect(figures(other)).toContainText(/\d/, slow)
    })

    test('a hidden page stops the search', audit, async ({ page }) => {
      await page.goto('/analysis/wotn')
      await expect(page.locator('.figures')).toContainText(/\d/, slow)
      const setHidden = (hidden: boolean) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { configurable: true, value })
          document.dispatchEvent(new Event('visibilitychange'))
        }, hidden)
      await setHidden(true)
      const figures = () => page.locator('.figures').textContent()
      let before = ''
      await expect
        .poll(
          async () => {
            const last = before
            before = (await figures()) ?? ''
            return last === before
          },
          { intervals: [1500] },
        )
        .toBe(true)
      await setHidden(false)
      await expect.poll(figures).not.toBe(before)
    })
  })
}
