/**
 * `offline`: the browser has no network. `unreachable`: the server does not answer. `updated`: the server has another version of
 * the page. `failed`: the server is there, with this version.
 */
export type Cause = 'offline' | 'unreachable' | 'updated' | 'failed'

/** Milliseconds after which a server without an answer counts as away. */
const patience = 5000

/** The path of the page's own script, which changes with its content. */
function scriptOf(html: Document): string {
  const script = html.querySelector('script[type="module"][src]')
  return script ? new URL(script.getAttribute('src') ?? '', location.origin).pathname : ''
}

/** causeOfFailure asks the server why something could not be loaded. It never rejects. */
export async function causeOfFailure(): Promise<Cause> {
  if (!navigator.onLine) return 'offline'
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patience) })
    if (!answer.ok) return 'unreachable'
    const now = new DOMParser().parseFromString(await answer.text(), 'text/html')
    // The network may have gone since the request began.
    if (!navigator.onLine) return 'offline'
    return scriptOf(now) === scriptOf(document) ? 'failed' : 'updated'
  } catch {
    return navigator.onLine ? 'unreachable' : 'offline'
  }
}
