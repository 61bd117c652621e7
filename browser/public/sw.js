/**
 * The service worker: pages work without network after the first visit, and pages of an older build keep their files until
 * they are closed.
 *
 * Files whose name has a hash come from a cache. Pages and other files come from the network, and from the cache of this
 * build if there is none. Everything else, such as the API and its streams, is not touched. Responses are returned as they
 * were stored, so that the browser keeps the compiled WASM program with them.
 */

// Replaced when the front end is compressed (scripts/precompress.mjs). The files are relative to the scope.
const list = { build: '', files: [] }

const { scope } = registration
const prefix = `tafelrunde ${new URL(scope).pathname} `
// Each page holds a shared lock with the name of the cache of its build (app/offline.ts).
const own = prefix + list.build
const files = new Set(list.files.map((file) => new URL(file, scope).href))
const hashedFolder = new URL('assets/', scope).href

/** After this time without a response a page comes from the cache. */
const patience = 4000

addEventListener('install', (event) => event.waitUntil(fill().then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(takeOver()))

/** Stores all files of the build. Those with a hash are copied from other caches. It fails if the server has another build. */
async function fill() {
  const cache = await caches.open(own)
  const page = await load(scope)
  if (!(await page.clone().text()).includes(`content="${list.build}"`)) throw new Error('the server has another build')
  const store = async (address) => {
    if (await cache.match(address)) return
    const known = address.startsWith(hashedFolder) ? await caches.match(address, { ignoreVary: true }) : undefined
    await cache.put(address, known ?? (await load(address)))
  }
  await Promise.all([...files].map(store))
  // Last: a cache with a page is complete.
  await cache.put(scope, page)
}

async function load(address) {
  const response = await fetch(address, { cache: address.startsWith(hashedFolder) ? 'default' : 'no-cache' })
  if (!response.ok) throw new Error(`${address}: status ${response.status}`)
  return response
}

/** Removes the caches of builds that no page uses, and sends all pages the build of the server. */
async function takeOver() {
  await clients.claim()
  const { held = [], pending = [] } = await navigator.locks.query()
  const used = new Set([own, ...[...held, ...pending].map(({ name }) => name)])
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && !used.has(name)) await caches.delete(name)
  }
  for (const client of await clients.matchAll()) client.postMessage({ build: list.build })
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { href, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || !href.startsWith(scope)) return
  const path = pathname.slice(new URL(scope).pathname.length)
  if (request.mode === 'navigate') {
    // Pictures and records of games are opened like pages.
    if (!path.startsWith('api/') && !path.includes('.')) event.respondWith(page(request))
  } else if (href.startsWith(hashedFolder)) {
    event.respondWith(hashed(request))
  } else if (search === '' && files.has(href)) {
    event.respondWith(
      fetch(request).catch(async () => (await caches.match(href, { cacheName: own })) ?? Response.error()),
    )
  }
})

/** A page from the network; without network the start page, which shows the page of its address. */
async function page(request) {
  const answer = fetch(request)
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  const response = await Promise.race([answer, late]).catch(() => undefined)
  // A proxy answers like this while the server does not run.
  if (response && ![502, 503, 504].includes(response.status)) return response
  return (await caches.match(scope, { cacheName: own, ignoreVary: true })) ?? answer
}

/** A file whose name has a hash. One that is not in the list, such as a rare font, is stored with its first use. */
async function hashed(request) {
  const known = await caches.match(request, { ignoreVary: true })
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await (await caches.open(own)).put(request, response.clone())
  return response
}

/** Keeps the words of notifications, in the language of the page, and the subscription (server/push.svelte.ts). */
const wordsCache = 'tafelrunde push words'

async function pushWords() {
  const stored = await caches.match(new URL('push-words', scope).href, { cacheName: wordsCache }).catch(() => undefined)
  return (await stored?.json()) ?? {}
}

/** A push of the server. Browsers demand that each one shows something. */
addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data?.json() ?? {}
  } catch {
    // Not from this build's server: the notification only names the site.
  }
  event.waitUntil(showPush(message))
})

async function showPush({
  kind = '',
  match = '',
  game = 0,
  at = 0,
  played = '',
  with: names = [],
  tag = 'tafelrunde',
}) {
  const words = await pushWords()
  const who = names.map((name) => {
    const [, n] = /^(?:Guest|Gast) (\d{4})$/.exec(name) ?? []
    return n && words.guest ? words.guest.replace('{n}', n) : name
  })
  const inGame = kind === 'finished' || kind === 'review'
  const ofTournament = kind === 'season' || kind.startsWith('tournament')
  // A moderator may have removed the name of a tournament.
  const about = who.join(', ') || (ofTournament && words.tournament) || ''
  const title = words.kinds?.[kind]?.replace('{who}', about) ?? 'Tafelrunde'
  const path = kind.startsWith('club-')
    ? `club/${match}`
    : ofTournament
      ? `tournament/${match}`
      : match && (inGame ? `match/${match}/${game}` : `match/${match}`)
  // A repetition replaces silently, something new with a sound.
  const [before] = await registration.getNotifications({ tag })
  await registration.showNotification(title, {
    body: words.games?.[played] ?? '',
    tag,
    renotify: before?.data?.at !== at,
    icon: new URL('icon-192.png', scope).href,
    data: { path, at },
  })
}

/** The push service has replaced the subscription. Not all browsers say by which one. */
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush(event)))

async function renewPush({ oldSubscription, newSubscription }) {
  const { key, endpoint } = await pushWords()
  const earlier = oldSubscription?.endpoint ?? endpoint
  if (!earlier || !key) return
  const subscription =
    newSubscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  const { p256dh, auth } = subscription.toJSON().keys
  const response = await fetch(new URL('api/me/notifications/devices', scope).href, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint: subscription.endpoint, key: p256dh, auth, earlier }),
  })
  // The person has removed the device. After other failures the next page sends the subscription.
  if (response.status === 404) await subscription.unsubscribe()
}

/** A click on a notification shows its game, in an open tab if there is one. */
addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(openPage(new URL(notification.data?.path ?? '', scope).href))
})

async function openPage(address) {
  const tabs = await clients.matchAll({ type: 'window' })
  const tab = tabs.find(({ url }) => url === address)
  if (tab) await tab.focus()
  else await clients.openWindow(address)
}
