/** The attempts at puzzles, stored in the browser; server/attempts.svelte.ts also keeps those of an account on the server. */
import type { Game, PuzzleRunKind } from '../rules/contract.ts'
import { type LessonStore, ownerKey, ownerOf, puzzlesKey, setOwner } from './lessons.ts'
import {
  type Attempt,
  type Due,
  dueOf,
  gameOf,
  mergePuzzles,
  newRating,
  nextDue,
  noPuzzles,
  type OwnMistake,
  type PuzzleRating,
  type PuzzleStore,
  parsePuzzles,
  puzzleText,
  streakOf,
} from './puzzles.ts'

export class PuzzleRecord {
  #stored = $state.raw<PuzzleStore>(noPuzzles)
  #account = $state('')
  #store: LessonStore | undefined
  #listeners = new Set<() => void>()
  #seen = $derived(new Set(this.#stored.attempts.map(({ id }) => id)))

  /** Reads what is stored. Changes by other tabs are merged when this one stores something; `follow` shows them at once. */
  open(store: LessonStore | undefined): void {
    this.#store = store
    try {
      this.#account = store ? ownerOf(store) : ''
    } catch {
      this.#store = undefined
    }
    this.#stored = this.#load(this.#account)
  }

  #load(account: string): PuzzleStore {
    try {
      return parsePuzzles(this.#store?.getItem(puzzlesKey(account)) ?? null)
    } catch {
      return noPuzzles
    }
  }

  /** Takes over what other tabs store, and the account after somebody has signed in or out there. Returns the function that stops it. */
  follow(): () => void {
    const stored = ({ key, newValue }: StorageEvent) => {
      if (key === ownerKey) {
        this.#account = newValue ?? ''
        this.#stored = this.#load(this.#account)
      } else if (key === puzzlesKey(this.#account) && newValue) {
        this.#stored = mergePuzzles(this.#stored, parsePuzzles(newValue))
      }
    }
    addEventListener('storage', stored)
    return () => removeEventListener('storage', stored)
  }

  /** The account that the attempts belong to, '' for none. */
  get account(): string {
    return this.#account
  }

  /** Newest first. */
  get attempts(): readonly Attempt[] {
    return this.#stored.attempts
  }

  get mistakes(): readonly OwnMistake[] {
    return this.#stored.mistakes
  }

  add(attempt: Attempt): void {
    this.#merge({ ...noPuzzles, attempts: [attempt] })
  }

  /** Keeps an exercise from an own game. One that is known and that was failed now comes back from the beginning. */
  addMistake(mistake: OwnMistake, failed: boolean): void {
    const { id, at } = mistake
    const isKnown = this.#stored.mistakes.some((one) => one.id === id)
    if (!isKnown) this.#merge({ ...noPuzzles, mistakes: [mistake] })
    else if (failed) this.add({ id, game: gameOf(mistake), at, solved: false, kind: 'review' })
  }

  /** Puzzles that were failed and exercises from own games that are due, first the one that has waited longest. */
  due(now: number): Due[] {
    return dueOf(this.#stored, now)
  }

  /** How many will be due later, and when the first of them will be. */
  next(now: number): { count: number; at: number } | undefined {
    return nextDue(this.#stored, now)
  }

  /** The days in a row with a solved daily puzzle, up to the date `today` (UTC). */
  streak(game: Game, today: string): { days: number; doneToday: boolean } {
    return streakOf(this.#stored.attempts, game, today)
  }

  /** Reports whether the puzzle was attempted. */
  seen(id: string): boolean {
    return this.#seen.has(id)
  }

  /** The rating of the account as the server has said last, or that of the browser. */
  ratingOf(game: Game): PuzzleRating {
    const { rating, deviation, volatility } = this.#stored.ratings[game] ?? newRating
    return { rating, deviation, volatility }
  }

  setRating(game: Game, rating: PuzzleRating): void {
    const at = Math.max(Date.now(), (this.#stored.ratings[game]?.at ?? 0) + 1)
    this.#write({ ...noPuzzles, ratings: { [game]: { ...rating, at } } })
  }

  /** The number of puzzles solved in the best run, 0 before the first one. */
  bestOf(game: Game, kind: PuzzleRunKind): number {
    return this.#stored.runs[`${game}/${kind}`]?.score ?? 0
  }

  /** Keeps the score of a run if it is the best one. */
  addRun(game: Game, kind: PuzzleRunKind, score: number, at: number): void {
    if (score > this.bestOf(game, kind)) this.#write({ ...noPuzzles, runs: { [`${game}/${kind}`]: { score, at } } })
  }

  /** Calls a function after each attempt and each new exercise. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Uses the record of an account, '' for that without an account. That of the previous account is removed from the browser once
   * the server has it.
   */
  use(account: string): void {
    const before = this.#account
    this.#account = account
    try {
      if (this.#store) setOwner(this.#store, account)
      if (before !== '' && before !== account) {
        const { attempts, mistakes } = this.#load(before)
        if ([...attempts, ...mistakes].every(({ sent }) => sent)) this.#store?.removeItem(puzzlesKey(before))
      }
    } catch {
      // Nothing can be stored.
    }
    if (before !== account) this.#stored = this.#load(account)
  }

  /** Moves what was done without an account to the account. The rating is not that of the account. */
  takeOver(): void {
    if (this.#account === '') return
    const { attempts, mistakes, runs } = this.#load('')
    if (attempts.length + mistakes.length + Object.keys(runs).length === 0) return
    const unrated = attempts.map(({ rating: _, change: __, ...attempt }) => attempt)
    if (this.#write({ ...noPuzzles, attempts: unrated, mistakes, runs })) this.#store?.removeItem(puzzlesKey(''))
  }

  /** The attempts that the server lacks. */
  unsent(): Attempt[] {
    return this.#stored.attempts.filter(({ sent }) => !sent)
  }

  unsentMistakes(): OwnMistake[] {
    return this.#stored.mistakes.filter(({ sent }) => !sent)
  }

  /** Up to when the server's attempts are known, by its clock. */
  get known(): number {
    return this.#stored.known
  }

  /** Merges attempts that the server has, those up to `known` by its clock, and exercises. */
  receive(attempts: readonly Attempt[], mistakes: readonly OwnMistake[] = [], known = 0): void {
    this.#write({
      attempts: attempts.map((attempt) => ({ ...attempt, sent: true })),
      mistakes: mistakes.map((mistake) => ({ ...mistake, sent: true })),
      ratings: {},
      runs: {},
      known,
    })
  }

  #merge(change: PuzzleStore): void {
    this.#write(change)
    for (const listener of this.#listeners) listener()
  }

  /** Stores a change with what another tab has stored meanwhile. If the browser refuses, it lasts until the page is closed. */
  #write(change: PuzzleStore): boolean {
    this.#stored = mergePuzzles(mergePuzzles(this.#load(this.#account), this.#stored), change)
    try {
      this.#store?.setItem(puzzlesKey(this.#account), puzzleText(this.#stored))
      return this.#store !== undefined
    } catch {
      return false
    }
  }
}

export const puzzleRecord = new PuzzleRecord()
