import { onDestroy } from 'svelte'

/** Milliseconds that each position stays, and the last one. */
const stay = 1500
const lastStay = 6000

/**
 * Plays the moves of a game again and again until it is paused; with reduced motion it stands still. It belongs to the component
 * that creates it.
 */
export class Playback {
  /** The number of moves before the position that is shown. */
  at = $state(0)
  running = $state(false)

  /** `length` returns the number of moves, undefined while nothing is played; `again` is called when the game begins again. */
  constructor(length: () => number | undefined, again = () => {}) {
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    this.running = !still.matches
    const settle = () => {
      if (still.matches) this.running = false
    }
    still.addEventListener('change', settle)
    onDestroy(() => still.removeEventListener('change', settle))
    $effect(() => {
      const all = length()
      if (all === undefined || !this.running) return
      const timer = setInterval(
        () => {
          if (document.hidden) return
          if (this.at < all) {
            this.at++
            return
          }
          this.at = 0
          again()
        },
        this.at === all ? lastStay : stay,
      )
      return () => clearInterval(timer)
    })
  }
}
