import { online } from 'svelte/reactivity/window'
import { session } from './session.svelte.ts'

/** offline reports whether the browser has no network, or did not reach the server when the page was opened. It is reactive. */
export function offline(): boolean {
  return online.current === false || session.unreachable
}
