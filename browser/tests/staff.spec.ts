import { lookName, oneLook, textsOf } from './looks.ts'
import { addAuthenticator, expectStillAccessible, newPerson } from './people.ts'
import { TestServer } from './server.ts'
import { expect, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('a site demands passkeys of its administrators', async ({ browser }) => {
      const name = `Berta ${look.language} ${test.info().retry}`
      const created = server.admin('create', name)
      const old = /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/m.exec(created)?.[0] ?? ''
      const password = 'by the old mill'
      // Passkeys need a host name.
      const { page, context } = await newPerson(browser, look, `http://localhost:${server.port}`)
      await addAuthenticator(page)
      await page.request.post('/api/login', { data: { name, password: old } })
      await page.request.post('/api/me/password', { data: { old, new: password } })

      await page.goto('/admin')
      const site = page.getByRole('region', { name: t('admin.site'), exact: true })
      const demand = site.getByLabel(t('admin.site.staff-passkeys'), { exact: true })
      const dialog = page.getByRole('dialog', { name: t('account.proof') })
      await demand.click()
      await expect(dialog).toContainText(t('account.proof.passkey-only'))
      await expect(dialog.getByLabel(t('account.password'))).toHaveCount(0)
      await expectStillAccessible(page)
      // Without a passkey there is nothing to turn on.
      await dialog.getByRole('link', { name: t('account.passkeys.add') }).click()
      const passkeys = page.getByRole('region', { name: t('account.passkeys'), exact: true })
      await passkeys.getByLabel(t('account.passkeys.label')).fill('key')
      await passkeys.getByRole('button', { name: t('account.passkeys.add') }).click()
      await expect(passkeys.getByText(t('account.passkeys.added'))).toBeVisible()

      await page.goto('/admin')
      await expect(demand).not.toBeChecked()
      await demand.check()
      await expect(site.getByText(t('admin.site.changed'))).toBeVisible()

      // A password is no longer enough.
      await page.request.delete('/api/session')
      await page.request.post('/api/login', { data: { name, password } })
      await page.goto('/admin')
      await expect(page.getByText(t('admin.passkey-due'))).toBeVisible()
      await expect(page.getByText('tafelrunde admin site --staff-passkeys off')).toBeVisible()
      await expect(site).toHaveCount(0)
      await expectStillAccessible(page)
      await page.getByRole('button', { name: t('account.proof.passkey') }).click()
      await dialog.getByRole('button', { name: t('account.proof.passkey') }).click()
      await expect(demand).toBeChecked()
      expect((await page.request.get('/api/admin/audit')).status()).toBe(200)

      server.admin('site', '--staff-passkeys', 'off')
      await page.reload()
      await expect(demand).not.toBeChecked()
      await context.close()
    })
  })
}
