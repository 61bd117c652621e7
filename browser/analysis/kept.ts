/**
 * Reviews kept in the browser, so that a reload shows them again. A review is kept with the variant, the start and the moves that
 * it belongs to, so it is found from an analysis, a saved game, a game of a match and a chapter of a study alike. Reviews that cannot
 * be read, or are of another quality, are dropped: they are made again. Those of an older engine are marked.
 */
import type { AnyVariant } from '../rules/contract.ts'
import { browserStore, leavesReserve, type Store } from '../saved/games.svelte.ts'
import {
  type PositionResult,
  readPosition,
  readTurn,
  reviewEngine,
  reviewNodes,
  type TurnResult,
  writePosition,
  writeTurn,
} from './results.ts'

/** The version of the stored form. */
const version = 1

const prefix = 'tafelrunde.review.'
/** The largest number of reviews. The ones kept first are dropped. */
export const mostReviews = 60

export type Result = PositionResult | TurnResult

/** What a review belongs to. */
export interface Line {
  variant: AnyVariant
  start: string
  moves: readonly string[]
}

export interface KeptReview<R = Result> extends Line {
  /** In milliseconds since 1970. */
  changed: number
  /** The version of the engine that made it. */
  engine: number
  /** By position, or by turn of Lancelot; undefined where the engine has not searched. */
  results: readonly (R | undefined)[]
}

const gameOf = (variant: AnyVariant) => (variant === 'lancelot' ? 'lancelot' : 'wotn')

/** engineOf returns the version of the engine that makes reviews of a variant. */
export const engineOf = (variant: AnyVariant): number => reviewEngine[gameOf(variant)]

/** keyOf returns the key of the review of a line. It is a hash of 53 bits, so the line itself is compared as well. */
export function keyOf({ variant, start, moves }: Line): string {
  const text = [variant, start, ...moves].join(' ')
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

/** write returns the stored form of a review. */
export function write({ variant, start, moves, changed, engine, results }: KeptReview): string {
  const game = gameOf(variant)
  const written = results.map((result, i) => {
    if (!result) return null
    return 'played' in result ? writeTurn(result, i === 0) : writePosition(result)
  })
  return JSON.stringify({
    version,
    engine,
    nodes: reviewNodes[game],
    changed,
    variant,
    start,
    moves: moves.join(' '),
    results: written,
  })
}

/** read parses a review. It returns undefined if the text is none, or one of another version or quality. */
export function read(text: string): KeptReview | undefined {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof data !== 'object' || data === null) return undefined
  const { version: form, engine, nodes, changed, variant, start, moves, results } = data as Record<string, unknown>
  const game = gameOf(variant as AnyVariant)
  if (form !== version || nodes !== reviewNodes[game]) return undefined
  if (typeof variant !== 'string' || typeof start !== 'string' || typeof moves !== 'string') return undefined
  if (typeof changed !== 'number' || typeof engine !== 'number' || !Array.isArray(results)) return undefined
  const played = moves === '' ? [] : moves.split(' ')
  if (results.length !== played.length + (game === 'wotn' ? 1 : 0)) return undefined
  const known: (Result | undefined)[] = []
  for (const result of results) {
    if (result === null) {
      known.push(undefined)
      continue
    }
    const one = game === 'wotn' ? readPosition(result) : readTurn(result)
    if (!one) return undefined
    known.push(one)
  }
  return { variant: variant as AnyVariant, start, moves: played, changed, engine, results: known }
}

/** The reviews kept in this browser. */
export class KeptReviews {
  #store: Store | undefined

  constructor(store: Store | undefined) {
    this.#store = store
  }

  /** Returns the review with a key, undefined if there is none. One that cannot be read is removed. */
  find(key: string): KeptReview | undefined {
    const text = this.#store?.getItem(prefix + key)
    if (!text) return undefined
    const kept = read(text)
    if (!kept || keyOf(kept) !== key) this.remove(key)
    else return kept
    return undefined
  }

  /** Returns the review of a line. */
  of(line: Line): KeptReview | undefined {
    const kept = this.find(keyOf(line))
    const same = kept?.variant === line.variant && kept.start === line.start
    return same && kept.moves.join(' ') === line.moves.join(' ') ? kept : undefined
  }

  /**
   * Keeps a review, and returns its key; undefined if the browser refuses. Nothing else is removed then. It leaves room for games
   * that are being played.
   */
  keep(review: Omit<KeptReview, 'changed'>): string | undefined {
    const store = this.#store
    if (!store) return undefined
    const key = keyOf(review)
    const text = write({ ...review, changed: Date.now() })
    if (!leavesReserve(store, () => store.setItem(prefix + key, text))) return undefined
    this.#dropOldest()
    return key
  }

  remove(key: string): void {
    this.#store?.removeItem(prefix + key)
  }

  #dropOldest(): void {
    const keys = Array.from({ length: this.#store?.length ?? 0 }, (_, i) => this.#store?.key(i) ?? '')
    const all = keys.filter((key) => key.startsWith(prefix)).map((key) => ({ key, changed: this.#changed(key) }))
    all.sort((a, b) => b.changed - a.changed)
    for (const { key } of all.slice(mostReviews)) this.#store?.removeItem(key)
  }

  /** Returns the time of a stored review without reading all of it; 0 if it has none. */
  #changed(key: string): number {
    return Number(/"changed":(\d+)/.exec(this.#store?.getItem(key)?.slice(0, 200) ?? '')?.[1] ?? 0)
  }
}

let opened: KeptReviews | undefined

/** keptReviews returns the reviews of this browser. */
export function keptReviews(): KeptReviews {
  opened ??= new KeptReviews(browserStore())
  return opened
}
