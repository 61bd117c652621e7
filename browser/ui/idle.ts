/**
 * whenIdle runs something when the page is loaded and has nothing else to do, at the latest after two seconds. It returns a
 * function that cancels it.
 */
export function whenIdle(run: () => void): () => void {
  let cancel: () => void
  const wait = () => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') {
      const callback = requestIdleCallback(run, { timeout: 2000 })
      cancel = () => cancelIdleCallback(callback)
    } else {
      const timer = setTimeout(run, 500)
      cancel = () => clearTimeout(timer)
    }
  }
  if (document.readyState === 'complete') wait()
  else {
    addEventListener('load', wait, { once: true })
    cancel = () => removeEventListener('load', wait)
  }
  return () => cancel()
}
