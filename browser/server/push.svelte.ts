import { at, base } from '../ui/base.ts'
import { notifications } from '../ui/notifications.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { type NotificationChoice, type NotificationSettings, refusalOf, request } from './api.ts'

/** The cache with what the service worker (public/sw.js) needs: the words, and the subscription as the server knows it. */
const wordsCache = 'tafelrunde push words'

/** When the person did not want pushes, as the browser stores it. */
const declinedKey = 'tafelrunde.no-push'

/** The ID of the person who subscribed in this browser. */
const subscriberKey = 'tafelrunde.push-for'

/** Whether this browser can receive pushes: 'install' if it can once the page is on the home screen, as on iPhones. */
export type Support = 'yes' | 'no' | 'install'

function supportOf(): Support {
  if ('PushManager' in globalThis && 'serviceWorker' in navigator && 'Notification' in globalThis) return 'yes'
  // Only Apple's browsers have the field.
  return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'no'
}

/** What the person is notified of, and the subscription of this browser to pushes. */
class Push {
  /** Undefined until the server has answered. */
  settings: NotificationSettings | undefined = $state.raw()
  readonly support: Support = supportOf()
  #declined = $state(stored(declinedKey) !== '')

  #stored: Promise<void> = Promise.resolve()

  /** Whether this browser receives pushes for the person. */
  get here(): boolean {
    return this.settings?.devices.some(({ current }) => current) ?? false
  }

  /** Whether the page may offer pushes: the site sends them, this browser does not get any, and the person has not declined. */
  get offered(): boolean {
    const possible = this.support === 'install' || (this.support === 'yes' && Notification.permission !== 'denied')
    return possible && !this.#declined && this.settings?.key !== undefined && !this.here
  }

  decline(): void {
    this.#declined = true
    store(declinedKey, '1')
  }

  /** Loads the settings. It fails as requests do. */
  async load(): Promise<void> {
    this.settings = await request('GET', '/me/notifications/settings')
  }

  /** Stores what the person is notified of, one change after another. If it fails, the settings are those that are stored. */
  choose(kinds: NotificationChoice[], quiet: NotificationSettings['quiet']): Promise<void> {
    if (!this.settings) return Promise.resolve()
    const { key, devices } = this.settings
    const chosen = { kinds, ...(quiet && { quiet }) }
    // The next change is based on this one.
    this.settings = { ...chosen, devices, ...(key && { key }) }
    this.#stored = this.#stored
      .catch(() => {})
      .then(() => request('PUT', '/me/notifications/settings', chosen))
      .then(
        () => {},
        async (reason) => {
          await this.load()
          throw reason
        },
      )
    return this.#stored
  }

  /** Subscribes this browser for a person, after a click. It reports whether the person and the browser permit it. */
  async subscribe(person: string): Promise<boolean> {
    const key = this.settings?.key
    if (!key || !(await notifications.ask())) return false
    const { pushManager } = await navigator.serviceWorker.ready
    const before = await pushManager.getSubscription()
    // A subscription for another key would be refused.
    if (before && keyOf(before.options.applicationServerKey) !== key) await before.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    store(subscriberKey, person)
    await request('POST', '/me/notifications/devices', sent(subscription))
    await storeForWorker(subscription.endpoint, key)
    await this.load()
    return true
  }

  /** Ends pushes to one of the person's devices. */
  async remove(id: string, current: boolean): Promise<void> {
    await request('DELETE', `/me/notifications/devices/${id}`)
    if (current) await this.forget()
    await this.load()
  }

  /** Ends the subscription of this browser, before somebody else uses it. */
  async forget(): Promise<void> {
    const registration = await navigator.serviceWorker?.getRegistration(base().href)
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
    await (await subscriptionHere())?.unsubscribe()
  }

  /**
   * Sends the subscription with which a person receives pushes in this browser, if it has one, under the session that it has
   * now. If the person has removed the device elsewhere, the subscription ends.
   */
  async renew(person: string): Promise<void> {
    const subscription = await subscriptionHere()
    if (!subscription) return
    await this.load()
    const key = keyOf(subscription.options.applicationServerKey)
    // Somebody else subscribed, and did not sign out.
    if (key !== this.settings?.key || stored(subscriberKey) !== person) return this.forget()
    const earlier = await endpointBefore()
    try {
      await request('PUT', '/me/notifications/devices', { ...sent(subscription), ...(earlier && { earlier }) })
    } catch (reason) {
      if (refusalOf(reason).code === 'not-found') return this.forget()
      throw reason
    }
    await storeForWorker(subscription.endpoint, key)
  }
}

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The storage is blocked: it is as if nothing had been stored.
  }
}

/** keyOf returns a key in base64url. */
function keyOf(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

async function subscriptionHere(): Promise<PushSubscription | null | undefined> {
  if (supportOf() !== 'yes') return undefined
  const registration = await navigator.serviceWorker.getRegistration(base().href)
  return registration?.pushManager.getSubscription()
}

/** sent returns a subscription as the server expects it. */
function sent(subscription: PushSubscription): { endpoint: string; key: string; auth: string } {
  const { endpoint } = subscription
  return { endpoint, key: keyOf(subscription.getKey('p256dh')), auth: keyOf(subscription.getKey('auth')) }
}

/** storeForWorker stores the words for the service worker, in the language of the page, and the subscription that the server knows. */
async function storeForWorker(endpoint: string, key: string): Promise<void> {
  const kinds = [
    'turn',
    'offer',
    'finished',
    'challenge',
    'review',
    'report',
    'table',
    'club-request',
    'club-joined',
    'club-notice',
    'club-owner',
    'tournament',
    'round',
    'season',
    'tournament-open',
    'tournament-challenge',
    'tournament-decision',
  ] as const
  const words = {
    kinds: Object.fromEntries(kinds.map((kind) => [kind, t(`bell.${kind}`, { who: '{who}' })])),
    games: { wotn: t('game.wotn'), lancelot: t('game.lancelot') },
    guest: t('online.guest.new', { n: '{n}' }),
    tournament: t('tournament.title'),
    endpoint,
    key,
  }
  const cache = await caches.open(wordsCache)
  await cache.put(at('push-words'), new Response(JSON.stringify(words)))
}

/** endpointBefore returns the address of this browser that the server knows, undefined if none is stored. */
async function endpointBefore(): Promise<string | undefined> {
  const cache = await caches.open(wordsCache)
  const words = await cache.match(at('push-words'))
  return ((await words?.json()) as { endpoint?: string } | undefined)?.endpoint
}

export const push = new Push()
