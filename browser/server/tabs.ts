/** Each open tab holds a lock with its name, so that the hub is notified when it closes. */

/** Not available on pages served over HTTP. */
const locks = (): LockManager | undefined => globalThis.navigator?.locks

const lockOf = (tab: string) => `tafelrunde.tab.${tab}`

/** whenGone returns a function that resolves when a tab has closed, or undefined without locks. */
export function whenGone(): ((tab: string) => Promise<void>) | undefined {
  const manager = locks()
  return manager && ((tab) => manager.request(lockOf(tab), () => {}) as Promise<void>)
}

/** holdTabLock requests the lock of a tab, calls `onHeld` when it is granted, and returns a function that releases it. */
export function holdTabLock(tab: string, onHeld: () => void): () => void {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  locks()
    ?.request(lockOf(tab), () => {
      onHeld()
      return until
    })
    .catch(() => {}) // the hub then drops the tab after a timeout
  return release
}
