import { Board } from './board.ts'
import { lookName, oneLook, textsOf } from './looks.ts'
import { addAuthenticator, expectAccessible, expectStillAccessible, newPerson } from './people.ts'
import { openTable, seatPlayers, sitDown, turnOf } from './tables.ts'
import { audit, type Cookie, expect, test } from './test.ts'

/** Passkeys need a host name, so the address is localhost. */
const home = `http://localhost:${process.env.TAFELRUNDE_PORT ?? '8097'}`

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)
    const locale = { en: 'en-GB', de: 'de-DE' }[look.language]
    /** The date in some days, as the page writes it. */
    const dayIn = (days: number) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(Date.now() + days * 86_400_000)
    const named = (name: string) => `${name} ${look.language} ${test.info().retry}`

    test('a guest creates an account during a game and keeps the game', audit, async ({ browser }) => {
      const [ann, ben] = [await newPerson(browser, look, home), await newPerson(browser, look, home)]
      const [annName, benName] = [named('Ann'), named('Ben')]
      await openTable(ann.page, t, async (dialog) => {
        await dialog.getByLabel(t('online.name')).fill('Gast A')
        await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
        await dialog.getByLabel(t('new-table.visibility')).selectOption('link')
      })
      const link = await ann.page.getByRole('textbox', { name: t('match.link') }).inputValue()
      await sitDown(ben.page, t, link, benName)
      await expect(ann.page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
      await new Board(ann.page).click('f2', 'f3')
      await new Board(ben.page).click('e7', 'e5')

      // The guest creates an account during the game and continues the game.
      await ann.page.goto('/account')
      await expectStillAccessible(ann.page)
      const join = ann.page.getByRole('region', { name: t('account.create'), exact: true })
      await join.getByLabel(t('account.name')).fill(annName)
      await join.getByLabel(t('account.password.new')).fill('long enough')
      await join.getByRole('button', { name: t('account.create'), exact: true }).click()
      await expect(ann.page.getByRole('heading', { level: 1, name: annName })).toBeVisible()
      await expectStillAccessible(ann.page)
      await ann.page.goto(link)
      await expect(ben.page.getByText(t('game.turn', { who: annName }))).toBeVisible()
      await new Board(ann.page).click('g2', 'g4')
      await expect(turnOf(ben.page, t, benName)).toBeVisible()
      await new Board(ben.page).click('d8', 'h4')
      await expect(ann.page.getByText(t('result.checkmate'))).toBeVisible()

      // The profile leads to the list of all games.
      await ann.page.goto('/account')
      await ann.page.getByRole('link', { name: t('account.profile') }).click()
      await ann.page
        .getByRole('main')
        .getByRole('link', { name: t('library.title') })
        .click()
      const history = ann.page.getByRole('region', { name: t('library.games'), exact: true })
      await expect(history.getByRole('listitem')).toHaveCount(1)
      await expect(history).toContainText(t('person.against', { others: benName }))
      await expect(history).toContainText(t('person.lost'))
      await expectStillAccessible(ann.page)
      await Promise.all([ann.context.close(), ben.context.close()])
    })

    test('a guest keeps a finished game with an account, and goes on in it', async ({ browser }) => {
      const [ann, ben] = [await newPerson(browser, look, home), await newPerson(browser, look, home)]
      await ann.page.setViewportSize({ width: 390, height: 844 })
      const annName = named('Keeper')
      await seatPlayers(ann, ben, t)
      const [white, black] = [new Board(ann.page), new Board(ben.page)]
      await white.click('f2', 'f3')
      await black.click('e7', 'e5')
      await expect(turnOf(ann.page, t, 'Ann')).toBeVisible()
      await expect(ann.page.getByText(t('match.keep.offer'))).toHaveCount(0)
      await white.click('g2', 'g4')
      await black.click('d8', 'h4')

      // One guest does not want an account on this day, the other creates one and stays in the game.
      await expect(ben.page.getByText(t('match.keep.offer'))).toBeVisible()
      await ben.page.getByRole('button', { name: t('match.keep.not-now') }).click()
      await expect(ben.page.getByText(t('match.keep.offer'))).toHaveCount(0)
      await ben.page.reload()
      await expect(ben.page.getByText(t('result.checkmate'))).toBeVisible()
      await expect(ben.page.getByText(t('match.keep.offer'))).toHaveCount(0)
      await expect(ann.page.getByText(t('match.keep.offer'))).toBeInViewport()
      await expectStillAccessible(ann.page)
      const address = ann.page.url()
      await ann.page.getByRole('button', { name: t('account.create'), exact: true }).click()
      const dialog = ann.page.getByRole('dialog', { name: t('match.keep') })
      await expect(dialog.getByRole('heading')).toHaveCount(1)
      await expect(dialog.getByLabel(t('account.name'))).toBeFocused()
      await expectStillAccessible(ann.page)
      await dialog.getByLabel(t('account.name')).fill(annName)
      await dialog.getByLabel(t('account.password.new')).fill('long enough')
      await dialog.getByRole('button', { name: t('account.create'), exact: true }).click()
      await expect(dialog).toHaveCount(0)
      expect(ann.page.url()).toBe(address)
      await expect(ann.page.getByText(t('match.keep.offer'))).toHaveCount(0)
      await expect(ann.page.getByText(annName, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await ann.page.getByRole('button', { name: t('game.rematch') }).click()
      await expect(ben.page.getByText(t('match.rematch.asked', { who: annName }))).toBeVisible()
      await ann.page.goto('/games')
      const history = ann.page.getByRole('region', { name: t('library.games'), exact: true })
      await expect(history.getByRole('listitem')).toHaveCount(1)
      await Promise.all([ann.context.close(), ben.context.close()])
    })

    test('an account is created with a passkey, which signs in again', async ({ browser }) => {
      const { page, context } = await newPerson(browser, look, home)
      const name = named('Key')
      await addAuthenticator(page)
      // The guest becomes the account, and the guest's cookie is no longer valid.
      await page.request.post(`${home}/api/session`, { data: { name: 'Gast K' } })
      const [before] = await context.cookies()
      await page.goto('/account')
      const join = page.getByRole('region', { name: t('account.create'), exact: true })
      await join.getByLabel(t('account.name')).fill(name)
      await join.getByRole('button', { name: t('account.create.passkey') }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.goto('/security')
      const keys = page.getByRole('region', { name: t('account.passkeys'), exact: true })
      await expect(keys.getByRole('listitem')).toHaveCount(1)
      const other = await browser.newContext()
      await other.addCookies([before as Cookie])
      expect((await (await other.request.get(`${home}/api/session`)).json()).id).toBe('')
      await other.close()

      // The last passkey of an account without a password cannot be removed.
      await keys.getByRole('button', { name: t('account.remove') }).click()
      await expect(keys.getByRole('alert')).toHaveText(t('refusal.last-passkey'))
      await page.goto('/account')
      await page.getByRole('button', { name: t('account.sign-out'), exact: true }).click()
      await page.getByRole('button', { name: t('account.sign-in.passkey') }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.getByRole('link', { name: t('security.title') }).click()
      await expect(keys.getByRole('listitem').getByText(t('account.passkeys.unnamed'), { exact: true })).toBeVisible()

      // The device already has a passkey. With a password, the passkey can be removed.
      await keys.getByRole('button', { name: t('account.passkeys.add') }).click()
      await expect(keys.getByRole('alert')).toHaveText(t('refusal.passkey-here'))
      const password = page.getByRole('region', { name: t('account.password'), exact: true })
      await password.getByLabel(t('account.password.new')).fill('long enough')
      await password.getByRole('button', { name: t('account.password.set') }).click()
      await expect(password.getByText(t('account.password.changed'))).toBeVisible()
      await keys.getByRole('button', { name: t('account.remove') }).click()
      await expect(keys.getByRole('listitem')).toHaveCount(0)
      await page.goto('/account')
      await page.getByRole('button', { name: t('account.sign-out'), exact: true }).click()
      await page.getByRole('button', { name: t('account.sign-in.passkey') }).click()
      await expect(page.getByRole('alert')).toHaveText(t('refusal.passkey-unknown'))
      await context.close()
    })

    test('a guest signs in and keeps the games, and the account is deleted', audit, async ({ browser }) => {
      const { page, context } = await newPerson(browser, look, home)
      const name = named('Gone')
      await page.goto('/account')
      const join = page.getByRole('region', { name: t('account.create'), exact: true })
      await join.getByLabel(t('account.name')).fill(name)
      await join.getByLabel(t('account.password.new')).fill('long enough')
      await join.getByRole('button', { name: t('account.create'), exact: true }).click()
      await page
        .getByRole('main')
        .getByRole('button', { name: t('account.sign-out'), exact: true })
        .click()

      await openTable(page, t, (dialog) => dialog.getByLabel(t('online.name')).fill('Gast B'))
      await page.goto('/account')
      const enter = page.getByRole('region', { name: t('account.sign-in'), exact: true })
      await enter.getByLabel(t('account.name')).fill(name)
      await enter.getByLabel(t('account.password')).fill('wrong one')
      await enter.getByRole('button', { name: t('account.sign-in'), exact: true }).click()
      await expect(enter.getByRole('alert')).toHaveText(t('refusal.login'))
      await enter.getByLabel(t('account.password')).fill('long enough')
      await enter.getByRole('button', { name: t('account.sign-in'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.goto('/play')
      const own = page.getByRole('region', { name: t('lobby.own') })
      await expect(own.getByText(name)).toBeVisible()

      await page.goto('/account')
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: t('account.data.export') }).click()
      expect((await download).suggestedFilename()).toBe('tafelrunde.json')
      await page.getByRole('button', { name: t('account.delete'), exact: true }).click()
      const confirmation = page.locator('dialog')
      await confirmation.getByLabel(t('account.password')).fill('wrong one')
      await confirmation.getByLabel(t('account.delete.type', { name })).fill('somebody else')
      await confirmation.getByRole('button', { name: t('account.delete.yes') }).click()
      await expect(confirmation.getByRole('alert')).toHaveText(t('refusal.confirm-name'))
      await expectAccessible(page)
      await confirmation.getByLabel(t('account.delete.type', { name })).fill(name)
      await confirmation.getByRole('button', { name: t('account.delete.yes') }).click()
      await expect(confirmation.getByRole('alert')).toHaveText(t('refusal.password-wrong'))
      await confirmation.getByLabel(t('account.password')).fill('long enough')
      await confirmation.getByRole('button', { name: t('account.delete.yes') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('account.title') })).toBeVisible()
      await page.goto('/play')
      await expect(page.getByText(name)).toHaveCount(0)
      await context.close()
    })

    test('a passkey confirms the deletion of its account', audit, async ({ browser }) => {
      const { page, context } = await newPerson(browser, look, home)
      const name = named('Lock')
      await addAuthenticator(page)
      await page.goto('/account')
      const join = page.getByRole('region', { name: t('account.create'), exact: true })
      await join.getByLabel(t('account.name')).fill(name)
      await join.getByRole('button', { name: t('account.create.passkey') }).click()
      await page.getByRole('button', { name: t('account.delete'), exact: true }).click()
      const confirmation = page.locator('dialog')
      await expect(confirmation.getByLabel(t('account.password'))).toHaveCount(0)
      await confirmation.getByRole('textbox').fill(name)
      const proved = page.waitForResponse((response) => response.url().endsWith('/api/me/proof'))
      await confirmation.getByRole('button', { name: t('account.delete.yes') }).click()
      expect((await proved).status()).toBe(204)
      await expect(page.getByRole('heading', { level: 1, name: t('account.title') })).toBeVisible()
      await context.close()
    })

    test('tokens are created with the keyboard after a confirmation, listed and revoked', async ({ browser }) => {
      const { page, context } = await newPerson(browser, look, home)
      const name = named('Tok')
      await page.request.post(`${home}/api/account`, { data: { name, password: 'long enough' } })
      await page.goto('/security')
      const programs = page.getByRole('region', { name: t('account.tokens'), exact: true })
      // The server requires a confirmation, as for an old session.
      let refused = 0
      await page.route('**/api/tokens', async (route) => {
        if (route.request().method() !== 'POST' || refused > 1) return route.continue()
        refused += 1
        await route.fulfill({ status: 403, json: { code: 'proof-needed', message: 'first prove that it is you' } })
      })
      await programs.getByLabel(t('account.tokens.name')).fill('bot')
      await programs.getByLabel(t('account.tokens.scope.challenge')).focus()
      await page.keyboard.press('Space')
      await programs.getByLabel(t('account.tokens.expires')).selectOption(t('account.tokens.expires.month'))
      await programs.getByRole('button', { name: t('account.tokens.create') }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: t('account.proof') })
      await expect(dialog.getByLabel(t('account.password'))).toBeVisible()
      await expectStillAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(programs.getByRole('alert')).toHaveText(t('refusal.proof-needed'))
      await page.keyboard.press('Enter')
      await dialog.getByLabel(t('account.password')).fill('wrong one')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toHaveText(t('refusal.password-wrong'))
      await dialog.getByLabel(t('account.password')).fill('long enough')
      await page.keyboard.press('Enter')
      await expect(programs.getByRole('listitem')).toHaveCount(1)
      const token = programs.getByRole('listitem').filter({ hasText: 'bot' })
      await expect(token).toContainText(t('account.tokens.scope.play'))
      await expect(token).not.toContainText(t('account.tokens.scope.challenge'))
      await expect(token).toContainText(t('account.tokens.expires-on', { moment: dayIn(30) }))
      await expectStillAccessible(page)

      const secret = await programs.getByLabel(t('account.tokens.token')).inputValue()
      const program = await browser.newContext({ extraHTTPHeaders: { Authorization: `Bearer ${secret}` } })
      expect((await (await program.request.get(`${home}/api/session`)).json()).name).toBe(name)
      expect((await program.request.post(`${home}/api/tokens`)).status()).toBe(403)
      await programs.getByRole('button', { name: t('account.tokens.create') }).click()
      await expect(programs.getByRole('listitem')).toHaveCount(2)
      // Another token expires too, unless the owner asks for one that never does.
      const nameless = programs.getByRole('listitem').filter({ hasText: t('account.tokens.unnamed') })
      await expect(nameless).toContainText(t('account.tokens.expires-on', { moment: dayIn(30) }))
      await page.reload()
      await expect(programs.getByLabel(t('account.tokens.expires'))).toHaveValue('90')
      await programs.getByLabel(t('account.tokens.name')).fill('quarter')
      await programs.getByRole('button', { name: t('account.tokens.create') }).click()
      const usual = programs.getByRole('listitem').filter({ hasText: 'quarter' })
      await expect(usual).toContainText(t('account.tokens.expires-on', { moment: dayIn(90) }))
      await programs.getByLabel(t('account.tokens.expires')).selectOption(t('account.tokens.expires.never'))
      await programs.getByLabel(t('account.tokens.name')).fill('for good')
      await programs.getByRole('button', { name: t('account.tokens.create') }).click()
      const lasting = programs.getByRole('listitem').filter({ hasText: 'for good' })
      await expect(lasting).toContainText(t('account.tokens.expires-never'))
      for (const one of [nameless, usual, lasting]) {
        await one.getByRole('button', { name: t('account.tokens.revoke-one') }).click()
        await expect(one).toHaveCount(0)
      }
      await token.getByRole('button', { name: t('account.tokens.revoke-one') }).focus()
      await page.keyboard.press('Enter')
      await expect(programs.getByRole('listitem')).toHaveCount(0)
      await expect(programs.getByText(t('account.tokens.revoked-one'))).toBeVisible()
      expect((await program.request.get(`${home}/api/session`)).status()).toBe(401)
      await program.close()
      await context.close()
    })

    test('a private rated table, a blocked player and a report', async ({ browser }) => {
      const [ann, ben] = [await newPerson(browser, look, home), await newPerson(browser, look, home)]
      const names = [named('Rita'), named('Rolf')] as const
      for (const [i, { page }] of [ann, ben].entries()) {
        const response = await page.request.post(`${home}/api/account`, {
          data: { name: names[i], password: 'long enough' },
        })
        expect(response.ok()).toBe(true)
      }
      const table = await openTable(ann.page, t, async (dialog) => {
        await dialog.getByLabel(t('new-table.rated')).check()
        await dialog.getByLabel(t('new-table.visibility')).selectOption('private')
        await dialog.getByLabel(t('new-table.invited')).fill(names[1])
        await expectStillAccessible(ann.page)
      })
      await expect(ann.page.getByText(t('online.rated'))).toBeVisible()
      await ben.page.goto(table)
      await ben.page.getByRole('button', { name: t('match.sit') }).click()
      await expect(ann.page.getByRole('button', { name: t('game.resign') })).toBeVisible()

      const me = await (await ann.page.request.get(`${home}/api/session`)).json()
      await ben.page.goto(`/people/${me.id}`)
      await ben.page.getByRole('button', { name: t('person.block') }).click()
      await expect(ben.page.getByText(t('person.blocked'))).toBeVisible()
      await ben.page.getByRole('button', { name: t('person.report') }).click()
      const report = ben.page.locator('dialog')
      await report.getByRole('radio', { name: t('report.reason.name') }).check()
      await report.getByRole('textbox').fill('…')
      await expectStillAccessible(ben.page)
      await report.getByRole('button', { name: t('report.send') }).click()
      await expect(ben.page.getByText(t('report.sent')).filter({ visible: true }).first()).toBeVisible()
      await ben.page.goto('/account')
      await expect(ben.page.getByRole('region', { name: t('account.blocked') })).toContainText(names[0])
      await Promise.all([ann.context.close(), ben.context.close()])
    })
  })
}
