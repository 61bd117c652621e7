/** How a hub learns that a tab is no more: each tab holds a lock of its name as long as it lives. */

/** Only where pages are secure. */
const locks = (): LockManager | undefined => globalThis.navigator?.locks

const lockOf = (tab: string) => `tafelrunde.tab.${tab}`

export function whenGone(): ((tab: string) => Promise<void>) | undefined {
  const known = locks()
  return known && ((tab) => known.request(lockOf(tab), () => {}) as Promise<void>)
}

/** Holds the lock of a tab from now on, tells when it is held, and answers a function that lets it go. */
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
    .catch(() => {}) // then a tab is forgotten after a while of silence
  return release
}
