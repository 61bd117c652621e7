import type { ChapterView, Refusal } from '../server/api.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { attempt, type OpenStudy } from './study.svelte.ts'

/** moved returns a list with the element at a place moved to another one. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [one] = list.slice(from, from + 1)
  if (one === undefined) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, one)
}

/** placeAt returns the place among other elements, given their middles from top to bottom, of one at a height. */
export function placeAt(middles: readonly number[], height: number): number {
  return middles.filter((middle) => middle < height).length
}

/** The order of the chapters while the owner changes it. It is shown at once and sent when `commit` is called. */
export class ChapterOrder {
  readonly #study: OpenStudy
  /** The IDs in the new order, undefined if it is that of the study. */
  #ids: readonly string[] | undefined = $state.raw()
  /** The chapter that is dragged, '' for none. */
  dragged = $state('')
  refusal: Refusal | undefined = $state.raw()
  #sending = false

  constructor(study: OpenStudy) {
    this.#study = study
  }

  /** The chapters in the order to show. Those that were added meanwhile are the last ones. */
  get chapters(): readonly ChapterView[] {
    const { chapters } = this.#study
    const ids = this.#ids
    if (!ids) return chapters
    const known = ids.flatMap((id) => chapters.find((one) => one.id === id) ?? [])
    return [...known, ...chapters.filter(({ id }) => !ids.includes(id))]
  }

  /** Moves a chapter to a place. Places outside of the list are those at its ends. */
  move(id: string, to: number): void {
    const ids = this.chapters.map((one) => one.id)
    const from = ids.indexOf(id)
    const place = Math.max(0, Math.min(ids.length - 1, to))
    if (from < 0 || from === place) return
    this.#ids = moved(ids, from, place)
    announcer.say(t('studies.place', { n: place + 1, of: ids.length }))
  }

  /** Returns to the order of the study. */
  reset(): void {
    this.dragged = ''
    this.#ids = undefined
  }

  /** Sends the order to the server. What changes meanwhile is sent after it. */
  async commit(): Promise<void> {
    this.dragged = ''
    if (this.#sending) return
    this.#sending = true
    this.refusal = undefined
    while (this.#ids) {
      const ids = this.#ids
      this.refusal = await attempt(() => this.#study.change({ order: this.chapters.map(({ id }) => id) }))
      if (this.refusal || (this.#ids === ids && !this.dragged)) this.#ids = undefined
      if (this.dragged) break
    }
    this.#sending = false
  }
}
