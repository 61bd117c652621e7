import { lookName, oneLook, textsOf } from './looks.ts'
import { newMembers } from './members.ts'
import { expectStillAccessible } from './people.ts'
import { TestServer } from './server.ts'
import { expect, test } from './test.ts'

// Subscribing at a real push service needs a network; the pages get a subscription of their own.
// Chromium without its window system shows no notifications.
test.use({
  serviceWorkers: 'allow',
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  },
})
const server = new TestServer('--public-url', 'https://club.example')
test.beforeAll(() => server.start())
test.afterAll(() => server.close())

/** What the test needs of the global object of a service worker. */
interface WorkerScope {
  clients: { openWindow: (address: string) => Promise<unknown> }
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}

/** Makes PushManager return a subscription with the keys of RFC 8291, appendix A. It lasts as long as the origin's storage. */
function fakeSubscriptions(): void {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const subscription = () => ({
    endpoint: 'https://push.example/abc',
    options: { applicationServerKey: bytes(localStorage.getItem('fake-subscription') ?? '') },
    getKey: (name: keyof typeof keys) => bytes(keys[name]),
    unsubscribe: async () => localStorage.removeItem('fake-subscription'),
  })
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (localStorage.getItem('fake-subscription') ? subscription() : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem('fake-subscription', applicationServerKey)
      return subscription()
    },
  })
}

for (const look of oneLook(1)) {
  test.describe(lookName(look), () => {
    test('a push shows a notification, which the person asked for after a move by correspondence', async ({
      browser,
    }) => {
      const t = textsOf(look.language)
      const [ann, ben] = await newMembers(server, browser, look, ['Ann', 'Ben'])
      const { page } = ann
      await page.context().grantPermissions(['notifications'])
      await page.addInitScript(fakeSubscriptions)
      const clock = { kind: 'correspondence', perTurn: 3 * 86_400_000 }
      const settings = { game: 'wotn', variant: 'wotn', seats: 2, first: 0, clock, visibility: 'public' }
      const opened = await page.request.post('/api/matches', { data: { settings, seat: 0 } })
      const { match } = await opened.json()
      const send = async (by: typeof ann, data: object) => {
        const answer = await by.page.request.post(`/api/matches/${match}/commands`, { data })
        expect(answer.ok(), await answer.text()).toBe(true)
      }
      await send(ben, { type: 'sit', seat: 1 })

      // Nothing is asked before the first move.
      await page.goto(`/match/${match}`)
      await expect(page.getByText(t('match.your-turn'), { exact: true })).toBeVisible()
      const subscribe = page.getByRole('button', { name: t('notify.subscribe') })
      await expect(subscribe).toHaveCount(0)
      await send(ann, { type: 'move', move: 'e2e4' })
      await expect(page.getByText(t('notify.offer.turn'))).toBeVisible()
      await subscribe.click()
      await expect(subscribe).toHaveCount(0)

      await page.goto('/settings')
      const section = page.getByRole('region', { name: t('bell.title') })
      await expect(section.getByText(t('notify.device.here'))).toBeVisible()
      await expectStillAccessible(page)
      await section.getByLabel(t('notify.kind.offer')).selectOption('page')
      await section.getByLabel(t('notify.quiet'), { exact: true }).check()
      await section.getByLabel(t('notify.quiet.from'), { exact: true }).fill('21:30')
      await section.getByLabel(t('notify.quiet.from'), { exact: true }).press('Tab')
      await expect(section.getByText(t('notify.quiet.zone', { zone: '' }).split(':')[0] ?? '')).toBeVisible()
      await expect
        .poll(async () => (await (await page.request.get('/api/me/notifications/settings')).json()).quiet?.from)
        .toBe(21 * 60 + 30)
      await page.reload()
      await expect(section.getByLabel(t('notify.kind.offer'))).toHaveValue('page')

      // What the push service delivers is what internal/jobs sends, which its tests decrypt.
      const devtools = await page.context().newCDPSession(page)
      const registration = new Promise<string>((resolve) => {
        devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
          if (first) resolve(first.registrationId)
        })
      })
      await devtools.send('ServiceWorker.enable')
      const registrationId = await registration
      const deliver = (who: string) => {
        const data = JSON.stringify({ kind: 'turn', match, at: 1, played: 'wotn', with: [who], tag: `turn ${match}` })
        return devtools.send('ServiceWorker.deliverPushMessage', {
          origin: new URL(page.url()).origin,
          registrationId,
          data,
        })
      }
      const shown = () =>
        page.evaluate(async () => {
          const list = await (await navigator.serviceWorker.ready).getNotifications()
          return list.map(({ title, body, tag, data }) => ({ title, body, tag, path: data?.path }))
        })
      const notification = (who: string) => ({
        title: t('bell.turn', { who }),
        body: t('game.wotn'),
        tag: `turn ${match}`,
        path: `match/${match}`,
      })
      await deliver('Ben')
      await expect.poll(shown).toEqual([notification('Ben')])
      // One with the same tag replaces it.
      await deliver('Bea')
      await expect.poll(shown).toEqual([notification('Bea')])

      // A click opens the game. Only a real click may open a window, so its address is recorded.
      const [worker] = page.context().serviceWorkers()
      const clicked = await worker?.evaluate(async () => {
        const scope = globalThis as unknown as WorkerScope
        const opened: string[] = []
        scope.clients.openWindow = async (address) => opened.push(address)
        const [notification] = await scope.registration.getNotifications()
        if (notification) dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
        await new Promise((resolve) => setTimeout(resolve, 100))
        return opened
      })
      expect(clicked).toEqual([new URL(`/match/${match}`, page.url()).href])
      await expect.poll(shown).toEqual([])

      // The device ends with the session.
      await page.getByRole('button', { name: t('app.menu', { name: 'Ann' }) }).click()
      await page.getByRole('button', { name: t('account.sign-out') }).click()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('fake-subscription'))).toBeNull()
    })
  })
}
