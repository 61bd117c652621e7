import { Board } from './board.ts'
import { lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectAccessible, expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { openChat, say, startMatch } from './tables.ts'
import { audit, expect, type Page, picture, test } from './test.ts'

type Words = ReturnType<typeof textsOf>

/** begin starts a local game between two people at this screen. */
async function begin(page: Page, t: Words): Promise<Board> {
  await page.goto('/wotn/new')
  const dialog = page.locator('dialog')
  for (const side of [t('color.w'), t('color.b')]) {
    await dialog.getByRole('group', { name: side, exact: true }).getByRole('combobox').first().selectOption('person')
  }
  await dialog.getByRole('button', { name: t('new.start') }).click()
  await expect(dialog).toHaveCount(0)
  return new Board(page)
}

/** 1. e4 e5 2. Nf3 Nc6 3. d4 exd4 → Squire 4. Nxd4 → Baron Nxd4 → Baron 5. Qxd4 → Lord */
const opening = [
  ['e2', 'e4', ''],
  ['e7', 'e5', ''],
  ['g1', 'f3', ''],
  ['b8', 'c6', ''],
  ['d2', 'd4', ''],
  ['e5', 'd4', 'S'],
  ['f3', 'd4', ''],
  ['c6', 'd4', ''],
  ['d1', 'd4', ''],
] as const

const setNotation = (page: Page, notation: string) =>
  page.evaluate((chosen) => {
    const stored = JSON.parse(localStorage.getItem('tafelrunde.settings') ?? '{}')
    localStorage.setItem('tafelrunde.settings', JSON.stringify({ ...stored, notation: chosen }))
  }, notation)

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const english = look.language === 'en'

    test('moves, captured pieces, experience and the career of a piece are shown', async ({ page }) => {
      const board = await begin(page, t)
      for (const [from, to, promotion] of opening) await board.click(from, to, promotion)
      const list = page.getByRole('region', { name: t('game.moves'), exact: true })
      const last = list.locator('.move').last()
      const spoken = english
        ? 'Queen captures Baron on d4, promotes to Lord'
        : 'Dame schlägt den Baron auf d4 und steigt zum Lord auf'

      // Figures by default, then names, then Betza's notation. Screen readers hear the same words.
      await expect(last.locator('svg')).toHaveCount(2)
      await expect(last).toHaveText('xd4 →', { useInnerText: true })
      await expect(last).toHaveAttribute('aria-label', spoken)
      for (const [notation, text] of [
        ['names', english ? 'Queen xd4 → Lord' : 'Dame xd4 → Lord'],
        ['betza', 'Qxd4/BNN'],
      ] as const) {
        await setNotation(page, notation)
        await page.reload()
        await expect(last).toHaveText(text)
        await expect(last.locator('svg')).toHaveCount(0)
        await expect(last).toHaveAttribute('aria-label', spoken)
      }

      // White has captured a squire and a baron, and leads by one level.
      const [black, white] = [page.locator('.far .bar'), page.locator('.near .bar')]
      await expect(white.locator('.captured svg')).toHaveCount(2)
      await expect(white.locator('.captured')).toHaveAttribute(
        'aria-label',
        english ? /Baron and Squire/ : /Baron und Knappe/,
      )
      await expect(white.locator('.experience')).toHaveText(`${t('player.experience', { n: 46 })} +1`)
      await expect(black.locator('.experience')).toHaveText(t('player.experience', { n: 45 }))

      const card = page.locator('.card')
      await board.hover('d4')
      await expect(card.getByRole('heading')).toHaveText('Lord')
      await expect(card.locator('.career')).toHaveText(
        english ? /Queen\s+→\s+Lord on move 5/ : /Dame\s+→\s+Lord im 5\. Zug/,
      )
      await expect(card.locator('.promotes')).toContainText(t('piece.promotes.capture', { level: 5 }))
      await expect(card.locator('.promotes')).toContainText(english ? 'Lord Chancellor' : 'Lordkanzler')
      await expectAccessible(page)

      // An earlier position has its own strip and careers.
      await page.keyboard.press('Home')
      await expect(white.locator('.captured')).toHaveCount(0)
      await board.hover('d1')
      await expect(card.getByRole('heading')).toHaveText(english ? 'Queen' : 'Dame')
      await expect(card.locator('.career')).toHaveCount(0)
    })

    test('the keyboard reaches the menu and its entries', async ({ page }) => {
      await begin(page, t)
      const more = page.getByRole('button', { name: t('action.more') })
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(more).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('link', { name: t('game.analyse') })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('link', { name: t('game.new') })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()
      await expect(more).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: t('keys.title') })).toBeVisible()
    })
  })
}

test.describe('online', () => {
  let server: TestServer
  test.beforeAll(async () => {
    server = new TestServer()
    await server.start()
  })
  test.afterAll(async () => {
    await server.close()
  })

  for (const look of oneLook(0)) {
    test(`the clock explains itself, and the chat counts unread messages, ${lookName(look)}`, async ({ browser }) => {
      const t = textsOf(look.language)
      const [ann, ben] = await startMatch(server, browser, look)
      await new Board(ann.page).click('e2', 'e4')
      await expect(new Board(ben.page).square('e4')).toHaveAttribute('aria-label', /Pawn|Bauer/)

      const explains = ben.page.getByRole('button', { name: t('clock.explain', { name: 'Ben' }) })
      await explains.focus()
      await ben.page.keyboard.press('Enter')
      const added = ben.page.getByText(t('clock.increment.other', { n: 5 }))
      await expect(added).toBeVisible()
      await expect(ben.page.getByText(t('clock.downtime'))).toBeVisible()
      await expectStillAccessible(ben.page)
      await ben.page.keyboard.press('Escape')
      await expect(added).toHaveCount(0)
      await explains.click()
      await expect(added).toBeVisible()
      await new Board(ben.page).press('a6')
      await expect(added).toHaveCount(0)

      // The second message is written while the first one is being sent.
      let release = () => {}
      const written = new Promise<void>((resolve) => {
        release = resolve
      })
      await ann.page.route('**/commands', async (route) => {
        await written
        await route.continue()
      })
      for (const text of ['One', 'Two']) await say(ann.page, t, text)
      release()
      const chat = ben.page.getByRole('button', { name: t('match.chat.unread.other', { n: 2 }) })
      await expect(chat.locator('.badge')).toHaveText('2')
      await chat.click()
      await expect(ben.page.getByText('Two')).toBeVisible()
      await ben.page.getByRole('button', { name: t('match.chat.close') }).click()
      await expect(ben.page.getByRole('button', { name: t('match.chat'), exact: true })).toBeVisible()
      await expect(ben.page.locator('.badge')).toHaveCount(0)
      // After a reload, the messages of before are read.
      await ben.page.reload()
      await openChat(ben.page, t)
      await expect(ben.page.getByText('Two')).toBeVisible()
      await Promise.all([ann.context.close(), ben.context.close()])
    })
  }
})

/** Taps on a square of the board. */
async function tap(page: Page, square: string): Promise<void> {
  const board = new Board(page)
  await expect(board.grid.locator('xpath=ancestor::*[@aria-busy="true"]')).toHaveCount(0)
  await board.square(square).scrollIntoViewIfNeeded()
  const box = await board.square(square).boundingBox()
  if (!box) throw new Error(`the square ${square} is not visible`)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/** small returns the buttons and links on the game page that are smaller than a finger, except those in texts. */
async function small(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.layout :is(button, a, select, summary)')]
      .filter((element) => element.offsetWidth > 0 && !element.closest('p') && !element.closest('[role="grid"]'))
      .filter((element) => element.offsetWidth < 44 || element.offsetHeight < 44)
      .map(
        (element) =>
          `${element.getAttribute('aria-label') ?? element.textContent} ${element.offsetWidth}×${element.offsetHeight}`,
      ),
  )
}

/** lancelotForTwo starts a game of Lancelot between two people, until one stone is captured. */
async function lancelotForTwo(page: Page, t: Words, start: () => Promise<void>): Promise<void> {
  await page.goto('/lancelot/new')
  const dialog = page.locator('dialog')
  await dialog.locator('input[name="seats"][value="2"]').check()
  for (const select of await dialog.locator('.sitting select').all()) await select.selectOption('person')
  await dialog.getByRole('textbox', { name: t('new.target') }).fill('1')
  await start()
  await expect(dialog).toHaveCount(0)
}

const foolsMate = [
  ['f2', 'f3'],
  ['e7', 'e5'],
  ['g2', 'g4'],
  ['d8', 'h4'],
] as const
const capture = ['e5', 'e7', 'e6', 'k11', 'e8']

test.describe('by touch alone on a phone', () => {
  test.use({ locale: 'en-GB', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const t = textsOf('en')

  test('a whole game of Way of the Knight is played', async ({ page }) => {
    await begin(page, t)
    for (const [from, to] of foolsMate) {
      await tap(page, from)
      await tap(page, to)
    }
    await expect(page.getByText(`${t('result.won', { who: 'Black' })} ${t('result.checkmate')}.`)).toBeVisible()
    expect(await small(page)).toEqual([])
    await expectStillAccessible(page)
    await picture(page, 'mate-390')
    await page.getByRole('button', { name: t('game.rematch') }).tap()
    await expect(new Board(page).square('f2')).toHaveAttribute('aria-label', /Pawn/)
    await expect(page.locator('dialog')).toHaveCount(0)
  })

  test('a whole game of Lancelot is played', audit, async ({ page }) => {
    await lancelotForTwo(page, t, () => page.getByRole('button', { name: t('new.start') }).tap())
    // A tap previews, a second one places.
    for (const square of capture) {
      await tap(page, square)
      await tap(page, square)
      await expect(new Board(page).square(square)).toHaveAttribute('aria-label', /stone of/)
    }
    await expect(page.getByText(t('result.won', { who: 'Red' }))).toBeVisible()
    expect(await small(page)).toEqual([])
    await expectStillAccessible(page)
    await picture(page, 'lancelot-390')
  })
})

test.describe('by keyboard alone', () => {
  test.use({ locale: 'en-GB', colorScheme: 'dark' })
  const t = textsOf('en')

  test('a whole game of Way of the Knight is played', async ({ page }) => {
    const board = await begin(page, t)
    for (const [from, to] of foolsMate) {
      await board.keys(from, to)
      await expect(board.square(from)).toHaveAttribute('aria-label', new RegExp(`^${from}, empty`))
    }
    await expect(page.getByText(`${t('result.won', { who: 'Black' })} ${t('result.checkmate')}.`)).toBeVisible()
    await expectStillAccessible(page)
  })

  test('a whole game of Lancelot is played', audit, async ({ page }) => {
    const board = new Board(page)
    // In a text field, Enter starts the game.
    await lancelotForTwo(page, t, () => page.keyboard.press('Enter'))
    for (const square of capture) {
      await board.focus(square)
      await page.keyboard.press('Enter')
      await expect(board.square(square)).toHaveAttribute('aria-label', /stone of/)
    }
    await expect(page.getByText(t('result.won', { who: 'Red' }))).toBeVisible()
    await expect(page.locator('.seats .taken')).toHaveCount(1)
  })
})
