/** Each tab holds a lock of its own name while it is open, so that the hub notices when it closes. */

/** Not available on pages served over HTTP. */
const locks = (): LockManager | undefined => globalThis.navigator?.locks

const lockOf = (tab: string) => `tafelrunde.tab.${tab}`

/** whenGone returns a function that resolves when a tab has closed, or undefined without locks. */
export function whenGone(): ((tab: string) => Promise<void>) | undefined {
  const manager = locks()
  return manager && ((tab) => manager.request(lockOf(tab), () => {}) as Promise<void>)
}

/** live requests the lock of a tab, calls `held` when it is granted, and returns a function that releases it. */
export function live(tab: string, held: () => void): () => void {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  locks()
    ?.request(lockOf(tab), () => {
      held()
      return until
    })
    .catch(() => {}) // the hub then drops the tab after a timeout
  return release
}
