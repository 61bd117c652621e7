/** The exercises that a learner has solved, stored in the browser. */

const key = 'tafelrunde.lessons'

/** The part of the browser's storage that is used. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>

interface Stored {
  version: 1
  /** The fewest moves and the most stars of each solved exercise, by `stage/exercise`. */
  solved: Record<string, Solved>
  /** The answer to "Do you play chess?". */
  chess?: boolean
  /** The exercise that was open last, `stage/number`. */
  last?: string
  /** The moves of unfinished mini-games, by `stage/exercise`. */
  games: Record<string, string[]>
}

export interface Solved {
  moves: number
  stars: number
}

const none = (): Stored => ({ version: 1, solved: {}, games: {} })

/** parse returns what is stored. Parts that cannot be read are left out. */
export function parse(text: string | null): Stored {
  const found = none()
  let stored: Partial<Stored>
  try {
    stored = JSON.parse(text ?? '{}') as Partial<Stored>
  } catch {
    return found
  }
  if (stored?.version !== 1) return found
  for (const [name, solved] of Object.entries(stored.solved ?? {})) {
    const { moves, stars } = solved ?? {}
    if (Number.isInteger(moves) && moves > 0 && [1, 2, 3].includes(stars)) found.solved[name] = { moves, stars }
  }
  for (const [name, moves] of Object.entries(stored.games ?? {})) {
    if (Array.isArray(moves) && moves.every((move) => typeof move === 'string')) found.games[name] = moves
  }
  if (typeof stored.chess === 'boolean') found.chess = stored.chess
  if (typeof stored.last === 'string') found.last = stored.last
  return found
}

/** merge returns the better result of each exercise. */
export function merge(a: Record<string, Solved>, b: Record<string, Solved>): Record<string, Solved> {
  const all = { ...a }
  for (const [name, solved] of Object.entries(b)) {
    const known = all[name]
    all[name] = known
      ? { moves: Math.min(known.moves, solved.moves), stars: Math.max(known.stars, solved.stars) }
      : solved
  }
  return all
}

export class Progress {
  #stored = $state.raw<Stored>(none())
  #store: Store | undefined

  /** Reads what is stored. Changes by other tabs are merged when this one stores something. */
  open(store: Store | undefined): void {
    this.#store = store
    try {
      this.#stored = parse(store?.getItem(key) ?? null)
    } catch {
      this.#store = undefined
    }
  }

  get chess(): boolean | undefined {
    return this.#stored.chess
  }

  get last(): string {
    return this.#stored.last ?? ''
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

  answerChess(chess: boolean): void {
    this.#change({ chess })
  }

  visit(stage: string, number: number): void {
    this.#change({ last: `${stage}/${number}` })
  }

  /** Adds results; the better one of each exercise stays. */
  add(solved: Record<string, Solved>): void {
    this.#change({ solved: merge(this.#stored.solved, solved) })
  }

  /** Keeps the moves of an unfinished mini-game; none removes them. */
  keepGame(stage: string, exercise: string, moves: readonly string[]): void {
    const { [`${stage}/${exercise}`]: _, ...games } = this.#stored.games
    this.#change({ games: moves.length > 0 ? { ...games, [`${stage}/${exercise}`]: [...moves] } : games })
  }

  #change(fields: Partial<Stored>): void {
    try {
      const other = parse(this.#store?.getItem(key) ?? null)
      this.#stored = { ...this.#stored, ...fields, solved: merge(other.solved, fields.solved ?? this.#stored.solved) }
      this.#store?.setItem(key, JSON.stringify(this.#stored))
    } catch {
      // The storage is full or blocked: the progress lasts until the page is closed.
      this.#stored = { ...this.#stored, ...fields }
    }
  }
}

export const progress = new Progress()
