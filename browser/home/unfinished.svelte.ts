import { type SavedGame, winnersOf } from '../saved/game.ts'
import type { SavedGames } from '../saved/games.svelte.ts'

/** The state of a game after its last move. */
export interface Last {
  position: string
  outcome: { over: boolean; winners: readonly number[] }
}

/** A game to continue. Its position is undefined while it is not known whether the rules have ended the game, '' without rules. */
export interface Open {
  saved: SavedGame
  position: string | undefined
}

const keyOf = ({ id, changed }: SavedGame) => `${id} ${changed}`

/**
 * The saved games that can go on. Games of earlier builds have no winners although the rules have ended them, so the rules are
 * asked about games whose state was not kept.
 */
export class Unfinished {
  #positions: Readonly<Record<string, string>> = $state.raw({})
  readonly #games: SavedGames
  readonly #kept: (saved: SavedGame) => unknown
  readonly #ask: (saved: SavedGame) => Promise<Last | undefined>

  /** `kept` returns the state that was kept, and `ask` computes one; both may return undefined. */
  constructor(
    games: SavedGames,
    kept: (saved: SavedGame) => unknown,
    ask: (saved: SavedGame) => Promise<Last | undefined>,
  ) {
    this.#games = games
    this.#kept = kept
    this.#ask = ask
  }

  /** list returns the latest games that have no winners, at most so many. */
  list(most: number): Open[] {
    return this.#games.games
      .filter((saved) => !winnersOf(saved))
      .slice(0, most)
      .map((saved) => ({ saved, position: this.#positionOf(saved) }))
  }

  /** Asks the rules about a game and stores its winners if it is over. */
  async check(saved: SavedGame): Promise<void> {
    const last = await this.#ask(saved).catch(() => undefined)
    if (last?.outcome.over) this.#games.amend(saved, { winners: [...last.outcome.winners] })
    else this.#positions = { ...this.#positions, [keyOf(saved)]: last?.position ?? '' }
  }

  #positionOf(saved: SavedGame): string | undefined {
    const { position, outcome } = (this.#kept(saved) ?? {}) as Partial<Last>
    if (typeof position === 'string' && outcome?.over === false) return position
    return this.#positions[keyOf(saved)]
  }
}
