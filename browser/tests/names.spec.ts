import { Board } from './board.ts'
import { lookName, oneLook, textsOf } from './looks.ts'
import { expectStillAccessible, newPerson } from './people.ts'
import { openTable, say, sitDown } from './tables.ts'
import { audit, expect, test } from './test.ts'

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)
    const named = (name: string) => `${name} ${look.language} ${test.info().retry}`

    test('guests are marked wherever their names are shown', audit, async ({ browser }) => {
      const [mia, gus] = [await newPerson(browser, look), await newPerson(browser, look)]
      const [miaName, gusName] = [named('Mia'), named('Gus')]
      await mia.page.request.post('/api/account', { data: { name: miaName, password: 'by the old mill' } })
      const table = await openTable(mia.page, t, async (dialog) => {
        await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
      })

      // A guest cannot use a name that looks like that of an account.
      await gus.page.goto(table)
      await gus.page.getByRole('button', { name: t('match.sit') }).click()
      const name = gus.page.getByLabel(t('online.name'))
      for (const [twin, refusal] of [
        [miaName, 'refusal.name-of-account'],
        [miaName.replace('a', 'а').replace('M', 'М'), 'refusal.name-mixed'],
        [miaName.toUpperCase(), 'refusal.name-of-account'],
        [`${miaName}.`, 'refusal.name-of-account'],
      ] as const) {
        await name.fill(twin)
        await gus.page.getByRole('button', { name: t('match.sit') }).click()
        await expect(gus.page.getByRole('alert').filter({ hasText: t(refusal) })).toBeVisible()
      }
      await sitDown(gus.page, t, table, gusName)
      await expect(gus.page.getByText(t('game.turn', { who: miaName }))).toBeVisible()

      const bar = (who: string) => mia.page.locator('.bar', { has: mia.page.getByText(who, { exact: true }) })
      await expect(bar(gusName).getByText(t('online.guest'), { exact: true })).toBeVisible()
      await expect(bar(miaName).getByText(t('online.guest'))).toHaveCount(0)
      for (const { page } of [mia, gus]) {
        await say(page, t, 'hallo')
      }
      const chat = mia.page.getByRole('log', { name: t('match.chat') })
      await expect(chat.getByText(`${gusName} (${t('online.guest')}) hallo`)).toBeVisible()
      await expect(chat.getByText(`${miaName} hallo`)).toBeVisible()
      await expectStillAccessible(mia.page)
      await new Board(mia.page).click('f2', 'f3')

      const { page } = await newPerson(browser, look)
      await page.goto('/play')
      await expect(page.getByText(t('online.marked', { name: gusName, mark: t('online.guest') })).first()).toBeVisible()
      await expect(page.getByText(t('online.marked', { name: miaName, mark: t('online.guest') }))).toHaveCount(0)
    })

    test('a guest chooses another name after somebody registered it', audit, async ({ browser }) => {
      const [gus, mia] = [await newPerson(browser, look), await newPerson(browser, look)]
      const name = named('Tom')
      await gus.page.request.post('/api/session', { data: { name } })
      await mia.page.request.post('/api/account', { data: { name: name.toLowerCase(), password: 'by the old mill' } })
      await mia.page.goto('/play')
      const table = await openTable(mia.page, t, async (dialog) => {
        await dialog.getByLabel(t('new-table.color')).selectOption(t('color.w'))
      })

      await gus.page.goto(table)
      await gus.page.getByRole('button', { name: t('match.sit') }).click()
      await expect(gus.page.getByRole('alert').filter({ hasText: t('refusal.name-of-account') })).toBeVisible()
      await gus.page.getByLabel(t('online.name')).first().fill(named('August'))
      await gus.page.getByRole('button', { name: t('match.sit') }).click()
      await expect(gus.page.getByText(t('game.turn', { who: name.toLowerCase() }))).toBeVisible()
      await expect(gus.page.getByText(named('August'), { exact: true }).first()).toBeVisible()

      // A quick pairing only generates another name.
      const [pia, eve] = [await newPerson(browser, look), await newPerson(browser, look)]
      const lost = named('Pia')
      await pia.page.request.post('/api/session', { data: { name: lost } })
      await eve.page.request.post('/api/account', { data: { name: lost, password: 'by the old mill' } })
      await pia.page.goto('/play')
      await pia.page
        .getByRole('button', { name: t('quick.3d') })
        .first()
        .click()
      await expect(pia.page).toHaveURL(/\/match\//)
      const me = await (await pia.page.request.get('/api/session')).json()
      expect(me.name).not.toBe(lost)
    })

    test('an account whose name looks like an older one must choose another name', async ({ browser }) => {
      const { page } = await newPerson(browser, look)
      const person = { id: 'p', name: 'Аnn (2)', account: true }
      await page.route('**/api/session', (route) => route.fulfill({ json: { ...person, nameDue: true } }))
      const requests: unknown[] = []
      await page.route('**/api/me/name', async (route) => {
        requests.push(route.request().postDataJSON())
        await (requests.length === 1
          ? route.fulfill({ status: 409, json: { code: 'name-taken', message: 'this name is taken' } })
          : route.fulfill({ json: { ...person, name: 'Hanna' } }))
      })
      await page.goto('/account')
      const form = page.getByRole('region', { name: t('account.new-name') })
      await expect(form.getByText(t('account.new-name.explain', { name: person.name }))).toBeVisible()
      await expectStillAccessible(page)
      await form.getByLabel(t('account.new-name.label')).fill('Ann')
      await form.getByRole('button', { name: t('account.new-name.save') }).click()
      await expect(form.getByRole('alert')).toHaveText(t('refusal.name-taken'))
      await form.getByLabel(t('account.new-name.label')).fill('Hanna')
      await form.getByRole('button', { name: t('account.new-name.save') }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Hanna' })).toBeVisible()
      await expect(form).toHaveCount(0)
      expect(requests).toEqual([{ name: 'Ann' }, { name: 'Hanna' }])
    })
  })
}
