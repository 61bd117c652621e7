import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { openMenu, useBetza } from './tables.ts'
import { audit, expect, picture, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

const games = `[Event "Open"]
[White "Ann"]
[Black "Ben"]
[Variant "Chess"]

1. e4 {Best by test} e5 *

[White "Cleo"]
[Variant "Chess"]

1. d4 (1. Ke4) d5 2. Ke4 *
`
const lancelot = `[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"]

1. e5 {The centre} f6
`

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    /** Returns a person with an account and no engine on the board. */
    async function member(browser: Browser, name: string) {
      const person = await server.newPerson(browser, look)
      const data = { name: `${name} ${test.info().retry} ${look.language}`, password: 'long enough' }
      expect((await person.page.request.post('/api/account', { data })).ok()).toBe(true)
      await useBetza(person.page)
      await person.page.addInitScript(() =>
        localStorage.setItem('tafelrunde.engine', JSON.stringify({ on: false, multiPV: 3 })),
      )
      return person
    }
    const panel = (page: Page) => page.getByRole('complementary', { name: t('studies.study') })
    const chapters = (page: Page) =>
      panel(page)
        .getByRole('list', { name: t('studies.chapters') })
        .getByRole('link')
    const moves = (page: Page) => page.getByRole('region', { name: t('game.moves'), exact: true })
    const state = (page: Page) => panel(page).locator('.state.wide')
    async function newStudy(page: Page, title: string, visibility: 'private' | 'link' | 'public', game = 'wotn') {
      await page.goto('/studies')
      await page.getByRole('button', { name: t('studies.new') }).click()
      await page.getByLabel(t('studies.name')).fill(title)
      await page.getByRole('radio', { name: t(`studies.visibility.${visibility}`) }).check()
      if (game === 'lancelot') await page.getByRole('radio', { name: t('game.lancelot') }).check()
      await page.getByRole('button', { name: t('studies.create') }).click()
      await expect(page.getByRole('heading', { name: title }).first()).toBeVisible()
    }
    async function addText(page: Page, text: string) {
      await panel(page)
        .getByRole('button', { name: t('studies.add') })
        .click()
      await page.locator('dialog textarea').fill(text)
      await page
        .locator('dialog')
        .getByRole('button', { name: t('studies.read'), exact: true })
        .click()
    }

    test(
      'a game pasted into an empty study becomes its first chapter; marks on a start position are kept',
      audit,
      async ({ browser }) => {
        const { page, context } = await member(browser, 'Paula')
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await newStudy(page, 'Pasted', 'private')
        await expect(page.getByText(t('studies.empty'))).toBeVisible()

        // A text without a game that can be read adds nothing.
        await addText(page, 'hello nonsense')
        const dialog = page.locator('dialog')
        await expect(dialog.getByRole('alert')).toContainText(t('studies.found.none'))
        await expect(dialog.getByRole('button', { name: t('studies.read'), exact: true })).toBeVisible()
        await dialog.getByRole('button', { name: t('app.cancel'), exact: true }).click()
        await page.evaluate(() => navigator.clipboard.writeText('[White "Dora"]\n\n1. e4 {[%eval 0.31]} e5 *'))
        await page.keyboard.press('ControlOrMeta+v')
        await expect(chapters(page)).toHaveText([/Dora/])
        await expect(moves(page)).toContainText('e5')

        await panel(page)
          .getByRole('button', { name: t('studies.add') })
          .click()
        await page.getByRole('button', { name: t('analysis.open.start'), exact: true }).click()
        await expect(chapters(page)).toHaveCount(2)
        await expect(moves(page)).not.toContainText('e5')
        const marks = page.getByLabel(t('notes.marks'))
        await marks.fill('Gd4')
        await marks.press('Enter')
        await expect(state(page)).toHaveText(t('studies.state.saved'))
        await page.reload()
        await expect(marks).toHaveValue('Gd4')
        await context.close()
      },
    )

    test('many games become chapters; what cannot be taken is listed; moves and comments are saved', async ({
      browser,
    }) => {
      const { page, context } = await member(browser, 'Anna')
      await newStudy(page, 'Openings', 'private')
      await expectAccessible(page)
      await addText(page, games)
      const dialog = page.locator('dialog')
      await expect(dialog).toContainText(t('studies.found.other', { n: 2 }))
      await expect(dialog.getByRole('heading', { name: t('studies.left') })).toBeVisible()
      await expect(dialog.locator('.left > li')).toHaveCount(1)
      await expect(dialog.locator('.left > li')).toContainText('Ke4')
      await expect(dialog.locator('.left > li')).toContainText(t('problem.variation-commented'))
      await picture(page, 'found')
      await dialog.getByRole('button', { name: t('studies.add-found.other', { n: 2 }) }).click()
      await expect(chapters(page)).toHaveText([/Ann – Ben/, /Cleo/])
      await expect(moves(page)).toContainText('e5')

      // A move is saved, and is there after a reload.
      await page.keyboard.press('End')
      await new Board(page).click('g1', 'f3')
      await expect(state(page)).toHaveText(t('studies.state.saved'))
      await expect(moves(page)).toContainText('Nf3')
      await page.reload()
      await expect(moves(page)).toContainText('Nf3')
      await expect(moves(page)).toContainText('Best by test')

      // Another title and another place.
      await panel(page)
        .getByRole('button', { name: t('studies.edit', { title: 'Ann – Ben' }) })
        .click()
      await page.getByRole('button', { name: t('studies.down') }).click()
      await page.getByLabel(t('studies.chapter.title')).fill('The open game')
      await page
        .locator('dialog')
        .getByRole('button', { name: t('studies.save-changes') })
        .click()
      await expect(chapters(page)).toHaveText([/Cleo/, /The open game/])

      // The order changes by keyboard, and by dragging.
      await expect(page.locator('dialog')).toHaveCount(0)
      const grip = (title: string) => panel(page).getByRole('button', { name: t('studies.reorder', { title }) })
      await grip('The open game').focus()
      await page.keyboard.press('ArrowUp')
      await expect(chapters(page)).toHaveText([/The open game/, /Cleo/])
      await expect(grip('The open game')).toBeFocused()
      await page.reload()
      await expect(chapters(page)).toHaveText([/The open game/, /Cleo/])
      await expect(state(page)).toHaveText(t('studies.state.saved'))
      await grip('The open game').hover()
      await page.mouse.down()
      await grip('Cleo – ?').hover({ position: { x: 20, y: 40 } })
      await picture(page, 'dragged')
      await page.mouse.up()
      await expect(chapters(page)).toHaveText([/Cleo/, /The open game/])
      await page.reload()
      await expect(chapters(page)).toHaveText([/Cleo/, /The open game/])
      await panel(page)
        .getByRole('link', { name: /The open game/ })
        .click()
      const download = page.waitForEvent('download')
      await panel(page)
        .getByRole('link', { name: t('studies.export') })
        .click()
      const file = readFileSync(await (await download).path(), 'utf8')
      expect(file).toContain('[ChapterName "The open game"]')
      expect(file).toContain('Nf3')

      // A chapter is deleted after a question.
      await panel(page)
        .getByRole('button', { name: t('studies.edit', { title: 'The open game' }) })
        .click()
      await page.getByRole('button', { name: t('studies.delete-chapter') }).click()
      await page.getByRole('button', { name: t('studies.delete-chapter.yes') }).click()
      await expect(chapters(page)).toHaveText([/Cleo/])
      await context.close()
    })

    test(
      'adding waits as the server asks, and goes on after a failure without duplicates',
      audit,
      async ({ browser }) => {
        const { page, context } = await member(browser, 'Kay')
        await newStudy(page, 'Many', 'private')
        // The second request has to wait, the fourth is lost on its way, and a later one is refused.
        let sent = 0
        await page.route('**/api/studies/*/chapters', async (route) => {
          if (route.request().method() !== 'POST') return route.continue()
          sent++
          const refuse = (status: number, code: string, headers = {}) =>
            route.fulfill({ status, headers, json: { code, message: code, error: code } })
          if (sent === 2) return refuse(429, 'too-much', { 'Retry-After': '2' })
          if (sent === 4) {
            // The server stores the chapter, and the answer is lost, as are those of the repeated requests.
            await route.fetch()
            return route.abort()
          }
          if (sent < 7 && sent > 4) return route.abort()
          return route.continue()
        })
        await addText(page, [1, 2, 3, 4].map((n) => `[Event "Game ${n}"]\n\n1. e4 *\n`).join('\n'))
        const dialog = page.locator('dialog')
        await dialog.getByRole('button', { name: t('studies.add-found.other', { n: 4 }) }).click()
        await expect(dialog.getByText(t('studies.waiting'))).toBeVisible()
        await expect(dialog).toContainText(t('studies.added', { n: 1, all: 4 }))
        await expect(dialog.getByRole('button', { name: t('library.import.stop') })).toBeEnabled()
        await picture(page, 'waiting')
        await expect(dialog.getByRole('alert')).toContainText(t('refusal.unreachable'))
        await expect(dialog).toContainText(t('studies.added', { n: 2, all: 4 }))
        await expectStillAccessible(page)
        for (const [width, height] of [
          [390, 844],
          [1280, 800],
        ] as const) {
          await page.setViewportSize({ width, height })
          await picture(page, `rest-${width}`)
        }
        await dialog.getByRole('button', { name: t('studies.add-rest.other', { n: 2 }) }).click()
        await expect(dialog).toHaveCount(0)
        await expect(chapters(page)).toHaveText([/Game 1/, /Game 2/, /Game 3/, /Game 4/])
        await page.reload()
        await expect(chapters(page)).toHaveCount(4)
        await context.close()
      },
    )

    test('files of old programs have their letters', audit, async ({ browser }) => {
      const { page, context } = await member(browser, 'Jörg')
      await newStudy(page, 'Old files', 'private')
      const old = (name: string) => Buffer.from(`[White "${name}"]\n[Variant "Chess"]\n\n1. e4 e5 *\n`, 'latin1')
      await panel(page)
        .getByRole('button', { name: t('studies.add') })
        .click()
      await page
        .getByLabel(t('studies.file'))
        .setInputFiles({ name: 'old.pgn', mimeType: 'text/plain', buffer: old('Müller') })
      await expect(chapters(page)).toHaveText([/Müller/])
      await expect(page.locator('dialog')).toHaveCount(0)

      const data = await page.evaluateHandle(
        (bytes) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([new Uint8Array(bytes)], 'old.pgn'))
          return transfer
        },
        [...old('Jäger')],
      )
      await page.dispatchEvent('main', 'drop', { dataTransfer: data })
      await expect(chapters(page)).toHaveText([/Müller/, /Jäger/])
      await context.close()
    })

    test('changes without network are kept and sent later', async ({ browser }) => {
      const { page, context, proxy } = await member(browser, 'Bors')
      await newStudy(page, 'Offline', 'private')
      await addText(page, '1. e4 *')
      await expect(moves(page)).toContainText('e4')
      await page.keyboard.press('End')
      proxy.cut()
      await new Board(page).click('e7', 'e5')
      await expect(state(page)).toHaveText(t('studies.state.offline'))
      proxy.restore()
      // A reload before it was sent: the change is in the browser.
      await page.reload()
      await expect(moves(page)).toContainText('e5')
      await expect(state(page)).toHaveText(t('studies.state.saved'))
      const kept = () =>
        page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tafelrunde.study.')))
      await expect.poll(kept).toEqual([])
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await expect(moves(page)).toContainText('e5')
      await context.close()
    })

    test('two tabs change the same chapter: nothing is lost', audit, async ({ browser }) => {
      const { page, context } = await member(browser, 'Cleo')
      await newStudy(page, 'Two tabs', 'private')
      await addText(page, '1. e4 *')
      await expect(moves(page)).toContainText('e4')
      const second = await context.newPage()
      await second.goto(page.url())
      await expect(moves(second)).toContainText('e4')
      await second.keyboard.press('End')
      // The state says "saved" before the move too.
      const stored = second.waitForResponse((response) => response.request().method() === 'PUT')
      await new Board(second).click('c7', 'c5')
      expect((await stored).ok()).toBe(true)

      // The first tab does not know the change of the second one.
      await page.keyboard.press('End')
      await new Board(page).click('e7', 'e5')
      await expect(panel(page).getByRole('alert')).toContainText(t('studies.conflict'))
      await expectStillAccessible(page)
      await picture(page, 'conflict')
      await panel(page)
        .getByRole('button', { name: t('studies.keep-mine') })
        .click()
      await expect(chapters(page)).toHaveCount(2)
      await expect(chapters(page).nth(1)).toContainText(t('studies.mine'))
      // The conflict shows e5 as well, and the new chapter opens after it is in the list.
      await expect(chapters(page).nth(1)).toHaveAttribute('aria-current', 'true')
      await expect(moves(page)).toContainText('e5')
      await chapters(page).first().click()
      await expect(moves(page)).toContainText('c5')

      // The second tab changes a chapter that the first one deletes.
      await second.bringToFront()
      await second.reload()
      await chapters(second).nth(1).click()
      await expect(moves(second)).toContainText('e5')
      await chapters(page).nth(1).click()
      const edit = t('studies.edit', { title: '' })
      await panel(page)
        .getByRole('button', { name: new RegExp(`^${edit}.*\\(`) })
        .click()
      await page.getByRole('button', { name: t('studies.delete-chapter') }).click()
      await page.getByRole('button', { name: t('studies.delete-chapter.yes') }).click()
      await expect(chapters(page)).toHaveCount(1)
      await second.keyboard.press('End')
      await new Board(second).click('g1', 'f3')
      await expect(panel(second).getByRole('alert')).toContainText(t('studies.gone'))
      await panel(second)
        .getByRole('button', { name: t('studies.drop-mine') })
        .click()
      await expect(chapters(second)).toHaveCount(1)
      await expect(moves(second)).toContainText('c5')
      await context.close()
    })

    test('a public study is listed, read and cloned', audit, async ({ browser }) => {
      const anna = await member(browser, 'Dora')
      await newStudy(anna.page, 'For everybody', 'public', 'lancelot')
      await addText(anna.page, lancelot)
      await expect(chapters(anna.page)).toHaveCount(1)
      const address = new URL(anna.page.url()).pathname

      // A guest reads it and has no studies.
      const guest = await server.newPerson(browser, look)
      await guest.page.goto('/studies')
      await expect(guest.page.getByRole('link', { name: /For everybody/ })).toBeVisible()
      await expectStillAccessible(guest.page)
      await guest.page.getByRole('link', { name: t('studies.list.mine') }).click()
      await expect(guest.page.getByText(t('studies.account'))).toBeVisible()
      await guest.page.getByRole('link', { name: t('studies.list.public') }).click()
      await guest.page.getByRole('link', { name: /For everybody/ }).click()
      await expect(guest.page.getByText('The centre')).toBeVisible()
      await expect(panel(guest.page).getByRole('button', { name: t('studies.add') })).toHaveCount(0)
      // Nothing that could be written there would be kept.
      await expect(guest.page.getByRole('region', { name: t('notes.title') })).toHaveCount(0)
      await guest.page.setViewportSize({ width: 390, height: 844 })
      const bar = panel(guest.page).locator('.bar')
      await expect(bar).toContainText(
        `For everybody ${t('studies.owner', { owner: `Dora ${test.info().retry} ${look.language}` })}`,
      )
      await expect(bar).toBeInViewport({ ratio: 1 })
      await guest.page.keyboard.press('ArrowRight')
      await expect(guest.page.locator('.status').getByText('The centre')).toBeInViewport({ ratio: 1 })
      await picture(guest.page, 'reader')
      await guest.page.setViewportSize({ width: 1280, height: 800 })
      await picture(guest.page, 'reader-1280')
      await guest.page.setViewportSize({ width: 844, height: 390 })
      await picture(guest.page, 'reader-844')

      const ben = await member(browser, 'Egon')
      await ben.page.goto(address)
      await panel(ben.page)
        .getByRole('button', { name: t('studies.clone') })
        .click()
      await expect(panel(ben.page).getByRole('button', { name: t('studies.add') })).toBeVisible()
      await expect(panel(ben.page)).toContainText(t('studies.visibility.private'))
      await expect(ben.page.getByText('The centre')).toBeVisible()
      for (const { context } of [anna, guest, ben]) await context.close()
    })

    test('a study is reported, and removed by a moderator', audit, async ({ browser }) => {
      const anna = await member(browser, 'Hanna')
      const data = { game: 'lancelot', title: 'Spam', visibility: 'public', chapter: { title: 'One', text: lancelot } }
      const { id } = await (await anna.page.request.post('/api/studies', { data })).json()
      const address = `/study/${id}`
      const ben = await member(browser, 'Ivo')
      await ben.page.goto(address)
      await panel(ben.page)
        .getByRole('button', { name: t('studies.report') })
        .click()
      await ben.page.getByRole('button', { name: t('report.send') }).click()
      await expect(ben.page.getByText(t('report.sent')).first()).toBeVisible()

      const name = `Frida ${look.language} ${test.info().retry}`
      const password = /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/m.exec(server.admin('create', name))?.[0] ?? ''
      const boss = await server.newPerson(browser, look)
      await boss.page.request.post('/api/login', { data: { name, password } })
      await boss.page.request.post('/api/me/password', { data: { old: password, new: 'my own one' } })
      await boss.page.goto('/admin')
      await boss.page.getByRole('link', { name: t('admin.reports.study') }).click()
      await panel(boss.page)
        .getByRole('button', { name: t('studies.remove') })
        .click()
      await expect(panel(boss.page).getByText(t('studies.removed'))).toBeVisible()
      await ben.page.reload()
      await expect(ben.page.getByText(t('studies.missing'))).toBeVisible()
      await anna.page.goto(address)
      await expect(panel(anna.page).getByText(t('studies.removed.yours'))).toBeVisible()
      for (const { context } of [anna, ben, boss]) await context.close()
    })

    test('an analysis is saved to a study', async ({ browser }) => {
      const { page, context } = await member(browser, 'Gero')
      await page.goto('/analysis/wotn#variant=chess&moves=e2e4,e7e5')
      await expect(moves(page)).toContainText('e5')
      await openMenu(page, t)
      await page.getByRole('button', { name: t('studies.save'), exact: true }).click()
      await page.getByLabel(t('studies.name')).fill('Mine')
      await page.getByLabel(t('studies.chapter.title')).fill('Start')
      await page
        .locator('dialog')
        .getByRole('button', { name: t('studies.save-changes') })
        .click()
      await page.getByRole('link', { name: t('studies.open') }).click()
      await expect(chapters(page)).toHaveText([/Start/])
      await expect(moves(page)).toContainText('e5')
      await context.close()

      const guest = await server.newPerson(browser, look)
      await guest.page.goto('/analysis/wotn')
      await openMenu(guest.page, t)
      await guest.page.getByRole('button', { name: t('studies.save'), exact: true }).click()
      await expect(guest.page.locator('dialog')).toContainText(t('studies.account'))
      await guest.context.close()
    })
  })
}
