import { MediaQuery } from 'svelte/reactivity'
import { screens } from '../style/screens.ts'

/**
 * stripQuery matches where a list of moves is a strip that scrolls sideways. A tall list is none on a phone in landscape, where
 * it has a column.
 */
export function stripQuery(tall: boolean): MediaQuery {
  return new MediaQuery(tall ? `${screens.narrow} and (not ${screens.landscape})` : screens.narrow)
}
