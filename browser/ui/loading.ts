import { base } from './base.ts'

/**
 * The cause of a failed load. `offline`: the browser has no network. `unreachable`: the server does not respond. `updated`: the
 * server serves another version of the page. `failed`: the server serves this version.
 */
export type Cause = 'offline' | 'unreachable' | 'updated' | 'failed'

/** Milliseconds after which a server without a response is unreachable. */
const timeout = 5000

/** buildOf returns the name of the page's build, a hash of its files. */
function buildOf(html: Document): string {
  return html.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
}

/** causeOfFailure returns the cause of a failed load. It requests the start page and never rejects. */
export async function causeOfFailure(): Promise<Cause> {
  if (!navigator.onLine) return 'offline'
  try {
    const response = await fetch(base(), { cache: 'no-store', signal: AbortSignal.timeout(timeout) })
    if (!response.ok) return 'unreachable'
    const now = new DOMParser().parseFromString(await response.text(), 'text/html')
    // The network may have been lost since the request.
    if (!navigator.onLine) return 'offline'
    return buildOf(now) === buildOf(document) ? 'failed' : 'updated'
  } catch {
    return navigator.onLine ? 'unreachable' : 'offline'
  }
}
