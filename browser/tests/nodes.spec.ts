import { Board } from './board.ts'
import { textsOf } from './looks.ts'
import { hasPostgres, Postgres } from './postgres.ts'
import { TestServer } from './server.ts'
import { openChat, openTable, say, sitDown, startMatch, turnOf } from './tables.ts'
import { audit, expect, picture, test } from './test.ts'

test.skip(!hasPostgres && !process.env.CI, 'PostgreSQL is not installed')

/** Two servers with the same database. */
const [near, far] = [new TestServer(), new TestServer()]
let database: Postgres
const before = process.env.TAFELRUNDE_DATABASE

test.beforeAll(async () => {
  database = new Postgres()
  await database.open()
  process.env.TAFELRUNDE_DATABASE = database.url
  await near.start()
  await far.start()
})
test.afterAll(async () => {
  await near.close()
  await far.close()
  database.close()
  if (before === undefined) delete process.env.TAFELRUNDE_DATABASE
  else process.env.TAFELRUNDE_DATABASE = before
})

const look = { language: 'en', scheme: 'light' } as const

test('a match on two servers continues when one of them is killed', async ({ browser }) => {
  test.setTimeout(240_000)
  const t = textsOf(look.language)
  const [ann, ben] = [await near.newPerson(browser, look), await far.newPerson(browser, look)]
  await ben.page.goto('/play')
  const table = await openTable(ann.page, t, async (dialog) => {
    await dialog.getByLabel(t('online.name')).fill('Ann')
    await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
  })
  // The lobby of the other server shows the table without a reload.
  await expect(ben.page.locator(`a[href="${table.slice(1)}"]`)).toBeVisible()
  await sitDown(ben.page, t, table, 'Ben')
  for (const { page } of [ann, ben]) await expect(turnOf(page, t, 'Ann')).toBeVisible()

  // Players on the other server are not shown as away.
  await expect(ann.page.getByText(t('match.away'))).toHaveCount(0, { timeout: 60_000 })
  await expect(ben.page.getByText(t('match.away'))).toHaveCount(0, { timeout: 60_000 })

  // A premove is played when the move arrives from the other server. Chat works in both directions.
  const [white, black] = [new Board(ann.page), new Board(ben.page)]
  await black.click('e7', 'e5')
  await expect(ben.page.getByRole('button', { name: t('match.premove.cancel') })).toBeVisible()
  await white.click('e2', 'e4')
  for (const { page } of [ann, ben]) await expect(turnOf(page, t, 'Ann')).toBeVisible()
  for (const [from, to, text] of [
    [ann, ben, 'From near'],
    [ben, ann, 'From far'],
  ] as const) {
    await say(from.page, t, text)
    await openChat(to.page, t)
    await expect(to.page.getByText(text)).toHaveCount(1)
  }

  // The other server is killed. The proxy connects its players to the remaining one.
  await far.kill()
  await expect(ben.page.getByText(t('online.lost'))).toBeVisible()
  ben.proxy.redirect(near)
  await expect(ben.page.getByText(t('online.lost'))).toHaveCount(0, { timeout: 10_000 })
  await white.click('g1', 'f3')
  await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()
  await black.click('b8', 'c6')
  await expect(turnOf(ann.page, t, 'Ann')).toBeVisible()
  for (const text of ['From near', 'From far']) await expect(ben.page.getByText(text)).toHaveCount(1)
  await Promise.all([ann, ben].map(({ context }) => context.close()))
})

test('a match survives a restart of the database', audit, async ({ browser }) => {
  test.setTimeout(180_000)
  const t = textsOf(look.language)
  const [ann, ben] = await startMatch(near, browser, look)
  const [white, black] = [new Board(ann.page), new Board(ben.page)]
  await white.click('e2', 'e4')
  await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()

  // The server is running, but both pages report a lost connection, also the one without a pending request.
  database.stop()
  for (const { page } of [ann, ben]) await expect(page.getByText(t('online.lost'))).toBeVisible({ timeout: 15_000 })
  await black.click('e7', 'e5')
  // The pages try to connect again, without success.
  for (const { proxy } of [ann, ben]) {
    const before = proxy.streamRequests.length
    await expect.poll(() => proxy.streamRequests.length).toBeGreaterThan(before + 1)
  }
  for (const { page } of [ann, ben]) await expect(page.getByText(t('online.lost'))).toBeVisible()
  await picture(ann.page, 'without-database')
  await expect(turnOf(ann.page, t, 'Ben')).toBeVisible()

  // The move made meanwhile is played once.
  database.start()
  await expect(turnOf(ann.page, t, 'Ann')).toBeVisible({ timeout: 15_000 })
  for (const { page } of [ann, ben]) await expect(page.getByText(t('online.lost'))).toHaveCount(0, { timeout: 15_000 })
  await white.click('g1', 'f3')
  await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()
  await Promise.all([ann, ben].map(({ context }) => context.close()))
})
