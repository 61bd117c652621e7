import { Board } from './board.ts'
import { type Look, lookName, oneLook, textsOf, useLook } from './looks.ts'
import { expectStillAccessible, newPerson } from './people.ts'
import { openTable, seatPlayers, sitDown, turnOf } from './tables.ts'
import { audit, auditIf, expect, type Locator, type Page, picture, test } from './test.ts'

type Words = ReturnType<typeof textsOf>
type Size = { width: number; height: number }

const english: Look = { language: 'en', scheme: 'light' }
const german: Look = { language: 'de', scheme: 'dark' }

const portrait: Size = { width: 390, height: 844 }
const landscape: Size = { width: 844, height: 390 }
const desktop: Size = { width: 1280, height: 800 }
const small: Size = { width: 360, height: 640 }
const tablet: Size = { width: 768, height: 1024 }

/** With TAFELRUNDE_ALL_LOOKS, which make audit sets, everything is tested at all sizes; otherwise a sample. */
const all = Boolean(process.env.TAFELRUNDE_ALL_LOOKS)

/** cutOff returns the texts of options that are wider than their select element, with the missing pixels. */
async function cutOff(selects: Locator): Promise<[string, number][]> {
  return selects.evaluateAll((all) =>
    (all as HTMLSelectElement[])
      .filter((select) => select.offsetWidth > 0)
      .flatMap((select) =>
        [...select.options].map((option): [string, number] => {
          const alone = select.cloneNode() as HTMLSelectElement
          alone.append(option.cloneNode(true))
          alone.style.cssText = 'position: absolute; width: max-content; max-width: none'
          select.after(alone)
          const missing = alone.offsetWidth - select.offsetWidth
          alone.remove()
          return [option.text, missing]
        }),
      )
      .filter(([, missing]) => missing > 0),
  )
}

/** boxes returns the positions and sizes of the board and the players in the page. */
async function boxes(page: Page): Promise<Record<string, number[]>> {
  return page.evaluate(() => {
    const parts = { board: 'main [role="grid"]', players: 'main :is(.bar, .seats > li)', field: 'main .layout .board' }
    return Object.fromEntries(
      Object.entries(parts).map(([name, selector]) => [
        name,
        [...document.querySelectorAll<HTMLElement>(selector)]
          .filter((element) => element.offsetWidth > 0)
          .flatMap((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            return [x + scrollX, y + scrollY, width, height].map(Math.round)
          }),
      ]),
    )
  })
}

/** expectOnScreen checks that the board, its coordinates, all players and `parts` are visible without scrolling. */
async function expectOnScreen(page: Page, ...parts: Locator[]): Promise<void> {
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const { width, height } = page.viewportSize() ?? landscape
  const main = page.getByRole('main')
  const players = main.locator('.bar, .seats > li').filter({ visible: true })
  expect(await players.count()).toBeGreaterThan(1)
  for (const part of [main.getByRole('grid'), main.locator('.columns'), ...(await players.all()), ...parts]) {
    const box = await part.boundingBox()
    expect(box).not.toBeNull()
    if (!box) continue
    expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
  }
  const board = await main.getByRole('grid').boundingBox()
  expect(board?.height).toBeGreaterThan(0.55 * height)
}

/** expectBoardStays checks that the board stays on the screen when the page scrolls to a part. */
async function expectBoardStays(page: Page, part: Locator): Promise<void> {
  await part.scrollIntoViewIfNeeded()
  const board = await page.getByRole('main').getByRole('grid').boundingBox()
  expect(board?.y).toBeGreaterThanOrEqual(0)
  expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
}

/** expectAboveBar checks that parts of a page are visible above the bottom bar, if there is one, without scrolling. */
async function expectAboveBar(page: Page, t: Words, ...parts: Locator[]): Promise<void> {
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const bar = page.getByRole('navigation', { name: t('app.sections') })
  const top = (await bar.isVisible()) ? ((await bar.boundingBox())?.y ?? 0) : 10_000
  const end = Math.min(top, page.viewportSize()?.height ?? 0)
  for (const part of parts) {
    const box = await part.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 10_000)).toBeLessThanOrEqual(end)
  }
}

/** expectActionsOnScreen checks that the actions of a game are visible above the bottom bar, or in its place, without scrolling. */
async function expectActionsOnScreen(page: Page, t: Words): Promise<void> {
  await expectAboveBar(page, t, page.getByRole('group', { name: t('game.actions') }))
}

/** expectLocalOnScreen checks that a local game shows its actions and its card. */
async function expectLocalOnScreen(page: Page, t: Words, name: string): Promise<void> {
  const before = page.viewportSize() ?? landscape
  for (const size of [portrait, tablet, landscape, small]) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    await expectActionsOnScreen(page, t)
    const card = page.locator('main .layout > .card')
    await expectAboveBar(page, t, card)
    const [cardBox, actions] = [await card.boundingBox(), await page.locator('main .layout > .actions').boundingBox()]
    if (size === small) expect((cardBox?.y ?? 0) + (cardBox?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0)
    await picture(page, `${name}-${size.width}-local`)
  }
  await page.setViewportSize(before)
}

/** cutLabels returns the labels of actions that are wider than their buttons. */
async function cutLabels(page: Page): Promise<string[]> {
  return page
    .locator('.action .label')
    .evaluateAll((all) =>
      all.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
    )
}

async function startWotn(page: Page, t: Words): Promise<void> {
  await page.goto('/wotn/new')
  for (const side of [t('color.w'), t('color.b')]) {
    await page.getByRole('group', { name: side, exact: true }).getByRole('combobox').selectOption('person')
  }
  await page.getByRole('button', { name: t('new.start') }).click()
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(page.locator('main .piece').first()).toBeVisible()
}

async function startLancelot(page: Page, t: Words, seats: number, target: number, excalibur = false): Promise<void> {
  await page.goto('/lancelot/new')
  const dialog = page.locator('dialog')
  await dialog.locator(`input[name="seats"][value="${seats}"]`).check()
  for (const select of await dialog.locator('.sitting select').all()) await select.selectOption('person')
  await dialog.getByRole('textbox', { name: t('new.target') }).fill(String(target))
  if (excalibur) await dialog.getByRole('checkbox', { name: t('new.excalibur') }).check()
  await dialog.getByRole('button', { name: t('new.start') }).click()
  await expect(dialog).toHaveCount(0)
  // The last seat places Excalibur.
  if (excalibur) await new Board(page).press('e9')
  await expect(page.getByText(t('lancelot.turn', { who: t('seat.0') }), { exact: true })).toBeVisible()
}

/** startMatchOf starts a match between Ann, in the first seat, and Ben. */
async function startMatchOf(ann: Page, ben: Page, t: Words, game: 'wotn' | 'lancelot'): Promise<void> {
  const table = await openTable(ann, t, async (dialog) => {
    await dialog.getByLabel(t('online.name')).fill('Ann')
    if (game === 'lancelot') {
      await dialog.locator('input[value="lancelot"]').check()
      await dialog.getByLabel(t('new.seats')).selectOption('2')
    }
    await dialog
      .getByLabel(t(game === 'wotn' ? 'new-table.color' : 'new.first'))
      .selectOption(t(game === 'wotn' ? 'color.w' : 'seat.0'))
    await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
  })
  await sitDown(ben, t, table, 'Ben')
  await expect(turnOf(ben, t, 'Ann', game)).toBeVisible()
  for (const page of [ann, ben]) await expect(page.getByRole('main').getByRole('grid')).toBeVisible()
}

async function resign(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t('game.resign') }).click()
  await page.getByRole('button', { name: t('game.resign.yes') }).click()
}

// German has the longer words.
for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)

    test('all options in dialogs are readable on a phone', audit, async ({ page }) => {
      const dialog = page.locator('dialog')
      // Those in the header are transparent and lie over an icon, which shows the choice.
      const selects = page.locator(':is(dialog, main) select')
      const check = async (name: string) => {
        for (const width of [390, 360]) {
          await page.setViewportSize({ width, height: 844 })
          expect(await cutOff(selects)).toEqual([])
          for (const field of await dialog.locator('.sitting input[type="text"]').all()) {
            expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(80)
          }
          await picture(page, `${name}-${width}`)
        }
      }
      await page.setViewportSize(portrait)
      await page.goto('/lancelot/new')
      await dialog.locator('input[name="seats"][value="5"]').check()
      for (const select of await dialog.locator('.sitting select').all()) await select.selectOption('1000')
      await check('lancelot')
      await expectStillAccessible(page)
      await page.goto('/wotn/new')
      await dialog.locator('select').first().selectOption('1000')
      await check('wotn')
      await page.goto('/play/new')
      await check('table')
      await dialog.locator('input[value="lancelot"]').check()
      await dialog.getByLabel(t('new.seats')).selectOption('5')
      await dialog.getByLabel(t('new-table.clock.kind')).selectOption('correspondence')
      await check('table-lancelot')
      await expectStillAccessible(page)
    })

    test('the title of a dialog is beside its close button on a phone', audit, async ({ page }) => {
      await page.setViewportSize(portrait)
      await page.goto('/lancelot/paste')
      await expect(page.locator('dialog h2')).toBeVisible()
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 })
        const gap = await page.locator('dialog').evaluate((dialog) => {
          const range = document.createRange()
          range.selectNodeContents(dialog.querySelector('h2') as Element)
          const close = dialog.querySelector('.close') as Element
          return close.getBoundingClientRect().left - range.getBoundingClientRect().right
        })
        expect(gap).toBeGreaterThanOrEqual(0)
      }
    })

    test('the menu of a game is on the screen of a phone in landscape', audit, async ({ page }) => {
      await page.setViewportSize(landscape)
      await startWotn(page, t)
      await page.getByRole('button', { name: t('action.more') }).click()
      const entries = page.getByRole('group', { name: t('action.more') }).locator('button, a')
      expect(await entries.count()).toBeGreaterThan(5)
      for (const entry of await entries.all()) await expect(entry).toBeInViewport({ ratio: 1 })
      await picture(page, 'menu-844')
      await page.keyboard.press('Escape')
      await expect(entries).toHaveCount(0)
    })

    test('the actions of a match are on the screen of a phone and readable', audit, async ({ browser }) => {
      const people = [await newPerson(browser, look), await newPerson(browser, look)] as const
      const [ann, ben] = [people[0].page, people[1].page]
      for (const page of [ann, ben]) await page.setViewportSize(portrait)
      await seatPlayers(people[0], people[1], t, async (dialog) => {
        await dialog.getByLabel(t('new-table.clock.kind')).selectOption('real-time')
      })
      for (const page of [ann, ben]) {
        await expect(page.locator('.deadline')).toBeVisible()
        await expectActionsOnScreen(page, t)
        await picture(page, `deadline-${page === ann ? 'ann' : 'ben'}`)
      }
      for (const size of [{ width: 360, height: 844 }, landscape, desktop, portrait]) {
        await ann.setViewportSize(size)
        expect(await cutLabels(ann)).toEqual([])
      }
      // A move that is being sent does not push the actions down either.
      await people[0].context.setOffline(true)
      await new Board(ann).click('e2', 'e4')
      await expect(ann.getByText(t('match.sending', { move: 'e2–e4' }), { exact: true }).last()).toBeVisible()
      await expectActionsOnScreen(ann, t)
      await picture(ann, 'sending')
      await people[0].context.setOffline(false)
      await expect(turnOf(ben, t, 'Ben')).toBeVisible()
      await new Board(ben).click('e7', 'e5')
      for (const page of [ann, ben]) await expect(turnOf(page, t, 'Ann')).toBeVisible()
      for (const page of [ann, ben]) {
        expect(await cutLabels(page)).toEqual([])
        await expectActionsOnScreen(page, t)
      }
      await resign(ben, t)
      // The buttons after the game are in one row.
      const row = ann.locator('.status .row').filter({ has: ann.getByRole('button', { name: t('game.rematch') }) })
      const after = row.getByRole('button').or(row.locator('a'))
      await expect(after).toHaveCount(3)
      const rows = await after.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().y))
      expect(new Set(rows).size).toBe(1)
      await picture(ann, 'finished')
      await expectStillAccessible(ann)
    })

    test('a phone in landscape shows the whole board, the players and the actions', async ({ page }) => {
      const sizes = all ? [landscape, { width: 740, height: 360 }, { width: 667, height: 375 }] : [landscape]
      await page.setViewportSize(landscape)
      await startWotn(page, t)
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.evaluate(() => scrollTo(0, 0))
        await expectOnScreen(page, page.getByText(t('game.turn', { who: t('color.w') }), { exact: true }))
        await picture(page, `wotn-${size.width}`)
        await expectBoardStays(page, page.getByRole('button', { name: t('game.resign') }))
      }
      await page.evaluate(() => scrollTo(0, 0))
      await new Board(page).click('e2', 'e4')
      await expect(page.getByRole('button', { name: t('game.explain') })).toBeVisible()
      await expectLocalOnScreen(page, t, 'wotn')
      await page.setViewportSize(landscape)
      await startLancelot(page, t, 5, 8)
      await expectOnScreen(page)
      await expectStillAccessible(page)
      await page.setViewportSize(portrait)
      await expectActionsOnScreen(page, t)
      await page.setViewportSize(landscape)
      await startLancelot(page, t, 2, 8)
      await expectLocalOnScreen(page, t, 'lancelot')
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expectOnScreen(page)
        await picture(page, `lancelot-${size.width}`)
      }
    })
  })
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, locale: 'de-DE' })

  test('the effect of a stone is on the screen before it is placed', audit, async ({ page }) => {
    const t = textsOf('de')
    for (const seats of all ? [2, 3, 5] : [3]) {
      await page.setViewportSize(small)
      await startLancelot(page, t, seats, 8, true)
      const effect = page.locator('main .effect')
      // A second tap on the same square would place the stone.
      for (const [name, size] of [
        ['e5', small],
        ['f6', portrait],
        ['g7', tablet],
        ['h8', landscape],
      ] as const) {
        await page.setViewportSize(size)
        await page.evaluate(() => scrollTo(0, 0))
        const square = page.locator(`main [data-square="${name}"]`)
        const before = await boxes(page)
        const { x, y, width, height } = (await square.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        await page.touchscreen.tap(x + width / 2, y + height / 2)
        await expect(effect).toContainText(`${name}: ${t('lancelot.square.captures-nothing')}`)
        await expect(effect).toContainText(t('lancelot.touch.again'))
        await expectAboveBar(page, t, effect, page.getByRole('button', { name: t('lancelot.kings-power.use') }))
        const [box, actions] = [await effect.boundingBox(), await page.locator('main .layout > .actions').boundingBox()]
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0)
        expect(await boxes(page)).toEqual(before)
        expect(await cutLabels(page)).toEqual([])
        await picture(page, `effect-${seats}-${size.width}`)
      }
    }
  })

  test('the reason why a move is refused moves nothing', audit, async ({ page }) => {
    const t = textsOf('de')
    for (const size of all ? [small, portrait, tablet, landscape] : [small]) {
      await page.setViewportSize(size)
      await startWotn(page, t)
      const parts = page.locator('main .layout > :is(.board, .card, .actions), main .status')
      const tops = () => parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().y))
      const board = new Board(page)
      await board.press('e2')
      const before = await tops()
      await board.press('e6')
      const why = page.locator('main .why')
      await expect(why).toBeVisible()
      // Positions of half pixels are rounded either way.
      const moved = (await tops()).map((y, i) => Math.abs(y - (before[i] ?? Number.NaN)))
      expect(Math.max(...moved), String(moved)).toBeLessThan(1)
      await expectActionsOnScreen(page, t)
      await expectAboveBar(page, t, why)
      await picture(page, `refused-${size.width}`)
    }
  })
})

for (const [game, square] of [
  ['wotn', 'e2'],
  ['lancelot', 'f4'],
] as const) {
  test(
    `the card of an analysis board of ${game} moves nothing when it first shows something`,
    auditIf(game === 'lancelot'),
    async ({ page }) => {
      await page.setViewportSize(desktop)
      await page.goto(`/analysis/${game}`)
      const board = new Board(page)
      await expect(board.square(square)).toBeVisible()
      const hint = page.getByText(textsOf('en')(game === 'wotn' ? 'piece.hint' : 'lancelot.hint'), { exact: true })
      await expect(hint).toBeVisible()
      const places = () =>
        page
          .locator('.layout > .card, .layout section.moves, .layout > .actions')
          .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON()))
      const before = await places()
      expect(before.length).toBe(3)
      await board.hover(square)
      await expect(hint).toHaveCount(0)
      expect(await places()).toEqual(before)
    },
  )
}

test('a phone in landscape shows a whole match', audit, async ({ browser }) => {
  for (const [game, look] of [
    ['wotn', english],
    ['lancelot', german],
  ] as const) {
    const t = textsOf(look.language)
    const [ann, ben] = [await newPerson(browser, look), await newPerson(browser, look)]
    await ann.page.setViewportSize(landscape)
    await startMatchOf(ann.page, ben.page, t, game)
    const resigns = ann.page.getByRole('button', { name: t('game.resign') })
    await expectOnScreen(ann.page)
    await expectOnScreen(ann.page, turnOf(ann.page, t, 'Ann', game))
    await expectStillAccessible(ann.page)
    await picture(ann.page, `${game}-844`)
    for (const size of [
      { width: 740, height: 360 },
      { width: 667, height: 375 },
    ]) {
      await ann.page.setViewportSize(size)
      await expectOnScreen(ann.page)
      await picture(ann.page, `${game}-${size.width}`)
    }
    await expectBoardStays(ann.page, resigns)
    await ann.context.close()
    await ben.context.close()
  }
})

/** layouts returns the boxes of a page at the sizes of phones and of a desktop. */
async function layouts(page: Page) {
  const all = []
  for (const size of [portrait, landscape, desktop]) {
    await page.setViewportSize(size)
    all.push({ size, boxes: await boxes(page) })
  }
  return all
}

test('five players with clocks fit beside each other on a short phone', audit, async ({ browser }) => {
  const people = []
  for (const name of ['Ann', 'Ben', 'Christopher', 'Dora', 'Eleonora']) {
    const person = await newPerson(browser, english)
    await person.page.request.post('/api/session', { data: { name } })
    people.push(person)
  }
  const [ann] = people
  if (!ann) throw new Error('no players')
  const clock = { kind: 'real-time', initial: 600_000, increment: 5000 }
  const rules = { game: 'lancelot', variant: 'excalibur', seats: 5, first: 0 }
  const settings = { ...rules, clock, timeout: 'engine', takeoverLevel: 5, visibility: 'link' }
  const opened = await ann.page.request.post('/api/matches', { data: { settings, seat: 0 } })
  expect(opened.ok(), await opened.text()).toBe(true)
  const { match } = await opened.json()
  for (const [seat, { page }] of people.entries()) {
    if (seat === 0) continue
    const sat = await page.request.post(`/api/matches/${match}/commands`, { data: { type: 'sit', seat } })
    expect(sat.ok(), await sat.text()).toBe(true)
  }
  await ann.page.setViewportSize(small)
  await ann.page.goto(`/match/${match}`)
  const seats = ann.page.locator('.seats > li')
  await expect(seats).toHaveCount(5)
  await expect(seats.locator('.clock')).toHaveCount(5)
  expect(await ann.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(small.width)
  for (const seat of await seats.all()) {
    const cell = await seat.boundingBox()
    for (const part of ['.clock', '.count', '.excalibur-turn']) {
      const box = await seat.locator(part).boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(cell?.x ?? 0)
      expect((box?.x ?? 0) + (box?.width ?? 1000)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0))
    }
  }
  await picture(ann.page, 'five')
  for (const { context } of people) await context.close()
})

test('the board and the players do not move when a game ends', async ({ browser }) => {
  const t = textsOf('de')
  // Ended by the rules and by resignation.
  const { page, context } = await newPerson(browser, german)
  await page.setViewportSize(portrait)
  await startLancelot(page, t, 2, 1)
  const board = new Board(page)
  const put = async (square: string, who: string) => {
    await board.press(square)
    await expect(page.getByText(t('lancelot.turn', { who }), { exact: true })).toBeVisible()
  }
  for (const [i, square] of ['e5', 'e7', 'e6', 'k11'].entries()) await put(square, t(i % 2 ? 'seat.0' : 'seat.1'))
  let before = await layouts(page)
  await board.press('e8')
  await expect(page.getByText(t('result.won', { who: t('seat.0') }))).toBeVisible()
  expect(await layouts(page)).toEqual(before)
  await picture(page, 'lancelot-local')

  await startWotn(page, t)
  before = await layouts(page)
  await resign(page, t)
  await expect(page.getByText(t('result.resigned'))).toBeVisible()
  expect(await layouts(page)).toEqual(before)
  await picture(page, 'wotn-local')
  await context.close()
})

test(
  'the board and the players do not move on the pages of both players when a match ends',
  audit,
  async ({ browser }) => {
    const t = textsOf('de')
    for (const game of ['lancelot', 'wotn'] as const) {
      const people = [await newPerson(browser, german), await newPerson(browser, german)] as const
      const [ann, ben] = [people[0].page, people[1].page]
      await startMatchOf(ann, ben, t, game)
      const before = [await layouts(ann), await layouts(ben)]
      await picture(ann, `${game}-before`)
      await resign(ann, t)
      for (const one of [ann, ben]) await expect(one.getByText(t('result.resignation'))).toBeVisible()
      await picture(ann, `${game}-after`)
      expect([await layouts(ann), await layouts(ben)]).toEqual(before)
      for (const { context } of people) await context.close()
    }
  },
)
