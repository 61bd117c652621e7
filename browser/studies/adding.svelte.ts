import type { FoundGame } from '../rules/contract.ts'
import { newKey, Refused } from '../server/api.ts'

/** Seconds to wait if the server refuses a request for now and does not say for how long. */
const usualWait = 5

/**
 * Games that are added to a study one by one. After a failure `run` goes on with the first game that is not stored. If the server
 * refuses more requests for now, it waits.
 */
export class Adding {
  readonly games: readonly FoundGame[]
  /** The number of games that are stored. */
  stored = $state(0)
  running = $state(false)
  /** The server refuses more requests for now. */
  waiting = $state(false)
  readonly #add: (game: FoundGame, key: string) => Promise<void>
  /** The idempotency key of the next request: if a response is lost, repeating the request does not add the game twice. */
  #key = ''
  #stop: (() => void) | undefined
  #stopped = false

  /** `add` stores a game; with the same key it stores it once. */
  constructor(games: readonly FoundGame[], add: (game: FoundGame, key: string) => Promise<void>) {
    this.games = games
    this.#add = add
  }

  /** Adds the games that are not stored. It resolves after the last one or after `stop`, and rejects if a game is not stored. */
  async run(): Promise<void> {
    this.#stopped = false
    this.running = true
    try {
      for (let game = this.games[this.stored]; game && !this.#stopped; game = this.games[this.stored]) {
        this.#key ||= newKey()
        try {
          await this.#add(game, this.#key)
        } catch (reason) {
          if (!(reason instanceof Refused) || !['too-much', 'busy'].includes(reason.refusal.code)) throw reason
          await this.#wait(reason.retryAfter ?? usualWait)
          continue
        }
        this.#key = ''
        this.stored++
      }
    } finally {
      this.running = false
    }
  }

  /** Ends `run` after the game that is on its way. */
  stop(): void {
    this.#stopped = true
    this.#stop?.()
  }

  async #wait(seconds: number): Promise<void> {
    if (this.#stopped) return
    this.waiting = true
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000)
      this.#stop = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#stop = undefined
    this.waiting = false
  }
}
