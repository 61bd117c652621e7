/** Analyses saved in the browser as JSON, which is validated when it is read. */
import { type AnyVariant, allVariants, type RecordMove } from '../rules/contract.ts'
import { isRecord } from '../saved/game.ts'
import { browserStore, type Store } from '../saved/games.svelte.ts'
import { KeptReviews } from './kept.ts'

/** The version of the stored form. It is increased if earlier builds cannot read the new form. */
const version = 1
const prefix = 'tafelrunde.analysis.'

/** A finished game of a match on the server, with its moves. */
export interface Origin {
  id: string
  game: number
  moves: string[]
}

export interface SavedAnalysis {
  id: string
  /** Time of the last change, in milliseconds since 1970. */
  changed: number
  variant: AnyVariant
  start: string
  tags: Record<string, string>
  /** The main line, with its variations and comments. */
  moves: RecordMove[]
  /** The comments on the start position of a game without moves. Missing without any. */
  comments?: readonly string[]
  /** The move shown: its index among its siblings and those of the moves before it. */
  at: number[]
  flipped: boolean
  /** The game that the analysis began with; missing if it did not begin with a game of a match. */
  match?: Origin
  /** The key of its review (kept.ts); missing without one. */
  reviewed?: string
}

/** write returns the stored form of an analysis. */
export function write(saved: SavedAnalysis): string {
  return JSON.stringify({ version, ...saved })
}

/** read parses an analysis. It returns undefined if the text is not one, or has another version. */
export function read(text: string): SavedAnalysis | undefined {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof data !== 'object' || data === null) return undefined
  const { version: stored, ...saved } = data as Record<string, unknown> & { version?: unknown }
  return stored === version && isAnalysis(saved) ? saved : undefined
}

/** readSaved returns an analysis from parsed JSON; undefined if it is none. */
export function readSaved(data: unknown): SavedAnalysis | undefined {
  const known = typeof data === 'object' && data !== null && !Array.isArray(data)
  return known && isAnalysis(data as Record<string, unknown>) ? (data as SavedAnalysis) : undefined
}

function isAnalysis(x: Record<string, unknown>): x is Record<string, unknown> & SavedAnalysis {
  return (
    typeof x.id === 'string' &&
    typeof x.changed === 'number' &&
    allVariants.some((one) => one === x.variant) &&
    typeof x.start === 'string' &&
    typeof x.tags === 'object' &&
    x.tags !== null &&
    !Array.isArray(x.tags) &&
    Object.values(x.tags).every((value) => typeof value === 'string') &&
    isRecord(x.moves) &&
    (x.comments === undefined || isStrings(x.comments)) &&
    Array.isArray(x.at) &&
    x.at.every((index) => Number.isInteger(index) && index >= 0) &&
    typeof x.flipped === 'boolean' &&
    (x.match === undefined || isOrigin(x.match)) &&
    (x.reviewed === undefined || typeof x.reviewed === 'string')
  )
}

const isStrings = (x: unknown): x is string[] => Array.isArray(x) && x.every((one) => typeof one === 'string')

function isOrigin(x: unknown): x is Origin {
  if (typeof x !== 'object' || x === null) return false
  const { id, game, moves } = x as Record<string, unknown>
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) && Number.isInteger(game) && isStrings(moves)
}

/** The analyses saved in this browser. */
export class SavedAnalyses {
  #store: Store | undefined
  /** The one changed last is the first. */
  all = $state.raw<SavedAnalysis[]>([])
  /** The browser refuses to store analyses. */
  refused = $state(false)

  constructor(store: Store | undefined) {
    this.#store = store
    this.load()
  }

  /** Reads all analyses. Texts that this build cannot read stay where they are. */
  load(): void {
    const all: SavedAnalysis[] = []
    for (let i = 0; i < (this.#store?.length ?? 0); i++) {
      const key = this.#store?.key(i) ?? ''
      if (!key.startsWith(prefix)) continue
      const saved = read(this.#store?.getItem(key) ?? '')
      if (saved && key === prefix + saved.id) all.push(saved)
    }
    this.all = all.sort((a, b) => b.changed - a.changed)
  }

  find(id: string): SavedAnalysis | undefined {
    return this.all.find((saved) => saved.id === id)
  }

  /** Stores an analysis with the current time as its last change. */
  save(saved: SavedAnalysis): void {
    const now = { ...saved, changed: Date.now() }
    this.all = [now, ...this.all.filter(({ id }) => id !== saved.id)]
    try {
      this.#store?.setItem(prefix + now.id, write(now))
      this.refused = this.#store === undefined
    } catch {
      this.refused = true
    }
  }

  /** Removes an analysis, with its review unless another analysis has the same. */
  remove(id: string): void {
    const key = this.find(id)?.reviewed
    this.all = this.all.filter((saved) => saved.id !== id)
    this.#store?.removeItem(prefix + id)
    if (key && this.all.every(({ reviewed }) => reviewed !== key)) new KeptReviews(this.#store).remove(key)
  }
}

let opened: SavedAnalyses | undefined

/** savedAnalyses returns the analyses of this browser, which are read on first use. */
export function savedAnalyses(): SavedAnalyses {
  opened ??= new SavedAnalyses(browserStore())
  return opened
}
