import { expect, type Page, test } from '@playwright/test'
import { Board } from './board.ts'
import { looks, speaking } from './looks.ts'
import { arrive } from './people.ts'
import { seatBoth } from './tables.ts'

const [english] = looks
if (!english) throw new Error('the tests need a look')
const t = speaking('en')

/** Records the requests of a page from now on, such as "POST /api/session". */
function record(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol.startsWith('http')) requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

test('a move costs the mover one request, and the opponent and a spectator none', async ({ browser }) => {
  const [ann, ben, cat] = [
    await arrive(browser, english),
    await arrive(browser, english),
    await arrive(browser, english),
  ]
  const table = await seatBoth(ann, ben, t)
  await cat.page.goto(table)
  await expect(cat.page.getByText(t('table.turn', { who: 'Ann' }), { exact: true })).toBeVisible()
  const [white, black, seen] = [new Board(ann.page), new Board(ben.page), new Board(cat.page)]

  // The first moves load what only a game needs, such as the rules.
  await white.click('e2', 'e4')
  await expect(seen.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(black.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await black.click('e7', 'e5')
  await expect(seen.square('e5')).toHaveAttribute('aria-label', /Black Pawn/)
  await expect(white.square('e5')).toHaveAttribute('aria-label', /Black Pawn/)

  const [byAnn, byBen, byCat] = [record(ann.page), record(ben.page), record(cat.page)]
  const move = `POST /api/matches/${table.split('/').at(-1)}/commands`
  await white.click('d2', 'd4')
  for (const board of [black, seen]) await expect(board.square('d4')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(ann.page.getByText(t('table.turn', { who: 'Ben' }), { exact: true })).toBeVisible()
  await ann.page.waitForTimeout(1500)
  expect([byAnn, byBen, byCat]).toEqual([[move], [], []])

  await black.click('a7', 'a6')
  for (const board of [white, seen]) await expect(board.square('a6')).toHaveAttribute('aria-label', /Black Pawn/)
  await ben.page.waitForTimeout(1500)
  expect([byAnn, byBen, byCat]).toEqual([[move], [move], []])

  // So it is with the other commands.
  await ann.page.getByLabel(t('match.chat.message')).fill('Well played')
  await ann.page.getByRole('button', { name: t('match.chat.send') }).click()
  await expect(ben.page.getByText('Well played')).toBeVisible()
  await white.click('h2', 'h3')
  for (const board of [black, seen]) await expect(board.square('h3')).toHaveAttribute('aria-label', /White Pawn/)
  await ann.page.waitForTimeout(1500)
  expect([byAnn, byBen, byCat]).toEqual([[move, move, move], [move], []])
  for (const { context } of [ann, ben, cat]) await context.close()
})
