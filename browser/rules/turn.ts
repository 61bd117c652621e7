/**
 * The engine of one window at a time: a lock that the windows and tabs of a browser share. A search takes it from another window,
 * which then waits until it is free again.
 */

/** A request for the engine. */
export interface Turn {
  /** Takes the engine from another window. `onlost` is called if another window takes it. */
  take(onlost: () => void): Promise<void>
  /** Waits until no other window has the engine. It is not resolved if the request is given up. */
  wait(onlost: () => void): Promise<void>
  /** Gives the engine back, or gives the request up. */
  release(): void
}

const lockName = 'tafelrunde.engine'

/** EngineTurn is the turn of this window. Without locks (they need HTTPS) every window has the engine at once. */
export class EngineTurn implements Turn {
  #release: (() => void) | undefined

  take(onlost: () => void): Promise<void> {
    return this.#request({ steal: true }, onlost)
  }

  wait(onlost: () => void): Promise<void> {
    return this.#request({}, onlost)
  }

  release(): void {
    this.#release?.()
    this.#release = undefined
  }

  #request(options: LockOptions, onlost: () => void): Promise<void> {
    this.release()
    if (!('locks' in navigator) || navigator.locks === undefined) return Promise.resolve()
    return new Promise((resolve) => {
      const controller = new AbortController()
      let granted = false
      let end = () => controller.abort()
      const release = () => end()
      this.#release = release
      const hold = () => {
        if (this.#release !== release) return Promise.resolve()
        granted = true
        resolve()
        return new Promise<void>((done) => {
          end = done
        })
      }
      // A lock that is stolen has no signal: it is granted at once.
      const request = options.steal ? options : { ...options, signal: controller.signal }
      navigator.locks.request(lockName, request, hold).catch(() => {
        if (this.#release !== release) return
        this.#release = undefined
        // Where locks are forbidden every window has the engine.
        if (granted) onlost()
        else resolve()
      })
    })
  }
}
