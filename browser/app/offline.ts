import { build } from '../server/build.svelte.ts'
import { base } from '../ui/base.ts'
import { causeOfFailure } from '../ui/loading.ts'
import { place } from '../ui/route.svelte.ts'

/**
 * workOffline registers the service worker (public/sw.js), reports builds that it finds, and lets it keep the files of this
 * page's build until the page is closed. A development server has none.
 */
export function workOffline(): void {
  if (build.own === '' || !('serviceWorker' in navigator)) return
  const scope = base()
  // The name of the cache in the service worker. The lock ends with the page.
  void navigator.locks?.request(
    `tafelrunde ${scope.pathname} ${build.own}`,
    { mode: 'shared' },
    () => new Promise(() => {}),
  )
  const workers = navigator.serviceWorker
  workers.addEventListener('message', ({ data }: MessageEvent<{ build?: string }>) => {
    if (typeof data?.build === 'string') build.report(data.build)
  })
  const register = async () => {
    const registration = await workers.register(new URL('sw.js', scope), {
      scope: scope.pathname,
      updateViaCache: 'none',
    })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void registration.update().catch(() => {})
    })
  }
  // It loads the whole program, so it waits until the page is there. Without it the page works, but not offline.
  const start = () => void register().catch(() => {})
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/** The key in session storage of the build that was reloaded because a part could not be loaded. */
const key = 'tafelrunde.reloaded'

/**
 * reloadAfterUpdate reloads the page if a part of it cannot be loaded because the server has another build. It does so once for
 * each build, never without network, and never on pages with a game or a dialog. There the page shows what is wrong.
 */
export function reloadAfterUpdate(): void {
  addEventListener('vite:preloadError', () => {
    const before = place.route.page
    void (async () => {
      const lazy = [
        'home',
        'pieces',
        'piece',
        'lobby',
        'leaderboards',
        'following',
        'opponents',
        'games',
        'account',
        'security',
        'settings',
        'person',
        'studies',
        'tournaments',
        'tournament',
        'certificate',
        'rules',
        'learn',
        'puzzles',
        'minute',
        'join',
        'document',
      ]
      if (!lazy.includes(before)) return
      if (sessionStorage.getItem(key) === build.own || (await causeOfFailure()) !== 'updated') return
      if (place.route.page !== before) return
      sessionStorage.setItem(key, build.own)
      location.reload()
    })()
  })
}
