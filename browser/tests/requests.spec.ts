import { Board } from './board.ts'
import { looks, textsOf } from './looks.ts'
import { newPerson } from './people.ts'
import { openChat, say, seatPlayers } from './tables.ts'
import { audit, expect, type Page, test } from './test.ts'

const [english] = looks
if (!english) throw new Error('looks is empty')
const t = textsOf('en')

/** record returns the list of the requests of a page from now on, such as "POST /api/session". */
function record(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol.startsWith('http')) requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

/** runTimers runs the timers of the pages that are due within two seconds, such as that of a missing event. */
async function runTimers(...people: { page: Page }[]): Promise<void> {
  for (const { page } of people) await page.clock.runFor(2000)
}

test('a move takes one request of the player, and none of the opponent and of spectators', async ({ browser }) => {
  const [ann, ben, cat] = [
    await newPerson(browser, english),
    await newPerson(browser, english),
    await newPerson(browser, english),
  ]
  for (const { page } of [ann, ben, cat]) await page.clock.install()
  const table = await seatPlayers(ann, ben, t)
  await cat.page.goto(table)
  await expect(cat.page.getByText(t('game.turn', { who: 'Ann' }), { exact: true })).toBeVisible()
  const [white, black, seen] = [new Board(ann.page), new Board(ben.page), new Board(cat.page)]

  // The first moves load the rules.
  await white.click('e2', 'e4')
  await expect(seen.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(black.square('e4')).toHaveAttribute('aria-label', /White Pawn/)
  await black.click('e7', 'e5')
  await expect(seen.square('e5')).toHaveAttribute('aria-label', /Black Pawn/)
  await expect(white.square('e5')).toHaveAttribute('aria-label', /Black Pawn/)

  const [ofAnn, ofBen, ofCat] = [record(ann.page), record(ben.page), record(cat.page)]
  const move = `POST /api/matches/${table.split('/').at(-1)}/commands`
  await white.click('d2', 'd4')
  for (const board of [black, seen]) await expect(board.square('d4')).toHaveAttribute('aria-label', /White Pawn/)
  await expect(ann.page.getByText(t('game.turn', { who: 'Ben' }), { exact: true })).toBeVisible()
  await runTimers(ann, ben, cat)
  expect([ofAnn, ofBen, ofCat]).toEqual([[move], [], []])

  await black.click('a7', 'a6')
  for (const board of [white, seen]) await expect(board.square('a6')).toHaveAttribute('aria-label', /Black Pawn/)
  await runTimers(ann, ben, cat)
  expect([ofAnn, ofBen, ofCat]).toEqual([[move], [move], []])

  // Other commands also take one request.
  await say(ann.page, t, 'Well played')
  await openChat(ben.page, t)
  await expect(ben.page.getByText('Well played')).toBeVisible()
  await white.click('h2', 'h3')
  for (const board of [black, seen]) await expect(board.square('h3')).toHaveAttribute('aria-label', /White Pawn/)
  await runTimers(ann, ben, cat)
  expect([ofAnn, ofBen, ofCat]).toEqual([[move, move, move], [move], []])

  // So do offers. Ann may not offer a second draw, so there is no button for it.
  await ann.page.getByRole('button', { name: t('game.draw'), exact: true }).click()
  await ben.page.getByRole('button', { name: t('game.draw.decline'), exact: true }).click()
  await expect(ann.page.getByRole('button', { name: t('game.draw'), exact: true })).toHaveCount(0)
  await runTimers(ann, ben, cat)
  expect([ofAnn, ofBen, ofCat]).toEqual([Array(4).fill(move), [move, move], []])
  for (const { context } of [ann, ben, cat]) await context.close()
})

test('a refused command takes one request, and the page says why', audit, async ({ browser }) => {
  const [ann, ben] = [await newPerson(browser, english), await newPerson(browser, english)]
  for (const { page } of [ann, ben]) await page.clock.install()
  const table = await seatPlayers(ann, ben, t)
  const [white, black] = [new Board(ann.page), new Board(ben.page)]
  await white.click('e2', 'e4')
  await black.click('e7', 'e5')
  await expect(white.square('e5')).toHaveAttribute('aria-label', /Black Pawn/)
  const decline = (page: Page) => page.getByRole('button', { name: t('game.draw.decline'), exact: true })
  const second = await ann.context.newPage()
  await second.goto(table)
  await ben.page.getByRole('button', { name: t('game.draw'), exact: true }).click()
  await expect(decline(second)).toBeVisible()
  await expect(decline(ann.page)).toBeVisible()

  // Ann declines in both tabs. The command of the first one reaches the server after that of the second.
  const command = `/api/matches/${table.split('/').at(-1)}/commands`
  const held = new Promise<() => void>((resolve) => {
    void ann.page.route(`**${command}`, (route) => resolve(() => void route.continue()))
  })
  const requests = record(ann.page)
  await decline(ann.page).click()
  const release = await held
  await decline(second).click()
  await expect(decline(second)).toHaveCount(0)
  const answered = ann.page.waitForResponse(`**${command}`)
  release()
  expect((await answered).status()).toBe(409)
  await expect(ann.page.locator('#main').getByText(t('refusal.no-draw-offer'))).toBeVisible()
  await runTimers(ann, ben)
  expect(requests).toEqual([`POST ${command}`])
  for (const { context } of [ann, ben]) await context.close()
})
