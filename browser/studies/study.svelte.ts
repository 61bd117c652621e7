import { SvelteMap } from 'svelte/reactivity'
import type { Subject } from '../analysis/board.svelte.ts'
import { LancelotBoard } from '../analysis/lancelot.svelte.ts'
import type { SavedAnalysis } from '../analysis/saved.svelte.ts'
import { WotnBoard } from '../analysis/wotn.svelte.ts'
import type { Problem } from '../rules/contract.ts'
import {
  type ChapterView,
  type Refusal,
  Refused,
  refusalOf,
  request,
  type StudyVisibility,
  type WholeStudy,
} from '../server/api.ts'
import { Saver } from '../server/saver.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { type Draft, type Drafts, openTabs } from './drafts.ts'
import { maxTitle, subjectOf, textOf } from './text.ts'

export type AnyBoard = WotnBoard | LancelotBoard

function boardOf(subject: Subject | SavedAnalysis): AnyBoard {
  return subject.variant === 'lancelot' ? new LancelotBoard(subject) : new WotnBoard(subject)
}

/** titled returns a title with an addition, shortened to the largest length. */
export function titled(title: string, addition: string): string {
  const room = maxTitle - addition.length - 3
  const characters = [...title]
  return `${characters.length > room ? `${characters.slice(0, room - 1).join('')}…` : title} (${addition})`
}

/** written returns a draft as the text of a chapter. It rejects with Refused. */
async function written({ saved, title }: Draft): Promise<string> {
  const answer = await textOf(saved, title)
  if (answer.ok) return answer.value
  const [problem] = answer.problems
  throw new Refused({ code: problem?.code ?? '', message: problem?.message ?? '' })
}

/** A study on screen: its chapters, and the board with one of them. */
export class OpenStudy {
  readonly id: string
  whole: WholeStudy | undefined = $state.raw()
  /** The chapter on the board. */
  current: string = $state('')
  board: AnyBoard | undefined = $state.raw()
  /** The text of the chapter cannot be read. */
  problems: readonly Problem[] = $state.raw([])
  /** The chapters with changes of earlier visits that the server does not have. */
  left: readonly string[] = $state.raw([])
  /** A reader has changed the chapter on the board, which is not saved. */
  scribbled = $state(false)
  readonly #savers = new SvelteMap<string, Saver<Draft>>()
  readonly #drafts: Drafts
  #opening = 0

  constructor(id: string, drafts: Drafts) {
    this.id = id
    this.#drafts = drafts
  }

  get chapters(): readonly ChapterView[] {
    return this.whole?.chapters ?? []
  }

  get chapter(): ChapterView | undefined {
    return this.chapters.find(({ id }) => id === this.current)
  }

  get saver(): Saver<Draft> | undefined {
    return this.#savers.get(this.current)
  }

  saverOf(chapter: string): Saver<Draft> | undefined {
    return this.#savers.get(chapter)
  }

  /** The title of a chapter, with a change that is not saved yet. */
  titleOf({ id, title }: ChapterView): string {
    return this.#savers.get(id)?.draft?.title ?? title
  }

  /** Some changes are neither on the server nor kept in the browser. */
  get endangered(): boolean {
    return [...this.#savers.values()].some(({ unkept, draft }) => unkept && draft)
  }

  /** Loads the study. It rejects with Refused or Unreachable. */
  async load(): Promise<void> {
    this.whole = await request('GET', `/studies/${this.id}`)
    this.left = this.#drafts.waiting(await openTabs())
  }

  /** Shows a chapter, the first one if there is none with the ID. It rejects with Refused or Unreachable. */
  async open(wanted: string): Promise<void> {
    const mine = ++this.#opening
    void this.saver?.flush()
    const chapter = this.chapters.find(({ id }) => id === wanted) ?? this.chapters[0]
    if (!chapter) {
      this.current = ''
      this.board = undefined
      return
    }
    const { id } = chapter
    const known = this.#savers.get(id)?.draft
    const draft = known ?? (this.whole?.yours ? this.#drafts.take(id, await openTabs()) : undefined)
    let subject: Subject | SavedAnalysis | undefined = draft?.saved
    let version = chapter.version
    if (!draft) {
      const read = await request('GET', `/studies/${this.id}/chapters/${id}`)
      version = read.version
      this.#update(read)
      const answer = await subjectOf(this.whole?.game ?? 'wotn', read.text)
      if (mine !== this.#opening) return
      this.problems = answer.ok ? [] : answer.problems
      subject = answer.ok ? answer.value : undefined
    }
    if (mine !== this.#opening) return
    if (!known) {
      const saver = new Saver<Draft>(version, this.#drafts, (change) => this.#send(id, change))
      this.#savers.set(id, saver)
      if (draft) saver.resume(draft)
    }
    this.left = this.left.filter((one) => one !== id)
    this.scribbled = false
    this.current = id
    this.board = subject && this.#boardOf(id, subject)
  }

  #boardOf(id: string, subject: Subject | SavedAnalysis): AnyBoard {
    const board = boardOf(subject)
    board.id = id
    const saver = this.#savers.get(id)
    board.saveElsewhere = (saved) => {
      if (!this.whole?.yours) this.scribbled = true
      else saver?.edit({ title: this.#titleOfId(id), saved })
    }
    return board
  }

  #titleOfId(id: string): string {
    const chapter = this.chapters.find((one) => one.id === id)
    return chapter ? this.titleOf(chapter) : ''
  }

  async #send(id: string, draft: Draft): Promise<number> {
    const text = await written(draft)
    const body = { title: draft.title, text, version: draft.base }
    const view = await request('PUT', `/studies/${this.id}/chapters/${id}`, body, 20_000)
    this.#update(view)
    return view.version
  }

  /** Puts a changed chapter into the list. */
  #update({ id, title, variant, nodes, version }: ChapterView): void {
    const { whole } = this
    if (!whole) return
    const chapters = whole.chapters.map((one) => (one.id === id ? { id, title, variant, nodes, version } : one))
    this.whole = { ...whole, chapters }
  }

  /** Looks for changes made elsewhere; if the chapter on the board has some and none of its own, it is loaded again. */
  async refresh(): Promise<void> {
    const { saver, current } = this
    await this.load()
    const now = this.chapter?.version ?? 0
    if (saver && saver === this.saver && saver.state === 'saved' && now > saver.version) {
      this.#savers.delete(current)
      await this.open(current)
    }
  }

  /** Changes the title of a chapter. */
  async rename(id: string, title: string): Promise<void> {
    const { board, saver } = this
    if (id === this.current && board && saver) {
      saver.edit({ title, saved: board.saved })
      await saver.flush()
      return
    }
    await this.#savers.get(id)?.flush()
    const { text, version } = await request('GET', `/studies/${this.id}/chapters/${id}`)
    this.#savers.delete(id)
    this.#update(await request('PUT', `/studies/${this.id}/chapters/${id}`, { title, text, version }))
  }

  /** Changes title, visibility and order. If the study was changed elsewhere, it is loaded again before this rejects. */
  async change(to: { title?: string; visibility?: StudyVisibility; order?: string[] }): Promise<void> {
    const { whole } = this
    if (!whole) return
    const { title, visibility, version, chapters } = whole
    const order = to.order ?? chapters.map(({ id }) => id)
    try {
      this.whole = await request('PUT', `/studies/${this.id}`, {
        title: to.title ?? title,
        visibility: to.visibility ?? visibility,
        version,
        order,
      })
    } catch (reason) {
      if (refusalOf(reason).code === 'study-changed') await this.load()
      throw reason
    }
  }

  /** Moves a chapter up (-1) or down (1). */
  move(id: string, by: -1 | 1): Promise<void> {
    const order = this.chapters.map((one) => one.id)
    const from = order.indexOf(id)
    if (from < 0 || from + by < 0 || from + by >= order.length) return Promise.resolve()
    order.splice(from, 1)
    order.splice(from + by, 0, id)
    return this.change({ order })
  }

  /** Deletes a chapter, and shows the one after it. */
  async remove(id: string): Promise<void> {
    const saver = this.#savers.get(id)
    const chapter = this.chapters.find((one) => one.id === id)
    if (!chapter) return
    await saver?.flush()
    const place = this.chapters.indexOf(chapter)
    try {
      await request('DELETE', `/studies/${this.id}/chapters/${id}?version=${saver?.version ?? chapter.version}`)
    } catch (reason) {
      if (refusalOf(reason).code === 'study-changed') await this.load()
      throw reason
    }
    saver?.discard()
    this.#savers.delete(id)
    await this.load()
    if (id === this.current) await this.open(this.chapters[Math.min(place, this.chapters.length - 1)]?.id ?? '')
  }

  /** Adds a chapter, which is then in the list, and returns its ID. With the key of an earlier request it is added once. */
  async add(title: string, text: string, key?: string): Promise<string> {
    const added = await request('POST', `/studies/${this.id}/chapters`, { title, text }, undefined, key)
    const { whole } = this
    if (whole && !whole.chapters.some(({ id }) => id === added.id)) {
      const chapters = [...whole.chapters, added]
      this.whole = { ...whole, chapters, count: chapters.length, version: whole.version + 1 }
    }
    return added.id
  }

  /** Stores the own version of a chapter that was changed or deleted elsewhere as a new chapter, and shows it. */
  async keepMine(): Promise<void> {
    const { saver, current } = this
    const draft = saver?.draft
    if (!saver || !draft) return
    const id = await this.add(titled(draft.title, t('studies.mine')), await written(draft))
    saver.discard()
    this.#savers.delete(current)
    await this.load()
    await this.open(id)
  }

  /** Drops the own version and shows that of the server. */
  async loadTheirs(): Promise<void> {
    const { saver, current } = this
    await this.load()
    saver?.discard()
    this.#savers.delete(current)
    await this.open(current)
  }

  /** Returns the own version of the chapter on the board as text. */
  async mine(): Promise<string> {
    const { draft } = this.saver ?? {}
    return draft ? written(draft) : ''
  }

  /** Sends all changes at once. */
  async flush(): Promise<void> {
    await Promise.all([...this.#savers.values()].map((saver) => saver.flush()))
  }

  end(): void {
    this.#opening++
    for (const saver of this.#savers.values()) {
      void saver.flush()
      saver.end()
    }
  }
}

/** attempt runs an action and returns why it failed, undefined if it did not. */
export async function attempt(action: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await action()
    return undefined
  } catch (reason) {
    return refusalOf(reason)
  }
}
