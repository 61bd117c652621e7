import { MediaQuery } from 'svelte/reactivity'

/**
 * stripQuery matches where a list of moves is a strip that scrolls sideways. A tall list is none on a phone in landscape, where
 * it has a column.
 */
export function stripQuery(tall: boolean): MediaQuery {
  return new MediaQuery(tall ? '(width < 58rem) and ((width < 33rem) or (aspect-ratio < 5/4))' : '(width < 58rem)')
}
