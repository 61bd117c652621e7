import { Board } from './board.ts'
import { textsOf } from './looks.ts'
import { hasPostgres, Postgres } from './postgres.ts'
import { TestServer } from './server.ts'
import { startMatch, turnOf } from './tables.ts'
import { expect, test } from './test.ts'

test.skip(!hasPostgres && !process.env.CI, 'PostgreSQL is not installed')

const server = new TestServer()
let database: Postgres
const before = process.env.TAFELRUNDE_DATABASE

test.beforeAll(async () => {
  database = new Postgres()
  await database.open()
  process.env.TAFELRUNDE_DATABASE = database.url
  await server.start()
})
test.afterAll(async () => {
  await server.close()
  database.close()
  if (before === undefined) delete process.env.TAFELRUNDE_DATABASE
  else process.env.TAFELRUNDE_DATABASE = before
})

const look = { language: 'en', scheme: 'light' } as const
test('a match survives a restart of the database', async ({ browser }) => {
  test.setTimeout(180_000)
  const t = textsOf(look.language)
  const [ann, ben] = await startMatch(server, browser, look)
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
  await ann.page.screenshot({ path: test.info().outputPath('without-database.png') })
  await expect(turnOf(ann.page, t, 'Ben')).toBeVisible()

  // The move made meanwhile is played once.
  database.start()
  await expect(turnOf(ann.page, t, 'Ann')).toBeVisible({ timeout: 15_000 })
  for (const { page } of [ann, ben]) await expect(page.getByText(t('online.lost'))).toHaveCount(0, { timeout: 15_000 })
  await white.click('g1', 'f3')
  await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()
  await Promise.all([ann, ben].map(({ context }) => context.close()))
})
