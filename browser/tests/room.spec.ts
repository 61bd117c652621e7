import type { Settings } from '../server/api.ts'
import { Board } from './board.ts'
import { type Look, lookName, oneLook, textsOf } from './looks.ts'
import { newPerson } from './people.ts'
import { openChat } from './tables.ts'
import { audit, auditIf, type Browser, expect, type Locator, type Page, test } from './test.ts'

// What is needed has room on every screen: actions, questions, whole rows of moves.

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
]
const [desktop, ...phones] = sizes as [(typeof sizes)[0], ...typeof sizes]

interface Player {
  page: Page
  command: (data: object) => Promise<void>
}

/** begin starts a match between guests of these names without dialogs; each is at the page of the match. */
async function begin(browser: Browser, look: Look, names: string[], settings: Partial<Settings>): Promise<Player[]> {
  const people = await Promise.all(names.map(() => newPerson(browser, look)))
  const post = async (page: Page, path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer
  }
  for (const [i, { page }] of people.entries()) await post(page, '/api/session', { name: names[i] })
  const clock = { kind: 'real-time', initial: 600_000, increment: 5000 }
  const all = {
    variant: 'wotn',
    seats: names.length,
    first: 0,
    clock,
    takebacks: true,
    visibility: 'link',
    ...settings,
  }
  const opened = await post(people[0]?.page as Page, '/api/matches', { settings: all, seat: 0 })
  const { match } = await opened.json()
  const players = people.map(({ page }) => ({
    page,
    command: async (data: object) => void (await post(page, `/api/matches/${match}/commands`, data)),
  }))
  for (const [seat, { command }] of players.entries()) if (seat > 0) await command({ type: 'sit', seat })
  await Promise.all(players.map(({ page }) => page.goto(`/match/${match}`)))
  for (const { page } of players) await expect(page.getByRole('main').getByRole('grid')).toBeVisible()
  return players
}

/** expectUncovered checks that a part is on the screen, without scrolling, and that nothing lies over it. */
async function expectUncovered(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 })
  const covered = () =>
    part.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [0.02, 0.5, 0.98].filter((y) => {
        const over = document.elementFromPoint(left + width / 2, top + height * y)
        return !over || !element.contains(over)
      })
    })
  await expect.poll(covered).toEqual([])
}

/** cutRows returns the texts of the rows of the list of moves that are visible in part. */
async function cutRows(page: Page): Promise<string[]> {
  return page.locator('section.moves').evaluate((section) => {
    const rows = [...section.querySelectorAll<HTMLElement>('.pair, li')]
    const box = rows[0]?.closest('.moves:not(section), .log')?.getBoundingClientRect()
    if (!box) return ['no rows']
    return rows
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        const visible = Math.min(bottom, box.bottom) - Math.max(top, box.top)
        return visible > 1 && visible < bottom - top - 1
      })
      .map((row) => row.textContent ?? '')
  })
}

async function atSizes(
  page: Page,
  which: typeof sizes,
  check: (size: (typeof sizes)[0]) => Promise<void>,
): Promise<void> {
  for (const size of which) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    await test.step(`${size.width} × ${size.height}`, () => check(size))
  }
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('the actions are on the screen with five seats, and cover nothing on a desktop', async ({ browser }) => {
      const names = ['Ann', 'Ben', 'Christopher', 'Dora', 'Eleonora']
      const rules = { game: 'lancelot', variant: 'diagonals+excalibur', timeout: 'engine', takeoverLevel: 5 } as const
      const [ann] = await begin(browser, look, names, rules)
      const page = ann?.page as Page
      await expect(page.locator('.deadline')).toBeVisible()
      await atSizes(page, sizes, async () => {
        for (const action of await page.locator('.row-of-actions button').all()) await expectUncovered(action)
      })
      await page.setViewportSize(desktop)
      await expectUncovered(page.locator('main .layout > .card'))
    })

    test('the buttons of the handicap promotions are on the screen', audit, async ({ browser }) => {
      const [ann, ben] = (await begin(browser, look, ['Ann', 'Ben'], { game: 'wotn', handicap: true })) as [
        Player,
        Player,
      ]
      await ann.command({ type: 'resign' })
      await ann.command({ type: 'rematch' })
      await ben.command({ type: 'rematch' })
      const { page } = ann
      await expect(page.getByText(t('match.handicap.you', { n: 1 }), { exact: true })).toBeVisible()
      const start = page.getByRole('button', { name: t('new.start') })
      await atSizes(page, sizes, () => expectUncovered(start))
      const board = new Board(page)
      await board.press('e2')
      await board.choose('S')
      await expect(start).toBeEnabled()
      await atSizes(page, sizes, async () => {
        await expectUncovered(start)
        await expectUncovered(page.getByRole('button', { name: t('match.handicap.undo'), exact: true }))
      })
      await start.click()
      await expect(page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
    })

    test('an open chat covers no question, and no row of moves is cut', audit, async ({ browser }) => {
      const [ann, ben] = (await begin(browser, look, ['Ann', 'Ben'], { game: 'wotn' })) as [Player, Player]
      const { page } = ann
      const moves = 'e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 d7d6 b1c3 c8e6 c1e3 f8e7'.split(' ')
      for (const [i, move] of moves.entries()) await (i % 2 ? ben : ann).command({ type: 'move', move })
      await openChat(page, t)
      await ben.command({ type: 'takeback' })
      const decline = page.getByRole('button', { name: t('game.draw.decline') })
      for (const answer of [page.getByRole('button', { name: t('game.draw.accept') }), decline]) {
        await atSizes(page, sizes, () => expectUncovered(answer))
      }
      await page.setViewportSize(phones[0] as (typeof sizes)[0])
      await decline.click()
      await expect(decline).toHaveCount(0)
      await ben.command({ type: 'resign' })
      await ben.command({ type: 'rematch' })
      await atSizes(page, phones, () => expectUncovered(page.getByRole('button', { name: t('game.rematch') }).last()))
      await page.getByRole('button', { name: t('match.chat.close') }).click()
      await expect(page.locator('.result')).toBeVisible()
      await atSizes(page, sizes, () => expectUncovered(page.locator('.after .primary')))
      await page.setViewportSize(desktop)
      await expect.poll(() => cutRows(page)).toEqual([])
      // Also after a step to an earlier move.
      for (let n = 0; n < 7; n++) await page.keyboard.press('ArrowLeft')
      await expect.poll(() => cutRows(page)).toEqual([])
    })
  })
}

test('no strip is left beside the header and dialogs', audit, async ({ page }) => {
  // A page that does not scroll.
  await page.setViewportSize({ width: 1280, height: 2400 })
  await page.goto('/lancelot/new')
  await expect(page.locator('dialog')).toBeVisible()
  const { header, backdrop } = await page.evaluate(() => ({
    header: document.querySelector('header')?.getBoundingClientRect().width,
    backdrop: document.documentElement.clientWidth,
  }))
  expect([header, backdrop]).toEqual([1280, 1280])
})

test.describe('in a lesson', () => {
  test.use({ locale: 'de-DE', viewport: { width: 360, height: 640 }, hasTouch: true })

  const games = [
    { exercise: 'lancelot-race/5', square: 'j8', language: 'de' },
    { exercise: 'lancelot-seats/5', square: 'j6', language: 'de' },
    { exercise: 'lancelot-seats/6', square: 'f8', language: 'de' },
    { exercise: 'lancelot-seats/6', square: 'f8', language: 'en' },
  ] as const
  for (const { exercise, square, language } of games) {
    test.describe(`${exercise}, ${language}`, () => {
      test.use({ locale: language })

      test(
        'the stones captured in a game are on the screen of a short phone, and cover no square',
        auditIf(exercise !== 'lancelot-seats/6' || language === 'en'),
        async ({ page }) => {
          const t = textsOf(language)
          await page.addInitScript(() =>
            localStorage.setItem('tafelrunde.settings', JSON.stringify({ animation: 'off' })),
          )
          await page.goto(`/learn/${exercise}`)
          const board = new Board(page)
          await board.press(square)
          await expect(page.getByRole('button', { name: t('learn.takeback') })).toBeEnabled()
          await expect(page.locator('.feedback')).toContainText(`${t('seat.1')}: `)
          await expectUncovered(page.locator('.feedback p').last())
          const score = page.getByRole('img', { name: new RegExp(t('learn.captured', { stones: '' }).slice(0, -1)) })
          await expectUncovered(score)
          await expect(score).toHaveText(/^(\s*0)+\s*$/)
          await expectUncovered(board.grid)
        },
      )
    })
  }

  test(
    'hints, replies and all buttons are on the screen of a short phone, also below a long task',
    audit,
    async ({ page }) => {
      const t = textsOf('de')
      await page.addInitScript(() => localStorage.setItem('tafelrunde.settings', JSON.stringify({ animation: 'off' })))
      const buttons = page.locator('.actions :is(button, a)')
      const board = new Board(page)
      await page.goto('/learn/lancelot-start/6')
      await expect(board.square('g10')).toBeVisible()
      for (const button of await buttons.all()) await expectUncovered(button)
      await page.getByRole('button', { name: t('learn.hint') }).tap()
      await expectUncovered(page.locator('.feedback').getByText(t('learn.hint.row', { row: 7 }), { exact: true }))
      await page.goto('/learn/wotn-start/12')
      await board.press('e2')
      await board.press('e4')
      const reply = page.locator('.feedback p').first()
      await expect(reply).toContainText(`${t('color.b')}: `)
      await expectUncovered(reply)
      await expect(buttons).toHaveCount(3)
      for (const button of await buttons.all()) await expectUncovered(button)
    },
  )

  test('the row of buttons covers no choice of a promotion', audit, async ({ page }) => {
    const t = textsOf('de')
    await page.goto('/learn/wotn-bishops/5')
    const board = new Board(page)
    await expect(board.square('b3')).toHaveAttribute('aria-label', /Kardinal/)
    await page.getByRole('button', { name: t('learn.hint') }).tap()
    await page.getByRole('button', { name: t('learn.hint.more') }).tap()
    await board.press('b3')
    await board.press('c5')
    const queen = page.getByRole('main').getByRole('dialog').locator('.choice').filter({ hasText: 'Dame' })
    await queen.tap({ timeout: 10_000 })
    await expect(page.locator('.feedback')).toContainText(t('learn.solved'))
  })

  test('the row of buttons covers no part of the board of a phone in landscape', audit, async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await page.goto('/learn/lancelot-start/2')
    const row = page.locator('.actions')
    await expect(row.getByRole('button').first()).toBeEnabled()
    const [board, actions] = [await page.locator('.lesson > .board').boundingBox(), await row.boundingBox()]
    expect(actions?.x).toBeGreaterThanOrEqual((board?.x ?? 0) + (board?.width ?? 0))
  })
})
