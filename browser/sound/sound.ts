import { type SoundKind, settings } from '../ui/settings.svelte.ts'
import { type Context, Player, type SoundOptions } from './player.ts'
import { SoundTab } from './tab.ts'

/** Safari before 14.1 has a prefix; iOS before 17 has no audio session. */
type Browser = typeof globalThis & { webkitAudioContext?: typeof AudioContext }
type WithSession = Navigator & { audioSession?: { type: string } }

const tab = new SoundTab()

const player = new Player({
  create: () => {
    const Constructor = globalThis.AudioContext ?? (globalThis as Browser).webkitAudioContext
    // Mixes with music of other programs, and follows the mute switch of the phone.
    const session = (navigator as WithSession).audioSession
    if (session) session.type = 'ambient'
    return new Constructor({ latencyHint: 'interactive' }) as unknown as Context
  },
  settings: () => settings.choices,
  mayPlay: () => tab.plays,
  now: () => performance.now(),
})

/**
 * playSound plays a sound if sound is on, its kind is not muted and this is the tab that plays. Before the first tap or key on
 * the page, and while the browser has suspended audio, it does nothing.
 */
export function playSound(kind: SoundKind, options: SoundOptions = {}): void {
  player.play(kind, options)
}

/** enableSound lets taps and keys start audio. To be called once, when the page is loaded. */
export function enableSound(): void {
  tab.follow()
  const unlock = () => player.unlock()
  for (const name of ['pointerup', 'touchend', 'keydown', 'click']) addEventListener(name, unlock, { passive: true })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') player.resume()
  })
}
