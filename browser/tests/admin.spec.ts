import type { Browser } from '@playwright/test'
import { type Look, lookName, oneLook, textsOf } from './looks.ts'
import { expectAccessible, expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { openChat, say, startMatch } from './tables.ts'
import { audit, expect, picture, test } from './test.ts'

const server = new TestServer()
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

for (const look of oneLook(0)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)

    test('a moderator handles a report', async ({ browser }) => {
      const name = `Marta ${look.language} ${test.info().retry}`
      const created = server.admin('create', name)
      const password = /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/m.exec(created)?.[0] ?? ''
      const boss = await server.newPerson(browser, look)
      await boss.page.request.post('/api/login', { data: { name, password } })

      // The first password must be changed.
      await boss.page.goto('/admin')
      await boss.page.getByRole('link', { name: t('account.first-password') }).click()
      await boss.page.getByLabel(t('account.password.old')).fill(password)
      await boss.page.getByLabel(t('account.password.new')).fill('my own one')
      await boss.page.getByRole('button', { name: t('account.password.change') }).click()
      await expect(boss.page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(boss.page.getByLabel(t('account.password.old'))).toHaveCount(0)
      await boss.page.goto('/')
      await expect(boss.page.getByRole('link', { name: t('recovery.offer') })).toBeVisible()

      const rude = await server.newPerson(browser, look)
      const rudeName = `Rudi ${look.language} ${test.info().retry}`
      await rude.page.request.post('/api/account', { data: { name: rudeName, password: 'long enough' } })
      const { id } = await (await rude.page.request.get('/api/session')).json()
      const guest = await server.newPerson(browser, look)
      await guest.page.request.post('/api/session', { data: { name: 'Gast' } })
      await guest.page.request.post('/api/reports', { data: { about: id, reason: 'talk', text: 'Rude, twice.' } })

      await boss.page.goto('/admin')
      const reports = boss.page.getByRole('region', { name: t('admin.reports'), exact: true })
      const report = reports.getByRole('listitem').filter({ hasText: rudeName })
      await expect(report).toContainText('Rude, twice.')
      await report.getByRole('button', { name: t('admin.people.show') }).click()
      const people = boss.page.getByRole('region', { name: t('admin.people'), exact: true })
      await people.getByLabel(t('admin.text')).fill('Be kind, please.')
      await people.getByRole('button', { name: t('admin.warn'), exact: true }).click()
      await expect(people.getByText(t('admin.done.warn'))).toBeVisible()
      await people.getByRole('button', { name: t('admin.mute'), exact: true }).click()
      await expect(people.getByText(t('admin.done.mute'))).toBeVisible()
      await expect(people.getByRole('button', { name: t('admin.unmute') })).toBeVisible()
      await expectAccessible(boss.page)
      await picture(boss.page, 'admin', true)
      await report.getByRole('button', { name: t('admin.reports.close') }).click()
      await expect(report).toHaveCount(0)
      const log = boss.page.getByRole('region', { name: t('admin.audit'), exact: true })
      await expect(log.getByRole('listitem').filter({ hasText: t('admin.action.mute') })).toContainText(rudeName)

      // A guest who was not reported is moderated from the profile.
      const unreported = await (await guest.page.request.get('/api/session')).json()
      await boss.page.goto(`/people/${unreported.id}`)
      await boss.page.getByRole('link', { name: t('person.moderate'), exact: true }).click()
      await expect(people.getByRole('heading', { level: 3 })).toContainText(unreported.name)

      // A link for a new password is valid as long as the administrator wants.
      await boss.page.goto(`/people/${id}`)
      await boss.page.getByRole('link', { name: t('person.moderate'), exact: true }).click()
      await expect(people.getByRole('heading', { level: 3 })).toContainText(rudeName)
      await people.getByLabel(t('admin.reset.hours')).fill('1')
      const answer = boss.page.waitForResponse(/\/reset$/)
      await people.getByRole('button', { name: t('admin.reset'), exact: true }).click()
      const { until } = await (await answer).json()
      expect(until).toBeLessThan(Date.now() + 2 * 3_600_000)
      await picture(boss.page, 'person', true)

      // The warning is shown until it is confirmed.
      await rude.page.goto('/')
      await expect(rude.page.getByRole('dialog')).toContainText('Be kind, please.')
      await expectStillAccessible(rude.page)
      await rude.page.getByRole('button', { name: t('warning.confirm') }).click()
      await expect(rude.page.getByRole('dialog')).toHaveCount(0)
      await rude.page.reload()
      await expect(rude.page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(rude.page.getByRole('dialog')).toHaveCount(0)

      // A link sets a new password once.
      const link = new URL(/\/reset#\S+/.exec(server.admin('reset', rudeName))?.[0] ?? '', 'http://x')
      const lost = await server.newPerson(browser, look)
      await lost.page.goto(`/reset${link.hash}`)
      await lost.page.getByLabel(t('account.password.new')).fill('another one')
      await expectStillAccessible(lost.page)
      await lost.page.getByRole('button', { name: t('recovery.set') }).click()
      await expect(lost.page.getByRole('heading', { level: 1, name: rudeName })).toBeVisible()
      await rude.page.goto(`/reset${link.hash}`)
      await rude.page.getByLabel(t('account.password.new')).fill('a third one')
      await rude.page.getByRole('button', { name: t('recovery.set') }).click()
      await expect(rude.page.getByRole('alert')).toHaveText(t('refusal.reset-link'))
      for (const { context } of [boss, rude, guest, lost]) await context.close()
    })
  })
}

/** administrator logs in as a new administrator and returns the person. */
async function administrator(browser: Browser, look: Look, name: string) {
  const password = /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/m.exec(server.admin('create', name))?.[0] ?? ''
  const boss = await server.newPerson(browser, look)
  await boss.page.request.post('/api/login', { data: { name, password } })
  await boss.page.request.post('/api/me/password', { data: { old: password, new: 'my own one' } })
  return boss
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    const t = textsOf(look.language)
    test.afterEach(() => {
      server.admin('site', '--registration', 'open', '--guests', 'on', '--unannounce')
    })

    test('an administrator closes the site, invites and announces', audit, async ({ browser }) => {
      const boss = await administrator(browser, look, `Berta ${look.language} ${test.info().retry}`)
      const visitor = await server.newPerson(browser, look)
      await visitor.page.goto('/play')
      await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
      await boss.page.goto('/admin')
      const section = boss.page.getByRole('region', { name: t('admin.site'), exact: true })
      await section.getByLabel(t('admin.site.registration.invitation')).check()
      await expect(section.getByText(t('admin.site.changed'))).toBeVisible()
      // A text that is being written stays when another setting is changed.
      await section.getByLabel(t('admin.site.announcement')).fill('Restart at 8 p.m.')
      await section.getByLabel(t('admin.site.guests')).uncheck()
      const log = boss.page.getByRole('region', { name: t('admin.audit'), exact: true })
      await expect(log.getByRole('listitem').filter({ hasText: `${t('admin.detail.guests')}: off` })).toBeVisible()

      // An open page shows the announcement at once, until it is dismissed.
      await expect(section.getByLabel(t('admin.site.announcement'))).toHaveValue('Restart at 8 p.m.')
      await section.getByLabel(t('admin.site.german')).fill('Neustart um 20 Uhr')
      await section.getByRole('button', { name: t('admin.site.announce'), exact: true }).click()
      const announcement = visitor.page.getByRole('complementary', { name: t('announcement.title') })
      await expect(announcement).toContainText('Neustart um 20 Uhr')
      await expect(visitor.page.getByRole('status').filter({ hasText: 'Neustart um 20 Uhr' })).toHaveCount(1)
      await expectStillAccessible(visitor.page)
      await picture(visitor.page, 'announcement')
      await announcement.getByRole('button').click()
      await expect(announcement).toHaveCount(0)

      // The home page still shows it, in the language of the page.
      await visitor.page.goto('/')
      await expect(announcement).toHaveText('Neustart um 20 Uhr')
      await expect(announcement.getByRole('button')).toHaveCount(0)
      await expectStillAccessible(visitor.page)
      for (const width of [390, 1280]) {
        await visitor.page.setViewportSize({ width, height: 900 })
        await picture(visitor.page, `home-${width}`)
      }
      // After a restart too, until it is ended. Other languages have the other text.
      await server.kill()
      await server.start()
      await visitor.page.evaluate(() => localStorage.setItem('tafelrunde.language', 'en'))
      await visitor.page.reload()
      const english = visitor.page.getByRole('complementary', { name: textsOf('en')('announcement.title') })
      await expect(english).toHaveText('Restart at 8 p.m.')
      const unannounce = section.getByRole('button', { name: t('admin.site.unannounce') })
      await unannounce.click()
      await expect(unannounce).toHaveCount(0)
      const loaded = visitor.page.waitForResponse(/\/api\/site$/)
      await visitor.page.reload()
      expect((await (await loaded).json()).announcement).toBeUndefined()
      await expect(english).toHaveCount(0)
      await visitor.page.evaluate(() => localStorage.removeItem('tafelrunde.language'))
      await visitor.page.goto('/account')
      await expect(visitor.page.getByText(t('account.registration.invitation'))).toBeVisible()
      await expect(announcement).toHaveCount(0)

      // Without an account nobody plays.
      const guest = await visitor.page.request.post('/api/session', { data: { name: 'Gast' } })
      expect(guest.status()).toBe(403)
      await visitor.page.goto('/play/new')
      await expect(visitor.page.getByRole('dialog')).toContainText(t('refusal.no-guests'))

      // An invitation makes an account, once.
      await section.getByLabel(t('admin.invite.note')).fill('für Ida')
      await section.getByRole('button', { name: t('admin.invite'), exact: true }).click()
      const address = section.getByRole('textbox', { name: t('admin.invite.link', { moment: '' }).slice(0, 20) })
      await expect(address).toHaveValue(/\/join#\S{20,}$/)
      const link = await address.inputValue()
      await expect(section.getByRole('listitem').filter({ hasText: 'für Ida' })).toBeVisible()
      await expectStillAccessible(boss.page)
      await picture(boss.page, 'site', true)
      await visitor.page.goto(link)
      await expect(visitor.page.getByText(t('join.explain'))).toBeVisible()
      const name = `Ida ${look.language} ${test.info().retry}`
      await visitor.page.getByLabel(t('account.name')).fill(name)
      await visitor.page.getByLabel(t('account.password.new')).fill('long enough')
      await expectStillAccessible(visitor.page)
      await visitor.page.getByRole('button', { name: t('account.create'), exact: true }).click()
      await expect(visitor.page.getByRole('heading', { level: 1, name })).toBeVisible()
      const second = await server.newPerson(browser, look)
      await second.page.goto(link)
      await second.page.getByLabel(t('account.name')).fill(`${name} 2`)
      await second.page.getByLabel(t('account.password.new')).fill('long enough')
      await second.page.getByRole('button', { name: t('account.create'), exact: true }).click()
      await expect(second.page.getByRole('alert')).toHaveText(t('refusal.invitation'))
      for (const { context } of [boss, visitor, second]) await context.close()
    })

    test(
      'an administrator removes a message, ends a game, and changes people and addresses on a phone',
      audit,
      async ({ browser }) => {
        const boss = await administrator(browser, look, `Clara ${test.info().retry}`)
        await boss.page.setViewportSize({ width: 390, height: 844 })
        const [ann, ben] = await startMatch(server, browser, look)
        await say(ben.page, t, 'Das war Glück!')

        // A message disappears from all pages.
        const table = new URL(ann.page.url()).pathname
        await boss.page.goto(table)
        await expect(boss.page.locator('.row-of-actions')).toBeVisible()
        await openChat(boss.page, t)
        await expect(boss.page.getByText('Das war Glück!')).toHaveCount(0)
        await openChat(ann.page, t)
        await expect(ann.page.getByText('Das war Glück!')).toBeVisible()
        await boss.page.getByLabel(t('match.chat.message')).fill('Bitte freundlich bleiben.')
        await boss.page.getByRole('button', { name: t('match.chat.send') }).click()
        const remove = boss.page.getByRole('button', {
          name: t('admin.chat.remove.of', { name: `Clara ${test.info().retry}` }),
        })
        await remove.click()
        await expect(remove).toHaveCount(0)

        // The game of a table is ended.
        await boss.page.goto('/admin')
        await boss.page.getByLabel(t('admin.table.address')).fill(new URL(table, boss.page.url()).href)
        await boss.page.getByRole('button', { name: t('admin.table.close') }).click()
        await expect(boss.page.getByRole('main').getByText(t('admin.table.closed'))).toBeVisible()
        await expect(ann.page.getByText(t('result.abort.moderator'), { exact: false })).toBeVisible()

        const person = await server.newPerson(browser, look)
        const name = `Kurt ${test.info().retry}`
        await person.page.request.post('/api/account', { data: { name, password: 'long enough' } })
        const parts = boss.page.getByRole('navigation', { name: t('admin.title') })
        const press = (name: string) => boss.page.getByRole('button', { name, exact: true }).click()
        await parts.getByRole('button', { name: t('admin.people') }).click()
        const find = async (wanted: string) => {
          await boss.page.getByLabel(t('admin.people.name')).fill(wanted)
          await press(t('admin.people.find'))
          await expect(boss.page.getByRole('heading', { level: 3, name: wanted })).toBeVisible()
        }
        await find(name)
        for (const [action, undo] of [
          ['suspend', 'unsuspend'],
          ['ban', 'unban'],
        ] as const) {
          await press(t(`admin.${action}`))
          await expect(boss.page.getByRole('main').getByText(t(`admin.done.${action}`))).toBeVisible()
          expect((await person.page.request.post('/api/matches', { data: {} })).status()).not.toBe(200)
          await expectStillAccessible(boss.page)
          await press(t(`admin.${undo}`))
          await expect(boss.page.getByRole('main').getByText(t(`admin.done.${undo}`))).toBeVisible()
        }
        await boss.page.getByLabel(t('account.new-name.label')).fill(`${name} neu`)
        await press(t('admin.rename'))
        await expect(boss.page.getByRole('main').getByText(t('admin.done.rename'))).toBeVisible()
        await expect(boss.page.getByRole('heading', { level: 3, name: `${name} neu` })).toBeVisible()
        await boss.page.getByRole('combobox', { name: t('admin.role') }).selectOption('moderator', { timeout: 10_000 })
        await press(t('admin.role.set'))
        await expect(boss.page.getByRole('main').getByText(t('admin.done.role'))).toBeVisible()
        await picture(boss.page, 'people-390', true)
        await press(`${t('admin.delete')} …`)
        await press(t('admin.delete'))
        await expect(boss.page.getByRole('main').getByText(t('admin.done.delete'))).toBeVisible()
        expect(
          (
            await person.page.request.post('/api/login', { data: { name: `${name} neu`, password: 'long enough' } })
          ).status(),
        ).toBe(403)

        // A bot is marked.
        const robot = await server.newPerson(browser, look)
        const robotName = `Robot ${test.info().retry}`
        await robot.page.request.post('/api/account', { data: { name: robotName, password: 'long enough' } })
        expect((await robot.page.request.post('/api/bot/account/upgrade', { data: {} })).ok()).toBe(true)
        await find(robotName)
        await expect(boss.page.getByRole('heading', { level: 3, name: robotName })).toContainText(
          `(${t('online.bot')})`,
        )

        await parts.getByRole('button', { name: t('admin.addresses') }).click()
        await boss.page.getByLabel(t('admin.addresses.network')).fill('nirgends')
        await press(t('admin.ban'))
        await expect(boss.page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
        await boss.page.getByLabel(t('admin.addresses.network')).fill('203.0.113.0/24')
        await press(t('admin.ban'))
        const ban = boss.page.getByRole('listitem').filter({ hasText: '203.0.113.0/24' })
        await expect(ban.first()).toBeVisible()
        await ban.first().getByRole('button').click()
        await expect(boss.page.getByRole('main').getByText(t('admin.addresses.lifted'))).toBeVisible()
        await picture(boss.page, 'addresses-390', true)
        for (const { context } of [boss, ann, ben, person, robot]) await context.close()
      },
    )
  })
}
