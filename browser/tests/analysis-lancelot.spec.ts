import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { TestServer } from './server.ts'
import { openMenu } from './tables.ts'
import { audit, expect, type Page, picture, test } from './test.ts'

/** The engine may need long for its first result on a busy machine. */
const slow = { timeout: 60_000 }
/** Red wins with a stone on h6, which captures two stones. */
const winning = '4a3/8/4a3/8/8/a1ab4/8/4b3_a_0,0_26,28_-_basic_2'
/** Blue has lost. Unless a blue stone hinders Green in row 3, which leaves the win to Red, Green wins at once. */
const kingmaking = 'aabca5/10/5aacba/10/10/10/10/10/10/ccabcac3_b_1,0,0_22,27,23_-_basic_3'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const lines = (page: Page) => page.getByRole('list', { name: t('analysis.best') }).getByRole('listitem')
    const turns = (page: Page) => page.getByRole('region', { name: t('lancelot.log'), exact: true }).locator('.move')

    test('a position of Lancelot is analysed, lines are played and variations kept', async ({ page }) => {
      await page.goto(`/analysis/lancelot#position=${winning}`)
      await expect(lines(page).first().getByRole('button', { name: 'h6' })).toBeVisible(slow)
      await expect(page.locator('.head .score')).toHaveText(/^100/)
      await expect(page.getByRole('meter', { name: t('analysis.gauge') })).toHaveAttribute('aria-valuenow', '100')
      await expect(page.locator('.status .note')).toContainText('h6')
      expect(page.workers().length).toBeLessThanOrEqual(2)

      // What the opponent would play; then the position itself again.
      await page.keyboard.press('x')
      const threat = t('analysis.threat.seat', { who: t('seat.1') })
      await expect(page.locator('.figures')).toHaveText(threat)
      await expect(lines(page).first().getByRole('button').first()).toBeVisible(slow)
      await expect(page.locator('.head .score')).not.toHaveText(/^100/)
      await picture(page, 'threat')
      await page.keyboard.press('x')
      await expect(lines(page).first().getByRole('button', { name: 'h6' })).toBeVisible(slow)

      const board = new Board(page)
      await board.press('k11')
      await expect(turns(page)).toHaveCount(1)
      await page.keyboard.press('Home')
      await lines(page).first().getByRole('button', { name: 'h6' }).click()
      await expect(page.locator('.figures')).toContainText(t('result.won', { who: t('seat.0') }))
      await expect(page.locator('.head .score')).toHaveText('1–0')
      await expect(turns(page)).toHaveCount(2)
      await openMenu(page, t)
      await page.getByRole('button', { name: t('analysis.promote') }).click()
      await expect(turns(page).first()).toHaveText(/h6/)
      await expect(page).toHaveURL(/#analysis=/)
      await page.reload()
      await expect(turns(page)).toHaveCount(2)

      // A link opens the same position.
      await page.getByRole('button', { name: t('analysis.share.title') }).click()
      const link = await page.getByLabel(t('analysis.share.link'), { exact: true }).inputValue()
      await page.goto('/')
      await page.goto(link)
      await expect(page.locator('.figures')).toContainText(t('result.won', { who: t('seat.0') }))
      await page.goto('/')
      await page.goto('/analysis/lancelot#turns=g8;g8')
      await expect(page.getByRole('alert')).toContainText('g8')
    })

    test('a game on one screen is reviewed, and its mistake becomes an exercise', audit, async ({ page }) => {
      test.setTimeout(180_000)
      await page.goto('/lancelot/paste')
      await page.locator('dialog textarea').fill(winning.replaceAll('_', ' '))
      await page
        .locator('dialog')
        .getByRole('button', { name: t('paste.open') })
        .click()
      await new Board(page).press('k11')
      await openMenu(page, t)
      await page.getByRole('link', { name: t('game.analyse') }).click()
      await expect(turns(page)).toHaveCount(1)
      const review = page.getByRole('region', { name: t('review.title') })
      await review.getByRole('button', { name: t('review.start-button') }).click()
      await expect(review.getByRole('listitem')).toContainText('h6', { timeout: 90_000 })
      await expect(turns(page).first()).toContainText('?')
      await expect(review.getByRole('slider')).toHaveAttribute('aria-valuetext', new RegExp(t('seat.0')))

      await review.getByRole('button', { name: t('review.learn', { who: t('seat.0') }) }).click()
      await expect(page.getByText(t('mistakes.number', { n: 1, all: 1 }))).toBeVisible()
      await new Board(page).press('h6')
      await expect(page.getByText(t('mistakes.solved'))).toBeVisible(slow)
      await page.getByRole('button', { name: t('mistakes.end') }).click()
      await expect(lines(page).first()).toBeVisible()
    })

    test('a reload shows the same turn', audit, async ({ page }) => {
      await page.goto('/analysis/lancelot#turns=g7;f7;e7')
      await expect(turns(page).nth(2)).toHaveAttribute('aria-current', 'true')
      await page.keyboard.press('ArrowLeft')
      await expect(turns(page).nth(1)).toHaveAttribute('aria-current', 'true')
      await page.reload()
      await expect(turns(page).nth(1)).toHaveAttribute('aria-current', 'true')
    })

    test('a game on the server has its players and its date', audit, async ({ browser }) => {
      const [ann, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
      await ann.page.request.post('/api/session', { data: { name: 'Ann' } })
      await ben.page.request.post('/api/session', { data: { name: 'Ben' } })
      const clock = { kind: 'real-time', initial: 600_000, increment: 5000 }
      const settings = {
        game: 'lancelot',
        variant: 'basic',
        seats: 2,
        first: 0,
        clock,
        takebacks: true,
        visibility: 'link',
      }
      const opened = await ann.page.request.post('/api/matches', { data: { settings, seat: 0 } })
      const { match } = await opened.json()
      await ben.page.request.post(`/api/matches/${match}/commands`, { data: { type: 'sit', seat: 1 } })
      await ann.page.goto(`/match/${match}`)
      await new Board(ann.page).press('g7')
      await ann.page.getByRole('button', { name: t('game.resign') }).click()
      await ann.page.getByRole('button', { name: t('game.resign.yes') }).click()
      await ann.page.getByRole('link', { name: t('game.review') }).click()
      await expect(turns(ann.page)).toHaveCount(1)
      await expect(ann.page.getByRole('heading', { level: 1 })).toHaveText('Ann – Ben')
      await ann.page.getByRole('button', { name: t('analysis.share.title') }).click()
      const record = ann.page.getByLabel(t('analysis.share.record'), { exact: true })
      await expect(record).toHaveValue(/\[A "Ann/)
      expect(await record.inputValue()).toMatch(/\[Date "\d{4}\.\d\d\.\d\d"\]/)
    })

    test('the only good turn is marked, and a blunder has reasons', audit, async ({ page }) => {
      test.setTimeout(180_000)
      const record = (turns: string) =>
        `[A "Anna"]\n[B "Ben"]\n[Position "${winning.replaceAll('_', ' ')}"]\n\n${turns}`
      const review = page.getByRole('region', { name: t('review.title') })
      const reviewed = async (turns: string) => {
        await page.goto('/')
        await page.goto('/analysis/lancelot')
        await page.getByRole('button', { name: t('analysis.open.title') }).click()
        const dialog = page.getByRole('dialog')
        await dialog.locator('textarea').fill(record(turns))
        await dialog.getByRole('button', { name: t('paste.open'), exact: true }).click()
        await review.getByRole('button', { name: t('review.start-button') }).click()
        await expect(review.getByRole('table')).toBeVisible({ timeout: 90_000 })
      }
      await reviewed('h6 1-0')
      await expect(review.getByRole('listitem')).toContainText(t('review.only.turn'))
      await expect(turns(page).first()).toContainText('□')

      await reviewed('k11')
      await expect(review.getByRole('listitem')).toContainText(t('review.turn.misses-win', { turn: 'h6' }))
      await expect(review.getByRole('listitem')).toContainText(t('review.turn.by', { who: 'Anna' }))
      await picture(page, 'reasons')
    })

    test('kingmaking is named on the board and in a review', audit, async ({ page }) => {
      test.setTimeout(180_000)
      await page.goto(`/analysis/lancelot#position=${kingmaking}`)
      // All blue turns decide between the others. The best ones are those in row 3.
      await expect(lines(page).first().locator('.mark')).toHaveText(t('analysis.kingmaking'), slow)
      const note = page.locator('.status .note')
      await expect(note).toContainText(t('seat.0'))
      await picture(page, 'kingmaking-board')
      const landscape = { width: 844, height: 390 }
      await page.setViewportSize(landscape)
      for (const line of await lines(page).all()) await expect(line).toBeInViewport({ ratio: 1 })
      await expect(note).toBeInViewport({ ratio: 1 })
      // A bar with the actions covers the lower part of a short phone. The whole note can be scrolled above it.
      await page.setViewportSize({ width: 390, height: 664 })
      const { strip, bar, end } = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        const from = box('.layout .moves')?.bottom ?? Number.NaN
        const until = box('.layout .actions')?.top ?? Number.NaN
        document.querySelector('.status .note')?.scrollIntoView({ block: 'start' })
        return { strip: from, bar: until, end: box('.status .note')?.bottom ?? Number.NaN }
      })
      expect(strip).toBeLessThanOrEqual(bar)
      expect(end).toBeLessThanOrEqual(bar)
      // Several rows of moves are visible beside the explanations on a small desktop.
      await page.setViewportSize({ width: 1280, height: 800 })
      const list = page.getByRole('region', { name: t('lancelot.log'), exact: true }).locator('.moves')
      const height = async () => (await list.boundingBox())?.height ?? 0
      expect(await height()).toBeGreaterThanOrEqual(156)
      await page.locator('[data-square="e5"]').first().hover()
      expect(await height()).toBeGreaterThanOrEqual(156)

      await page.goto('/')
      await page.goto('/analysis/lancelot')
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      const dialog = page.getByRole('dialog')
      const position = kingmaking.replaceAll('_', ' ')
      await dialog.locator('textarea').fill(`[A "Anna"]\n[B "Ben"]\n[C "Cid"]\n[Position "${position}"]\n\nh7 j3 0-0-1`)
      await dialog.getByRole('button', { name: t('paste.open'), exact: true }).click()
      const review = page.getByRole('region', { name: t('review.title') })
      await review.getByRole('button', { name: t('review.start-button') }).click()
      // A review has a fixed number of nodes. Which turn in row 3 it names does not matter.
      const [before = '', after = ''] = t('review.kingmaking', {
        who: 'Ben',
        turn: 'h7',
        instead: '…',
        other: 'Cid',
        percent: 100,
      }).split('…')
      const entry = review.getByRole('listitem')
      await expect(entry).toContainText(before, { timeout: 90_000 })
      await expect(entry).toContainText(after)
      await entry.getByRole('button').click()
      const card = page.getByRole('region', { name: t('review.card') })
      await expect(card).toContainText(before)
      await picture(page, 'kingmaking-review')
      for (const size of [landscape, { width: 390, height: 844 }]) {
        await page.setViewportSize(size)
        await page.evaluate(() => scrollTo(0, 0))
        await expect(card).toBeInViewport({ ratio: 1 })
        const end = await card.evaluate((box) => box.getBoundingClientRect().bottom)
        const actions = await page.getByRole('group', { name: t('game.actions') }).boundingBox()
        expect(end).toBeLessThanOrEqual(actions?.y ?? 0)
      }
    })

    test('a position is set up, and its problems are named', async ({ page }) => {
      await page.goto('/analysis/lancelot#setup=8/8/8/8/8/8/8/8_a_0,0_30,30_-_basic_7')
      const board = new Board(page)
      await board.press('g8')
      await page.getByRole('button', { name: t('seat.1') }).click()
      await board.press('h8')
      await expect(page).toHaveURL(/setup=8\/8\/8\/3ab3\/8\/8\/8\/8_a_0,0_29,29/)
      await expect(page.getByText(t('setup.valid'))).toBeVisible()
      await page.getByLabel(`${t('seat.0')}: ${t('setup.in-hand')}`).fill('30')
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('setup.problems'))).toBeVisible()
      await expect(page.getByLabel(`${t('seat.0')}: ${t('setup.in-hand')}`)).toHaveAttribute('aria-invalid', 'true')
      await expect(page.locator('.editor .first')).toHaveText(/./)
      await expect(page.locator('.editor .first')).toBeInViewport({ ratio: 1 })
      await page.getByRole('button', { name: t('analysis.undo') }).click()
      await expect(page.getByLabel(`${t('seat.0')}: ${t('setup.in-hand')}`)).toHaveValue('29')
      await page.getByRole('combobox', { name: t('new.seats') }).selectOption('3')
      await expect(page).toHaveURL(/setup=10\/10\/10\/10\/4ab4\/10\/10\/10\/10\/10_a_0,0,0_29,29,30_-_basic_8/)
      await page.getByRole('button', { name: t('analysis.undo') }).click()
      await page.getByRole('link', { name: t('setup.analyse') }).click()
      await expect(lines(page).first().getByRole('button').first()).toBeVisible(slow)
      await expect(page).toHaveURL(/#position=/)

      await page.goto('/')
      await page.goto('/analysis/wotn#setup=')
      await page.getByRole('button', { name: t('setup.remove') }).click()
      await board.press('e1')
      await expect(page.getByText(t('setup.problems'))).toBeVisible()
      await expect(page.getByRole('checkbox', { name: t('setup.castling.w-short'), exact: true })).toBeDisabled()
      await page.keyboard.press('Control+z')
      await expect(page.getByRole('checkbox', { name: t('setup.castling.w-short'), exact: true })).toBeChecked()
      await page.keyboard.press('Control+Shift+z')
      await expect(page.getByText(t('setup.problems'))).toBeVisible()
      await page.getByRole('combobox', { name: t('setup.variant'), exact: true }).selectOption('wotn-alternative')
      await expect(page.locator('.palette [aria-pressed]')).toHaveCount(47)
      await page
        .getByRole('group', { name: t('color.w') })
        .getByRole('button')
        .last()
        .click()
      await board.press('e1')
      await expect(page.getByText(t('setup.valid'))).toBeVisible()
      await page.getByRole('button', { name: t('setup.friend') }).click()
      await expect(page).toHaveURL(/\/wotn\/\w+$/)
    })

    test('comments, symbols and marks are kept in the record', audit, async ({ page }) => {
      const board = new Board(page)
      await page.goto('/analysis/lancelot')
      const dialog = page.getByRole('dialog')
      const open = async (text: string) => {
        await page.getByRole('button', { name: t('analysis.open.title') }).click()
        await dialog.locator('textarea').fill(text)
        await dialog.getByRole('button', { name: t('paste.open'), exact: true }).click()
      }
      await open(
        '[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"]\n\n1. g8 $1 {centre [%cal Yd4k11]} h9 (2. e5? {weak}) *',
      )
      await expect(turns(page)).toHaveText(['1. g8!', '2. h9', '2. e5?'])
      const log = page.getByRole('region', { name: t('lancelot.log'), exact: true })
      await expect(log.locator('.comment')).toHaveText(['centre', 'weak'])

      await turns(page).nth(1).click()
      await expect(board.square('h9')).not.toHaveAccessibleName(new RegExp(`^${t('square.free', { square: 'h9' })}`))
      const notes = page.getByRole('region', { name: t('notes.title') })
      await notes.getByLabel(t('notes.comment')).fill('quiet }')
      await notes.getByRole('button', { name: t('nag.5') }).click()
      await expect(turns(page).nth(1)).toHaveText('2. h9!?')
      const marks = notes.getByRole('textbox', { name: t('notes.marks') })
      await marks.fill('Gd4 Rz9')
      await marks.press('Enter')
      await expect(notes.getByRole('alert')).toHaveText(t('notes.marks.wrong', { word: 'Rz9' }))
      await marks.fill('rd11')
      await marks.press('Enter')
      await expect(notes.getByRole('alert')).toHaveCount(0)
      await board.square('e9').click({ button: 'right' })
      await expect(marks).toHaveValue('Rd11 Ge9')

      await page.getByRole('button', { name: t('analysis.share.title') }).click()
      const record = dialog.getByLabel(t('analysis.share.record'), { exact: true })
      await expect(record).toHaveValue(/2. h9|h9 \$5/)
      const text = await record.inputValue()
      expect(text).toContain('1. g8 $1 {centre [%cal Yd4k11]} h9 $5 {quiet \\}} {[%csl Rd11,Ge9]} (2. e5 $2 {weak})')
      await dialog
        .getByRole('button', { name: t('app.close') })
        .first()
        .click()
      await open(text)
      await expect(turns(page)).toHaveText(['1. g8!', '2. h9!?', '2. e5?'])
      await open(text.replace('(2.', '(3.'))
      await expect(dialog.getByRole('alert')).toContainText('3.')
    })

    test('a game goes on from a position against the computer', audit, async ({ page }) => {
      await page.goto('/analysis/lancelot#turns=g8;h9;e5')
      await expect(turns(page)).toHaveCount(3)
      await page.keyboard.press('ArrowLeft')
      await openMenu(page, t)
      await page.getByRole('button', { name: t('play-on.title') }).click()
      const dialog = page.getByRole('dialog', { name: t('play-on.title') })
      await expect(dialog.getByText(t('play-on.friend.explain'))).toBeVisible()
      await dialog.getByRole('button', { name: t('play-on.start') }).click()
      await expect(page).toHaveURL(/\/lancelot\/\w+$/)
      const log = page.getByRole('region', { name: t('lancelot.log'), exact: true }).locator('ol')
      // The person has the side to move, red.
      const board = new Board(page)
      await expect(board.square('h9')).not.toHaveAccessibleName(new RegExp(`^${t('square.free', { square: 'h9' })}`))
      await expect(board.square('e5')).toHaveAccessibleName(new RegExp(`^${t('square.free', { square: 'e5' })}`))
      await board.press('e5')
      await expect(log.getByRole('button')).toHaveCount(4, slow)
    })

    test('a position is pasted, mirrored and cleared', audit, async ({ page }) => {
      await page.goto('/analysis/wotn#setup=')
      const text = page.getByRole('textbox', { name: t('setup.fen') })
      await text.fill('4k3/8/8/3pP3/8/8/8/4K w')
      await text.press('Tab')
      await expect(text).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByText(t('paste.at', { text: 'w', problem: '' }).trim())).toBeVisible()
      const board = new Board(page)
      // The board shows what can be read, and an edit completes the text.
      await board.press('e1')
      await board.press('e2')
      await expect(text).toHaveValue('4k3/8/8/3pP3/8/8/4K3/8 w - - 0 1')
      await expect(page.getByText(t('setup.valid'))).toBeVisible()
      await page.getByRole('combobox', { name: t('setup.en-passant') }).selectOption('d6')
      await page.getByRole('button', { name: t('setup.mirror') }).click()
      await expect(text).toHaveValue('8/4k3/8/8/3Pp3/8/8/4K3 b - d3 0 1')
      await page.getByRole('combobox', { name: t('setup.turn') }).selectOption('w')
      await expect(text).toHaveValue('8/4k3/8/8/3Pp3/8/8/4K3 w - - 0 1')
      await page.getByRole('button', { name: t('setup.clear') }).click()
      await expect(text).toHaveValue('8/8/8/8/8/8/8/8 w - - 0 1')
      await page.getByRole('button', { name: t('analysis.open.start') }).click()
      await expect(page.getByText(t('setup.valid'))).toBeVisible()
    })

    test('an Excalibur turn is entered in two parts, and a record opens', audit, async ({ page }) => {
      await page.goto('/analysis/lancelot')
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      const text = '[Position "8/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 7"]\n[A "Ann"]\n\n1. Xg6 2. d4'
      await page.locator('dialog textarea').fill(text)
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
      await expect(turns(page)).toHaveCount(2)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Ann')
      const board = new Board(page)
      await page.getByRole('button', { name: t('lancelot.kings-power.use') }).click()
      await board.press('h8')
      await board.press('e5')
      await expect(turns(page).nth(2)).toHaveText(/h8 · Excalibur e5/)
      await expect(page.getByText(t('lancelot.turn.excalibur', { square: 'e5' }))).toContainText(
        t('lancelot.turn.stone', { square: 'h8' }),
      )
      await page.getByRole('button', { name: t('analysis.open.title') }).click()
      await page.locator('dialog textarea').fill('8/8/8/8/8/8/8/9 a 0,0 30,30 - basic 7')
      await page.getByRole('button', { name: t('paste.open'), exact: true }).click()
      await expect(page.locator('dialog').getByRole('alert').getByRole('listitem').first()).toBeVisible()
    })
  })
}
