import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import worker from '../public/sw.js?raw'

const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const auth = 'BTBZMqHH6r4Tts7J_aSIgg'

/** What is stored for the service worker, as text. */
let words: string
/** The requests, and the status with which they are answered. */
let requests: { method: string; path: string; body: unknown }[]
let status: number
let subscribed: boolean

function bytes(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer
}

const subscription = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: bytes(key) },
  getKey: (name: string) => bytes(name === 'auth' ? auth : key),
  toJSON: () => ({ endpoint, keys: { p256dh: key, auth } }),
  unsubscribe: async () => {
    subscribed = false
  },
})

/** The subscription of the browser now. */
let now: ReturnType<typeof subscription>

const pushManager = { getSubscription: async () => (subscribed ? now : null), subscribe: async () => now }
const registration = { scope: 'https://club.example/', pushManager, getNotifications: async () => [] }
const cache = {
  match: async () => (words ? new Response(words) : undefined),
  put: async (_: unknown, response: Response) => {
    words = await response.text()
  },
}

beforeEach(() => {
  words = ''
  requests = []
  status = 204
  subscribed = true
  now = subscription('https://push.example/new')
  vi.stubGlobal('document', { baseURI: registration.scope, documentElement: { lang: 'en' } })
  vi.stubGlobal('localStorage', { getItem: () => 'anna', setItem: () => {} })
  vi.stubGlobal('navigator', { languages: ['en'], serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    requests.push({ method, path: path.replace(registration.scope, ''), body: body && JSON.parse(String(body)) })
    if (method === 'GET') return Response.json({ kinds: [], devices: [], key })
    const refusal = JSON.stringify({ code: 'not-found', message: '' })
    return status === 204 ? new Response(null, { status }) : new Response(refusal, { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Loads a page of the person who subscribed. */
async function load(): Promise<void> {
  vi.resetModules() // the module looks at the browser when it is loaded
  const { loadTexts } = await import('../words/words.svelte.ts')
  await loadTexts('en')
  const { push } = await import('./push.svelte.ts')
  await push.renew('anna')
}

const path = 'api/me/notifications/devices'
const renewed = { method: 'PUT', path, body: { endpoint: 'https://push.example/new', key, auth } }

test('a page renews the subscription of its browser', async () => {
  await load()
  expect(requests.slice(1)).toEqual([renewed])
  expect(JSON.parse(words)).toMatchObject({ endpoint: 'https://push.example/new', key })
  expect(subscribed).toBe(true)
})

test('a page sends the address that the server knows', async () => {
  words = JSON.stringify({ endpoint: 'https://push.example/old', key })
  await load()
  expect(requests.at(-1)?.body).toMatchObject({ earlier: 'https://push.example/old' })
})

test('a device that the person has removed does not come back', async () => {
  status = 404
  await load()
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  expect(subscribed).toBe(false)
})

/** Sends an event to the service worker. */
async function change(event: { oldSubscription?: object; newSubscription?: object }): Promise<void> {
  const listeners = new Map<string, (event: object) => void>()
  const listen = (type: string, listener: (event: object) => void) => listeners.set(type, listener)
  new Function('addEventListener', 'registration', worker)(listen, registration)
  let done: Promise<void> | undefined
  listeners.get('pushsubscriptionchange')?.({
    ...event,
    waitUntil: (promise: Promise<void>) => {
      done = promise
    },
  })
  await done
}

test('the service worker sends a subscription that replaces another one', async () => {
  words = JSON.stringify({ endpoint: 'https://push.example/old', key })
  const sent = [{ ...renewed, body: { ...renewed.body, earlier: 'https://push.example/old' } }]
  await change({ oldSubscription: subscription('https://push.example/old'), newSubscription: now })
  expect(requests).toEqual(sent)
  requests = []
  await change({}) // as some browsers do
  expect(requests).toEqual(sent)
  expect(subscribed).toBe(true)
  status = 404
  await change({})
  expect(subscribed).toBe(false)
})

test('the service worker of a browser that never subscribed sends nothing', async () => {
  await change({})
  expect(requests).toEqual([])
})
