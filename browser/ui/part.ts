/** Part returns a part of the page, or a promise of it if it is not loaded yet. */
export type Part<T> = () => T | Promise<T>

/** Parts that are being loaded. */
const loading = new Set<Promise<unknown>>()

/** part returns a Part that loads once. A failed load is tried again the next time. */
export function part<T extends object>(load: () => Promise<T>): Part<T> {
  let loaded: T | undefined
  let pending: Promise<T> | undefined
  return () => {
    if (loaded) return loaded
    if (!pending) {
      const own = load().then((value) => {
        loaded = value
        return value
      })
      const end = () => {
        pending = undefined
        loading.delete(own)
      }
      own.then(end, end)
      loading.add(own)
      pending = own
    }
    return pending
  }
}

/** together returns two parts, as one that is loaded if both are. */
export function together<A, B, T>(a: Part<A>, b: Part<B>, combine: (a: A, b: B) => T): Part<T> {
  return () => {
    const [one, other] = [a(), b()]
    if (one instanceof Promise || other instanceof Promise)
      return Promise.all([one, other]).then(([x, y]) => combine(x, y))
    return combine(one, other)
  }
}

/** allLoaded waits for all parts that are being loaded. It reports whether there were any. It fails if one of them does. */
export async function allLoaded(): Promise<boolean> {
  const some = loading.size > 0
  await Promise.all(loading)
  return some
}
