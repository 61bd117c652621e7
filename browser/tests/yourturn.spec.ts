import { Board } from './board.ts'
import { type Look, textsOf } from './looks.ts'
import { newPerson } from './people.ts'
import { seatPlayers, turnOf } from './tables.ts'
import { expect, type Page, test } from './test.ts'

const english: Look = { language: 'en', scheme: 'light' }
const t = textsOf('en')

/** Makes the page hidden and able to show notifications, and returns those shown later. */
async function hide(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const shown: string[] = []
    navigator.vibrate = (pattern) => shown.push(`vibrates ${pattern}`) > 0
    class Shown {
      static permission = 'granted'
      constructor(title: string, options: { tag: string }) {
        shown.push(`${title} ${options.tag}`)
      }
    }
    Object.assign(window, { Notification: Shown, shown })
    Object.defineProperty(document, 'hidden', { value: true })
  })
  return () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
}

test('the title, the icon and a notification show a turn in a correspondence game on another page', async ({
  browser,
}) => {
  const [ann, ben] = [await newPerson(browser, english), await newPerson(browser, english)]
  await ben.page.addInitScript(() =>
    localStorage.setItem('tafelrunde.settings', JSON.stringify({ notify: true, slowTurns: true })),
  )
  const icon = (page: Page) => page.locator('link[rel="icon"]')
  const table = await seatPlayers(ann, ben, t, { clock: { kind: 'correspondence', perTurn: 86_400_000 } })
  await expect(ann.page).toHaveTitle(/^● /)
  await expect(icon(ann.page)).toHaveAttribute('href', /^data:image\/svg\+xml,.*circle/)
  await ben.page.goto('/pieces')
  await expect(ben.page.locator('main h1')).toBeVisible()
  await expect(ben.page).not.toHaveTitle(/^●/)
  // Browsers let a page vibrate from the first tap on.
  await ben.page.locator('main h1').click()
  const notifications = await hide(ben.page)

  await new Board(ann.page).click('e2', 'e4')
  await ann.page.getByRole('button', { name: t('match.confirm.yes') }).click()
  await expect(ben.page).toHaveTitle(`● ${t('match.your-turn')} · ${t('app.pieces')} · ${t('app.name')}`)
  await expect(icon(ben.page)).toHaveAttribute('href', /circle/)
  await expect
    .poll(notifications)
    .toEqual(['vibrates 80', `${t('match.your-turn')} turn ${table.slice('/match/'.length)}`])
  await expect(ann.page).not.toHaveTitle(/^●/)
  await expect(icon(ann.page)).not.toHaveAttribute('href', /circle/)

  // Back in the game, Ben answers.
  await ben.page
    .getByRole('banner')
    .getByRole('link', { name: t('match.your-turn') })
    .click()
  await expect(ben.page).toHaveURL(new RegExp(`${table}$`))
  await expect(ben.page.getByRole('banner').getByRole('link', { name: t('match.your-turn') })).toHaveCount(0)
  await expect(turnOf(ben.page, t, 'Ben')).toBeVisible()
  await new Board(ben.page).click('e7', 'e5')
  await ben.page.getByRole('button', { name: t('match.confirm.yes') }).click()
  await expect(ben.page).not.toHaveTitle(/^●/)
  await expect(ann.page).toHaveTitle(/^● /)

  // Ann's next game is that with the least time; the game in which it is Ben's turn is none.
  const open = async (days: number) => {
    const clock = { kind: 'correspondence', perTurn: days * 86_400_000 }
    const settings = { game: 'wotn', variant: 'wotn', seats: 2, first: 0, clock, visibility: 'link' }
    const { match } = await (await ann.page.request.post('/api/matches', { data: { settings, seat: 0 } })).json()
    await ben.page.request.post(`/api/matches/${match}/commands`, { data: { type: 'sit', seat: 1 } })
    return match
  }
  await open(3)
  const soon = await open(2)
  await new Board(ann.page).click('d2', 'd4')
  await ann.page.getByRole('button', { name: t('match.confirm.yes') }).click()
  await ann.page.getByRole('link', { name: t('match.next-game.waiting.other', { n: 2 }) }).click()
  await expect(ann.page).toHaveURL(new RegExp(`${soon}$`))
  for (const { context } of [ann, ben]) await context.close()
})
