import { createContext, type Snippet } from 'svelte'
import type { SavedAnalysis } from './saved.svelte.ts'

/** What a page adds to the analysis board. */
export interface Surroundings {
  /** In place of the players; undefined on the analysis board itself. */
  title?: () => string
  /** Opens the text of a file that was dropped on the page; undefined for the dialog of the analysis board. */
  drop?: (text: string) => void
  /** The person may not change the analysis: comments and symbols can only be read. */
  readOnly?: () => boolean
  /** The dialog that saves the analysis in a study. */
  toStudy?: Snippet<[analysis: SavedAnalysis, onclose: () => void]>
}

export const [surroundings, surround] = createContext<Surroundings>()
