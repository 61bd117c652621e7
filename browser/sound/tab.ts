const lockName = 'tafelrunde.sound'

/**
 * SoundTab decides which tab of the browser plays: the one that was used last, also while it is hidden. It holds a lock, which
 * the browser passes on when the tab closes.
 */
export class SoundTab {
  #holds = false

  /** Reports whether this tab plays. Without locks (they need HTTPS) every visible tab does. */
  get plays(): boolean {
    return this.#canLock ? this.#holds : document.visibilityState === 'visible'
  }

  get #canLock(): boolean {
    return 'locks' in navigator && navigator.locks !== undefined
  }

  /** Follows the use of the tab from now on. */
  follow(): void {
    if (!this.#canLock) return
    const claim = () => {
      if (document.visibilityState === 'visible' && !this.#holds) this.#request(true)
    }
    addEventListener('focus', claim)
    addEventListener('pointerdown', claim, true)
    document.addEventListener('visibilitychange', claim)
    if (document.visibilityState === 'visible') this.#request(true)
    else this.#request(false)
  }

  /** Requests the lock: `steal` takes it from the tab that has it, else it is queued. */
  #request(steal: boolean): void {
    const hold = () => {
      this.#holds = true
      return new Promise<void>(() => {})
    }
    navigator.locks.request(lockName, { steal }, hold).catch(() => {
      // Another tab has stolen it.
      if (!this.#holds) return
      this.#holds = false
      this.#request(false)
    })
  }
}
