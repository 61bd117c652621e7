import { lookName, looks, textsOf, useLook } from './looks.ts'
import { auditIf, expect, test } from './test.ts'

for (const look of looks) {
  test.describe(lookName(look), () => {
    useLook(look)
    const t = textsOf(look.language)
    const german = auditIf(look.language === 'de')
    const imprint = look.language === 'de' ? 'Impressum' : 'Imprint'

    test('the footer of every page links to the texts of the operator', german, async ({ page }) => {
      for (const path of ['/', '/rules/wotn', '/nowhere']) {
        await page.goto(path)
        const footer = page.getByRole('navigation', { name: t('document.all') })
        await expect(footer.getByRole('link')).toHaveText([
          t('document.imprint'),
          t('document.privacy'),
          t('document.terms'),
        ])
      }
      await page.getByRole('link', { name: t('document.imprint') }).click()
      await expect(page.getByRole('heading', { level: 1, name: imprint })).toBeVisible()
      await expect(page).toHaveTitle(`${imprint} · Tafelrunde`)
    })

    test('the form of a new account links to terms and privacy notice', german, async ({ page }) => {
      await page.goto('/account')
      const form = page.locator('section', { has: page.getByRole('heading', { name: t('account.create') }) })
      await expect(form.getByRole('link', { name: t('document.terms') })).toHaveAttribute('href', 'terms')
      await form.getByRole('link', { name: t('document.privacy') }).click()
      await expect(page.getByRole('table')).toBeVisible()
    })
  })
}

test('HTML in the texts is shown as text', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByRole('article')).toContainText("<script>document.title = 'changed'</script>")
  await expect(page).toHaveTitle('Terms of use · Tafelrunde')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the texts can be read', async ({ page }) => {
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy notice' })).toBeVisible()
    await page.getByRole('link', { name: 'imprint' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
  })
})
