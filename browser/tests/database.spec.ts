import { expect, test } from '@playwright/test'
import { Board } from './board.ts'
import { House } from './house.ts'
import { speaking } from './looks.ts'
import { hasPostgres, Postgres } from './postgres.ts'
import { meet, turnOf } from './tables.ts'

test.skip(!hasPostgres && !process.env.CI, 'PostgreSQL is not installed')

const house = new House()
let database: Postgres
const before = process.env.TAFELRUNDE_DATABASE

test.beforeAll(async () => {
  database = new Postgres()
  await database.open()
  process.env.TAFELRUNDE_DATABASE = database.url
  await house.open()
})
test.afterAll(async () => {
  await house.close()
  database.close()
  if (before === undefined) delete process.env.TAFELRUNDE_DATABASE
  else process.env.TAFELRUNDE_DATABASE = before
})

const look = { language: 'en', scheme: 'light' } as const
test('the database goes and comes back while two people play', async ({ browser }) => {
  test.setTimeout(180_000)
  const t = speaking(look.language)
  const [ann, ben] = await meet(house, browser, look)
  const [white, black] = [new Board(ann.page), new Board(ben.page)]
  await white.click('e2', 'e4')
  await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()

  // Who has asked for nothing is told too, though the server is there.
  database.stop()
  for (const { page } of [ann, ben]) await expect(page.getByText(t('online.lost'))).toBeVisible({ timeout: 15_000 })
  await black.click('e7', 'e5')
  await ann.page.waitForTimeout(10_000)
  for (const { page } of [ann, ben]) await expect(page.getByText(t('online.lost'))).toBeVisible()
  await ann.page.screenshot({ path: test.info().outputPath('without-database.png') })
  await expect(turnOf(ann.page, t, 'Ben')).toBeVisible()

  // The move was not lost, and is not played twice.
  database.start()
  await expect(turnOf(ann.page, t, 'Ann')).toBeVisible({ timeout: 15_000 })
  for (const { page } of [ann, ben]) await expect(page.getByText(t('online.lost'))).toHaveCount(0, { timeout: 15_000 })
  await white.click('g1', 'f3')
  await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()
  await Promise.all([ann, ben].map(({ context }) => context.close()))
})
