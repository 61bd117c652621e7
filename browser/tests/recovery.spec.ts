import { readFile } from 'node:fs/promises'
import { lookName, oneLook, textsOf } from './looks.ts'
import { expectAccessible, expectStillAccessible, newPerson, saveCodes } from './people.ts'
import { audit, expect, test } from './test.ts'

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('recovery codes are shown once, replace a lost password and are renewed', async ({ browser }) => {
      const { page, context } = await newPerson(browser, look)
      const name = `Rika ${look.language} ${test.info().retry}`
      await page.goto('/account')
      const join = page.getByRole('region', { name: t('account.create'), exact: true })
      await join.getByLabel(t('account.name')).fill(name)
      await join.getByLabel(t('account.password.new')).fill('long enough')
      await join.getByRole('button', { name: t('account.create'), exact: true }).click()

      // The account comes without a wall of codes. The first page offers them in one line, and they are the only content of their
      // page until they are saved.
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.goto('/')
      await page.getByRole('link', { name: t('recovery.offer') }).click()
      const section = page.getByRole('region', { name: t('recovery.title'), exact: true })
      await section.getByRole('button', { name: t('recovery.create') }).click()
      await expect(section.getByRole('heading')).toBeFocused()
      await expect(page.getByRole('region', { name: t('account.tokens'), exact: true })).toHaveCount(0)
      await expectAccessible(page)
      const download = page.waitForEvent('download')
      await section.getByRole('button', { name: t('recovery.download') }).click()
      const file = await readFile(await (await download).path(), 'utf8')
      await page.emulateMedia({ media: 'print' })
      await expect(section.getByRole('button')).toHaveCount(0)
      await expect(section.getByRole('listitem').first()).toBeVisible()
      await page.emulateMedia({ media: 'screen' })
      await expect(section.getByRole('button', { name: t('recovery.continue') })).toBeDisabled()
      const codes = await saveCodes(page, t)
      for (const code of codes) expect(file).toContain(code)
      await expect(section.getByText(/^(Noch )?10 /)).toBeVisible()
      await expectStillAccessible(page)
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: t('home.back') })).toBeVisible()
      await expect(page.getByRole('link', { name: t('recovery.offer') })).toHaveCount(0)
      await page.goto('/account')
      await page.getByRole('button', { name: t('account.sign-out'), exact: true }).click()

      // A code is refused with another name, and works once.
      await page.getByRole('button', { name: t('recovery.lost') }).click()
      const lost = page.getByRole('region', { name: t('recovery.lost'), exact: true })
      await expect(lost.getByLabel(t('account.name'))).toBeFocused()
      await lost.getByLabel(t('account.name')).fill('Nobody')
      await lost.getByLabel(t('recovery.code')).fill(codes[3] ?? '')
      await lost.getByLabel(t('account.password.new')).fill('another one')
      await lost.getByRole('button', { name: t('recovery.set') }).click()
      await expect(lost.getByRole('alert')).toHaveText(t('refusal.recovery'))
      await expectStillAccessible(page)
      await lost.getByLabel(t('account.name')).fill(name)
      await lost.getByRole('button', { name: t('recovery.set') }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.getByRole('link', { name: t('security.title') }).click()
      await expect(section.getByText(/^(Noch )?9 /)).toBeVisible()

      // New codes replace the old ones.
      await section.getByRole('button', { name: t('recovery.renew') }).click()
      const renewed = await saveCodes(page, t)
      expect(renewed).not.toContain(codes[4])
      const data = { name, code: codes[4], password: 'a third one' }
      expect((await page.request.post('/api/login/recovery', { data })).status()).toBe(403)
      await context.close()
    })

    test(
      'an account ends in the page from which it was created, and the offer of codes can be dismissed',
      audit,
      async ({ browser }) => {
        const { page, context } = await newPerson(browser, look)
        const name = `Back ${look.language} ${test.info().retry}`
        await page.goto('/rules/lancelot')
        await page.locator('header a[href="account"]').click()
        const join = page.getByRole('region', { name: t('account.create'), exact: true })
        await join.getByLabel(t('account.name')).fill(name)
        await join.getByLabel(t('account.password.new')).fill('long enough')
        await join.getByRole('button', { name: t('account.create'), exact: true }).click()
        await expect(page).toHaveURL(/\/rules\/lancelot$/)
        await page.goto('/')
        const offer = page.getByRole('link', { name: t('recovery.offer') })
        await expect(offer).toBeVisible()
        await expectStillAccessible(page)
        await page.getByRole('button', { name: t('recovery.offer.not-now') }).click()
        await expect(offer).toHaveCount(0)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1, name: t('home.back') })).toBeVisible()
        await expect(offer).toHaveCount(0)
        await context.close()
      },
    )

    test('sessions are listed and ended one by one', async ({ browser }) => {
      const [first, second] = [await newPerson(browser, look), await newPerson(browser, look)]
      const name = `Sefa ${look.language} ${test.info().retry}`
      await first.page.request.post('/api/account', { data: { name, password: 'long enough' } })
      await second.page.request.post('/api/login', { data: { name, password: 'long enough' } })
      await first.page.goto('/security')
      const sessions = first.page.getByRole('region', { name: t('sessions.title'), exact: true })
      await expect(sessions.getByRole('listitem')).toHaveCount(2)
      await expect(sessions.getByText(t('sessions.current'))).toHaveCount(1)
      await expectStillAccessible(first.page)
      await sessions.getByRole('button', { name: t('sessions.end'), exact: true }).click()
      await expect(sessions.getByRole('listitem')).toHaveCount(1)
      await expect(sessions.getByText(t('sessions.ended'))).toBeVisible()
      expect((await (await second.page.request.get('/api/session')).json()).id).toBe('')
      expect((await (await first.page.request.get('/api/session')).json()).name).toBe(name)
      await Promise.all([first.context.close(), second.context.close()])
    })
  })
}
