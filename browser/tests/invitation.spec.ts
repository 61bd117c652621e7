import { Board } from './board.ts'
import { oneLook, textsOf } from './looks.ts'
import { expectAccessible, expectStillAccessible, newPerson } from './people.ts'
import { audit, auditIf, type Browser, expect, type Page, test } from './test.ts'

// A friend is invited by a link, learns what the game is, and joins.

const [look = { language: 'en', scheme: 'light' } as const] = oneLook(1)
const t = textsOf(look.language)

/** opened returns the page of a person at their new table for friends, and the path of its link. */
async function opened(browser: Browser, choose = async (_: Page) => {}, name = 'Ann'): Promise<[Page, string]> {
  const { page } = await newPerson(browser, look)
  await page.goto('/play/friend')
  await choose(page)
  await page.getByLabel(t('friend.name')).fill(name)
  await page.getByRole('button', { name: t('friend.create') }).click()
  const link = await page.getByLabel(t('match.link'), { exact: true }).inputValue()
  return [page, new URL(link).pathname]
}

async function joinAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: t('match.sit') }).click()
  await page.getByLabel(t('online.name')).fill(name)
  await page.getByRole('button', { name: t('match.sit') }).click()
}

test('an invitation says who invites to what, in the first screen of a phone, and asks only for a name', async ({
  browser,
}) => {
  const [ann, link] = await opened(browser, (page) => page.getByLabel(t('color.b')).check())
  await expectStillAccessible(ann)
  const { page: ben } = await newPerson(browser, look)
  await ben.setViewportSize({ width: 390, height: 844 })
  await ben.goto(link)
  const game = t('game.wotn')
  await expect(ben.getByRole('heading', { name: t('invite.title', { who: 'Ann', game }) })).toBeVisible()
  const main = ben.getByRole('main')
  for (const text of [
    t('invite.color.w'),
    t('invite.casual'),
    t('invite.clock.increment', { minutes: 10, seconds: 5 }),
  ])
    await expect(main).toContainText(text)
  await expect(main.locator('.scenes .board')).toHaveCount(3)
  for (const name of ['levels', 'capture', 'kings'] as const)
    await expect(main.getByText(t(`scene.wotn.${name}`))).toBeInViewport({ ratio: 1 })
  const join = ben.getByRole('button', { name: t('match.sit') })
  await expect(join).toBeInViewport({ ratio: 1 })
  await expectAccessible(ben)
  await expect(ben.getByLabel(t('online.name'))).toHaveCount(0)
  expect(await ben.context().cookies()).toEqual([])

  await join.click()
  await expect(ben.getByLabel(t('online.name'))).toBeFocused()
  await expect(ben.getByLabel(t('online.name'))).toBeInViewport({ ratio: 1 })
  await expectStillAccessible(ben)
  await ben.getByLabel(t('online.name')).fill('Ben')
  await ben.keyboard.press('Enter')
  await expect(ben.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
  await new Board(ben).click('e2', 'e4')
  await expect(ann.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
})

test(
  'a friend who never played does three exercises, and every page leads back to the table',
  audit,
  async ({ browser }) => {
    const [ann, link] = await opened(browser, async (page) => {
      await page.getByRole('radio', { name: t('game.lancelot') }).check()
      await page.getByRole('radio', { name: '2', exact: true }).check()
    })
    const { page: ben } = await newPerson(browser, look)
    await ben.goto(link)
    await ben.getByRole('button', { name: t('invite.learn') }).click()
    const count = (n: number) => ben.getByText(t('learn.invited', { n, all: 3 }))
    const strip = ben.getByText(t('invite.waits', { who: 'Ann' }))
    const back = ben.getByRole('link', { name: t('invite.table') })
    await expect(count(1)).toBeVisible()
    await expect(strip).toBeVisible()
    const board = new Board(ben)
    await board.press('g7')
    await ben.getByRole('link', { name: t('learn.next') }).click()
    await expect(count(2)).toBeVisible()
    await ben.reload()
    await expect(count(2)).toBeVisible()
    await ben.getByRole('link', { name: t('learn.skip') }).click()
    await expect(count(3)).toBeVisible()
    await expectStillAccessible(ben)
    // The last one cannot be skipped to exercises that nobody has offered.
    await expect(ben.getByRole('link', { name: t('learn.skip') })).toHaveCount(0)
    await back.last().click()
    await expect(ben).toHaveURL(new RegExp(`${link}$`))
    await expect(strip).toHaveCount(0)
    await ben.getByRole('link', { name: t('app.name') }).click()
    await expect(strip).toBeVisible()
    await back.click()
    // The game is known now: only the name is missing.
    await expect(ben.getByLabel(t('online.name'))).toBeFocused()
    await expect(ben.locator('.scenes')).toHaveCount(0)
    await expect(ben.getByRole('button', { name: t('invite.learn') })).toHaveCount(0)
    await ben.getByLabel(t('online.name')).fill('Ben')
    await ben.keyboard.press('Enter')
    await expect(ann.getByText('Ben', { exact: true }).first()).toBeVisible()
    await ben.goto('/learn/lancelot-start/3')
    await expect(ben.locator('.lesson')).toBeVisible()
    await expect(strip).toHaveCount(0)
    await expect(count(3)).toHaveCount(0)
  },
)

test('the host is called back when a friend joins', async ({ browser }) => {
  const [ann, link] = await opened(browser, (page) => page.getByLabel(t('color.b')).check())
  await ann
    .getByRole('link', { name: t('app.rules') })
    .first()
    .click()
  await expect(ann.locator('article')).toBeVisible()
  const { page: ben } = await newPerson(browser, look)
  await ben.goto(link)
  await joinAs(ben, 'Ben')
  const call = ann.getByRole('banner').getByRole('link', { name: t('invite.begun') })
  await expect(call).toBeVisible()
  await expect(ann).toHaveTitle(new RegExp(`● ${t('invite.begun')}`))
  await call.click()
  await expect(ann.getByRole('main').getByRole('grid')).toBeVisible()
  await expect(call).toHaveCount(0)
})

test('a full, a closed and a missing table say what to do', audit, async ({ browser }) => {
  const [ann, link] = await opened(browser)
  const [ben, cat] = [(await newPerson(browser, look)).page, (await newPerson(browser, look)).page]
  await cat.goto(link)
  await expect(cat.getByRole('button', { name: t('match.sit') })).toBeVisible()
  await ben.goto(link)
  await joinAs(ben, 'Ben')
  // Another one has taken the seat while the page was open.
  await expect(cat.getByText(t('invite.full'))).toBeVisible()
  await expectStillAccessible(cat)
  await cat.getByRole('button', { name: t('app.close'), exact: true }).click()
  await expect(cat.getByText(t('invite.full'))).toHaveCount(0)

  const [eve, other] = await opened(browser, undefined, 'Eve')
  await cat.goto(other)
  await expect(cat.getByRole('button', { name: t('match.sit') })).toBeVisible()
  await eve.getByRole('button', { name: t('match.close'), exact: true }).click()
  await expect(cat.getByText(t('invite.closed', { who: 'Eve' }))).toBeVisible()
  await expect(cat.getByRole('main').getByRole('link', { name: t('home.computer') })).toBeVisible()
  await expectStillAccessible(cat)

  await cat.goto('/match/nothing')
  await expect(cat.getByText(t('invite.missing'))).toBeVisible()
  await expectStillAccessible(cat)
  await expect(ann.getByText('Ben', { exact: true }).first()).toBeVisible()
})

test('a challenge names the person whom it waits for, and who declined', audit, async ({ browser }) => {
  const [ann, ben] = [(await newPerson(browser, look)).page, (await newPerson(browser, look)).page]
  const post = async (page: Page, path: string, data: object) => {
    const answer = await page.request.post(`/api${path}`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const name = `Bohort ${test.info().retry}`
  const { id } = await post(ben, '/account', { name, password: 'by the old mill' })
  await post(ann, '/session', { name: 'Ann' })
  const clock = { kind: 'real-time', initial: 300_000, increment: 0 }
  const { match } = await post(ann, `/people/${id}/challenge`, { game: 'wotn', variant: 'wotn', clock })
  await ann.goto(`/match/${match}`)
  await expect(ann.getByRole('heading', { name: t('match.waiting.for', { who: name }) })).toBeVisible()
  await expect(ann.getByRole('button', { name: t('challenge.cancel') })).toBeVisible()
  await expect(ann.getByLabel(t('match.link'), { exact: true })).toBeHidden()
  await expectStillAccessible(ann)
  await post(ben, `/matches/${match}/commands`, { type: 'decline' })
  const declined = ann.getByRole('heading', { name: t('challenge.declined', { who: name, n: 1 }) })
  await expect(declined).toBeVisible()
  await ann.reload()
  await expect(declined).toBeVisible()
  await expect(ann.getByRole('main').getByRole('link', { name: t('home.computer') })).toBeVisible()
})

test('somebody with an account signs in at the table, and then only joins', audit, async ({ browser }) => {
  const [ann, link] = await opened(browser)
  const { page: ben } = await newPerson(browser, look)
  const account = { name: `Bors ${test.info().retry}`, password: 'by the old mill' }
  await ben.request.post('/api/account', { data: account })
  await ben.request.delete('/api/session')
  await ben.goto(link)
  await ben.getByRole('button', { name: t('match.sit') }).click()
  await ben.getByRole('button', { name: t('invite.account') }).click()
  const dialog = ben.getByRole('dialog')
  await dialog.getByLabel(t('account.name')).first().fill(account.name)
  await dialog.getByLabel(t('account.password'), { exact: true }).first().fill(account.password)
  await dialog.getByRole('button', { name: t('account.sign-in'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(ben.getByLabel(t('online.name'))).toHaveCount(0)
  await ben.getByRole('button', { name: t('match.sit') }).click()
  await expect(ann.getByText(account.name, { exact: true }).first()).toBeVisible()
})

for (const game of ['wotn', 'lancelot'] as const) {
  test(
    `${game} in 60 seconds stands still with reduced motion, and leads to the exercises`,
    auditIf(game === 'lancelot'),
    async ({ page }) => {
      const english = textsOf('en')
      await page.goto('/')
      await page
        .getByRole('region', { name: english(`game.${game}`) })
        .getByRole('link', { name: english('minute.short') })
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        english('minute.title', { game: english(`game.${game}`) }),
      )
      await expect(page.locator('.scenes .board')).toHaveCount(6)
      await expectStillAccessible(page)
      await page.getByRole('button', { name: english('scene.again') }).click()
      await page.getByRole('button', { name: english('scene.stop') }).click()
      await page.getByRole('link', { name: english('minute.exercise') }).click()
      if (game === 'wotn') {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(english('learn.chess'))
        await expectStillAccessible(page)
        await page.getByRole('button', { name: english('learn.chess.yes') }).click()
        await expect(page).toHaveURL(/\/learn\/wotn-start\/5$/)
      }
      await expect(page.locator('.lesson')).toBeVisible()
    },
  )
}
