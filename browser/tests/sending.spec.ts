import { Board } from './board.ts'
import { looks, textsOf } from './looks.ts'
import { expectStillAccessible } from './people.ts'
import { type Person, TestServer } from './server.ts'
import { openTable, sitDown, startMatch } from './tables.ts'
import { audit, expect, type Page, test } from './test.ts'

const [english] = looks
if (!english) throw new Error('looks is empty')
const t = textsOf('en')

let server: TestServer
test.beforeAll(async () => {
  server = new TestServer()
  await server.start()
})
test.afterAll(() => server.close())

const leave = (...people: Person[]) => Promise.all(people.map(({ context }) => context.close()))
const shown = (page: Page, text: string) =>
  page.getByRole('main').getByText(text, { exact: true }).filter({ visible: true })
/** runBoardTimer runs the timers of a page until the board would undo a move that the page has not made. */
const runBoardTimer = (page: Page) => page.clock.runFor(3000)

test('a move made offline stays on the board and is played once, and the page does not move', async ({ browser }) => {
  const [ann, ben] = await startMatch(server, browser, english)
  await ann.page.setViewportSize({ width: 390, height: 844 })
  const [white, black] = [new Board(ann.page), new Board(ben.page)]
  const statuses: number[] = []
  ann.page.on('response', (response) => {
    if (response.url().endsWith('/commands')) statuses.push(response.status())
  })
  await expect(white.square('e2')).toHaveAttribute('aria-label', /White Pawn/)
  const before = await white.grid.boundingBox()

  await ann.page.clock.install()
  await ann.context.setOffline(true)
  await white.click('e2', 'e4')
  await expect(shown(ann.page, t('match.sending', { move: 'e2–e4' }))).toBeVisible()
  await expect(ann.page.getByText(t('online.lost'))).toBeVisible()
  expect(await white.grid.boundingBox()).toEqual(before)
  await runBoardTimer(ann.page)
  await expect(white.square('e4')).toHaveAttribute('aria-label', /White Pawn.*sending/)
  await expect(white.square('e2')).toHaveAttribute('aria-label', 'e2, empty')
  await expectStillAccessible(ann.page)

  // A premove can be entered meanwhile.
  await white.click('d2', 'd4')
  await expect(ann.page.getByRole('group', { name: t('match.premove', { move: 'd2–d4' }) })).toBeVisible()
  await ann.context.setOffline(false)
  await expect(black.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(shown(ann.page, t('match.sending', { move: 'e2–e4' }))).toHaveCount(0)
  await black.click('e7', 'e5')
  await expect(black.square('d4')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(ben.page.locator('.pair button')).toHaveText(['e4', 'e5', 'd4'])
  expect(statuses.filter((status) => status < 300)).toHaveLength(2)
  await expect(ann.page.locator('.wrong')).toHaveCount(0)
  await leave(ann, ben)
})

test('a move whose response is lost is played once and not reported as refused', async ({ browser }) => {
  const [ann, ben] = await startMatch(server, browser, english)
  const white = new Board(ann.page)
  await ann.page.route(
    '**/commands',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await white.click('e2', 'e4')
  await expect(new Board(ben.page).square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(ann.page.getByText(t('game.turn', { who: 'Ben' }), { exact: true })).toBeVisible()
  await expect(white.square('e4')).toHaveAttribute('aria-label', 'e4, White Pawn')
  await expect(ann.page.locator('.wrong')).toHaveCount(0)
  await leave(ann, ben)
})

test('a move that arrives too late is undone, with the reason', audit, async ({ browser }) => {
  const [ann, ben] = await startMatch(server, browser, english)
  const white = new Board(ann.page)
  // The rules are loaded.
  await expect(white.square('e2')).toHaveAttribute('aria-label', /White Pawn/)
  await ann.context.setOffline(true)
  await white.click('e2', 'e4')
  await expect(shown(ann.page, t('match.sending', { move: 'e2–e4' }))).toBeVisible()
  await ben.page.getByRole('button', { name: t('match.abort') }).click()
  await expect(ben.page.getByText(t('match.aborted')).first()).toBeVisible()
  await ann.context.setOffline(false)
  const refused = ann.page.getByRole('alert').filter({ hasText: 'Your move e2–e4 was not played.' })
  await expect(refused).toBeVisible()
  await expect(white.square('e2')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(white.square('e4')).toHaveAttribute('aria-label', 'e4, empty')
  await leave(ann, ben)
})

test('an unsent move survives a reload of the page', audit, async ({ browser }) => {
  const [ann, ben] = await startMatch(server, browser, english)
  const white = new Board(ann.page)
  await ann.page.route('**/commands', (route) => route.abort())
  await white.click('e2', 'e4')
  await expect(shown(ann.page, t('match.sending', { move: 'e2–e4' }))).toBeVisible()
  await ann.page.reload()
  await expect(white.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await ann.page.unrouteAll()
  await expect(new Board(ben.page).square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(ben.page.locator('.pair button')).toHaveText(['e4'])
  await leave(ann, ben)
})

test('a stone placed offline stays on the field and is placed once', audit, async ({ browser }) => {
  const german = textsOf('de')
  const look = { language: 'de', scheme: 'dark' } as const
  const [ann, ben] = [await server.newPerson(browser, look), await server.newPerson(browser, look)]
  const table = await openTable(ann.page, german, async (dialog) => {
    await dialog.getByLabel(german('online.name')).fill('Ann')
    await dialog.getByRole('radio', { name: german('game.lancelot') }).check()
    await dialog.getByLabel(german('new.seats')).selectOption('2')
    await dialog.getByLabel(german('new.first')).selectOption(german('seat.0'))
    await dialog.getByLabel(german('new-table.visibility')).selectOption('link')
  })
  await sitDown(ben.page, german, table, 'Ben')
  await expect(ben.page.getByText(german('lancelot.turn', { who: 'Ann' }))).toBeVisible()
  const [red, blue] = [new Board(ann.page), new Board(ben.page)]
  const before = await red.grid.boundingBox()
  await ann.page.clock.install()
  await ann.context.setOffline(true)
  await red.press('g7')
  await expect(shown(ann.page, german('match.sending', { move: 'g7' }))).toBeVisible()
  await runBoardTimer(ann.page)
  await expect(red.square('g7')).toHaveAttribute('aria-label', /Ann.*wird gesendet/)
  expect(await red.grid.boundingBox()).toEqual(before)
  await expectStillAccessible(ann.page)
  // A premove can be entered meanwhile.
  await red.press('h9')
  await ann.context.setOffline(false)
  await expect(blue.square('g7')).toHaveAttribute('aria-label', /Ann/)
  await blue.press('d4')
  await expect(blue.square('h9')).toHaveAttribute('aria-label', /Ann/)
  const log = ben.page.getByRole('region', { name: german('lancelot.log'), exact: true }).getByRole('listitem')
  await expect(log).toHaveCount(3)
  await leave(ann, ben)
})
