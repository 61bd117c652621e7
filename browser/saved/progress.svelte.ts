/** The progress of a learner, stored in the browser; learn/account.svelte.ts also keeps it with the account. */
import { isRepetition, repeated } from './due.ts'
import { isLesson } from './ladder.ts'
import { type LessonStore, lessonsKey, ownerKey, ownerOf, setOwner } from './lessons.ts'
import { lackOf, merge, nothing, parseResults, type Results, type Solved, withoutRepetitions } from './merge.ts'

/** The part of the progress that only the browser has, by `stage/exercise`. */
interface Local {
  /** The moves of unfinished games of the lessons. */
  games: Readonly<Record<string, readonly string[]>>
  /** The mistakes and hints in exercises that are not solved since. */
  faults: Readonly<Record<string, number>>
}

interface Stored extends Results, Local {
  /** What the server is known to have, of progress of an account. */
  sent: Results
}

const none = (): Stored => ({ solved: {}, games: {}, faults: {}, sent: nothing })

/**
 * parse returns what is stored. Parts that cannot be read are left out. The answer and the place that was open last have their
 * moments beside them. Earlier builds kept repetitions apart from the results.
 */
export function parse(text: string | null): Stored {
  let stored: Record<string, unknown>
  try {
    stored = JSON.parse(text ?? '{}') as Record<string, unknown>
  } catch {
    return none()
  }
  if (stored?.version !== 1) return none()
  const games: Record<string, readonly string[]> = {}
  for (const [name, moves] of Object.entries(stored.games ?? {})) {
    if (Array.isArray(moves) && moves.every((move) => typeof move === 'string')) games[name] = moves
  }
  const faults: Record<string, number> = {}
  for (const [name, n] of Object.entries(stored.faults ?? {})) if (Number.isInteger(n) && n > 0) faults[name] = n
  const { solved: read, chess, chessAt, last, lastAt } = stored
  const results = parseResults({ solved: read, chess: { yes: chess, at: chessAt }, last: { place: last, at: lastAt } })
  const solved: Record<string, Solved> = { ...results.solved }
  for (const [name, repetition] of Object.entries(stored.repetitions ?? {})) {
    const result = solved[name]
    if (result && isRepetition(repetition)) solved[name] = { repetition, ...result }
  }
  return { ...results, solved, games, faults, sent: parseResults(stored.sent) }
}

function textOf({ solved, chess, last, games, faults, sent }: Stored, account: string): string {
  const fields = { chess: chess?.yes, chessAt: chess?.at, last: last?.place, lastAt: last?.at }
  return JSON.stringify({ version: 1, solved, ...fields, games, faults, ...(account !== '' && { sent }) })
}

export class Progress {
  #stored = $state.raw<Stored>(none())
  #account = $state('')
  /** The number of results in this browser without an account, if an account is used. */
  unowned = $state(0)
  #store: LessonStore | undefined
  /** The last change could not be stored, and is only in memory. */
  #refused = false
  #listeners = new Set<() => void>()

  /** Reads what is stored. Changes by other tabs are merged when this one stores something; `follow` shows them at once. */
  open(store: LessonStore | undefined): void {
    this.#store = store
    try {
      this.#account = store ? ownerOf(store) : ''
    } catch {
      this.#store = undefined
    }
    this.#read()
  }

  #read(): void {
    this.#stored = this.#load(this.#account)
    this.unowned = this.#account === '' ? 0 : Object.keys(this.#load('').solved).length
  }

  #load(account: string): Stored {
    try {
      return parse(this.#store?.getItem(lessonsKey(account)) ?? null)
    } catch {
      return none()
    }
  }

  /**
   * Takes over what other tabs store of the results, games and mistakes, and the account after somebody has signed in or out there.
   * Returns the function that stops it.
   */
  follow(): () => void {
    const stored = ({ key, newValue }: StorageEvent) => {
      if (key === ownerKey) {
        this.#account = newValue ?? ''
        this.#read()
      } else if (key === lessonsKey(this.#account) && newValue) {
        const other = parse(newValue)
        const { solved } = merge(this.#stored, other)
        this.#stored = { ...this.#stored, ...localOf(other), solved }
      }
    }
    addEventListener('storage', stored)
    return () => removeEventListener('storage', stored)
  }

  /** The account that the progress belongs to, '' for none. */
  get account(): string {
    return this.#account
  }

  get chess(): boolean | undefined {
    return this.#stored.chess?.yes
  }

  get last(): string {
    return this.#stored.last?.place ?? ''
  }

  get solved(): Readonly<Record<string, Solved>> {
    return this.#stored.solved
  }

  /** The stars of an exercise, 0 if it is not solved. */
  starsOf(stage: string, exercise: string): number {
    return this.#stored.solved[`${stage}/${exercise}`]?.stars ?? 0
  }

  gameOf(stage: string, exercise: string): readonly string[] {
    return this.#stored.games[`${stage}/${exercise}`] ?? []
  }

  answerChess(yes: boolean): void {
    this.#merge({ solved: {}, chess: { yes, at: after(this.#stored.chess?.at) } })
  }

  visit(stage: string, number: number): void {
    this.#merge({ solved: {}, last: { place: `${stage}/${number}`, at: after(this.#stored.last?.at) } })
  }

  /** Adds results of now; the better one of each exercise stays. */
  add(solved: Record<string, Solved>): void {
    const results = Object.entries(solved).map(([name, result]) => {
      if (!isLesson(name)) return [name, result]
      const last = this.#stored.solved[name]?.repetition
      return [name, { ...result, repetition: repeated(last, result.stars, after(last?.at)) }]
    })
    this.#merge({ solved: Object.fromEntries(results) })
  }

  /**
   * Keeps the moves of an unfinished mini-game; none removes them. `known` are the moves that were kept before. If another tab
   * has stored different ones since, nothing is stored, `gameOf` returns the stored ones, and the result is false.
   */
  keepGame(stage: string, exercise: string, moves: readonly string[], known: readonly string[]): boolean {
    const name = `${stage}/${exercise}`
    let kept = false
    this.#write(this.#stored, ({ games: { [name]: stored = [], ...others } }) => {
      kept = sameMoves(stored, known) || sameMoves(stored, moves)
      if (!kept) return {}
      return { games: moves.length > 0 ? { ...others, [name]: [...moves] } : others }
    })
    return kept
  }

  faultsOf(stage: string, exercise: string): number {
    return this.#stored.faults[`${stage}/${exercise}`] ?? 0
  }

  /** Keeps the number of mistakes and hints in an exercise that is not solved since; 0 removes it. */
  keepFaults(stage: string, exercise: string, n: number): void {
    this.#write(this.#stored, ({ faults: { [`${stage}/${exercise}`]: _, ...others } }) => ({
      faults: n > 0 ? { ...others, [`${stage}/${exercise}`]: n } : others,
    }))
  }

  /** Calls a function after each change by the learner. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Uses the progress of an account, '' for that without an account. The progress of the previous account is removed from the
   * browser once the server has it.
   */
  use(account: string): void {
    const before = this.#account
    this.#account = account
    try {
      if (this.#store) setOwner(this.#store, account)
      if (before !== '' && before !== account) {
        const left = this.#load(before)
        if (!lackOf(left.sent, left) && Object.keys(left.games).length === 0)
          this.#store?.removeItem(lessonsKey(before))
      }
    } catch {
      // Nothing can be stored.
    }
    if (before !== account) this.#read()
  }

  /** Moves the progress that was made without an account to the account. */
  takeOver(): void {
    if (this.#account === '') return
    const { games, faults: _, ...results } = this.#load('')
    this.#merge(results, (stored) => ({ games: { ...games, ...stored.games } }))
    // It is removed only when it is stored elsewhere.
    const stored = this.#load(this.#account)
    if (lackOf(stored, results)) return
    this.#store?.removeItem(lessonsKey(''))
    this.unowned = 0
  }

  /** The results that the server lacks, of at most `limit` exercises; undefined if it has all. */
  unsent(limit?: number): Results | undefined {
    return this.#account === '' ? undefined : lackOf(this.#stored.sent, this.#stored, limit)
  }

  /**
   * Merges the progress that the server has. The server's answer, place and repetitions replace those that were sent to it: it may
   * have corrected their moments.
   */
  receive(answer: Results, sent: Results = nothing): void {
    const { chess, last, solved } = this.#stored
    const kept: Results = {
      solved: withoutRepetitions(solved, sent.solved),
      ...(chess && chess.at !== sent.chess?.at && { chess }),
      ...(last && last.at !== sent.last?.at && { last }),
    }
    this.#write({ ...merge(kept, answer), ...localOf(this.#stored), sent: answer }, undefined, sent)
  }

  #merge(results: Results, change?: (stored: Local) => Partial<Local>): void {
    this.#write({ ...this.#stored, ...merge(this.#stored, results) }, change)
    for (const listener of this.#listeners) listener()
  }

  /**
   * Stores progress with what another tab has stored meanwhile: its results, without the repetitions that were `sent`, and the part
   * that only the browser has, which only `change` changes.
   */
  #write(progress: Stored, change: (stored: Local) => Partial<Local> = () => ({}), sent = nothing): void {
    const stored = this.#store && !this.#refused ? this.#load(this.#account) : this.#stored
    const { solved } = merge({ solved: withoutRepetitions(stored.solved, sent.solved) }, { solved: progress.solved })
    const local = localOf(stored)
    this.#stored = { ...progress, ...local, ...change(local), solved }
    try {
      this.#store?.setItem(lessonsKey(this.#account), textOf(this.#stored, this.#account))
      this.#refused = false
    } catch {
      // The storage is full or blocked: the progress lasts until the page is closed.
      this.#refused = true
    }
  }
}

const localOf = ({ games, faults }: Local): Local => ({ games, faults })

/** sameMoves reports whether two games of the lessons have the same moves. */
export function sameMoves(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((move, i) => move === b[i])
}

/** after returns the current moment, or one after `at` if the clock was set back. */
function after(at = 0): number {
  return Math.max(Date.now(), at + 1)
}

export const progress = new Progress()
