import { type PlayedGame, request } from '../server/api.ts'
import { type ServerSearch, searchQuery } from '../ui/gamesearch.ts'

/** The finished online games of a person, which are loaded page by page, the newest first. */
export class OnlineGames {
  games: readonly PlayedGame[] = $state.raw([])
  /** There are earlier ones. */
  more = $state(false)
  loading = $state(false)
  /** The last request failed: games are missing. */
  failed = $state(false)
  #search: ServerSearch | undefined
  #person = ''
  /** The number of the last request. */
  #asked = 0

  /** The time before which games may be missing, in milliseconds since 1970. */
  get since(): number {
    return this.more ? (this.games.at(-1)?.endedAt ?? 0) : 0
  }

  /** Loads the first games of a search; none without a person or a search that the server can answer. */
  async find(person: string, search: ServerSearch | undefined): Promise<void> {
    this.#person = person
    this.#search = search
    await this.#load(0)
  }

  /** Loads the next games of the search, unless games are being loaded. */
  async next(): Promise<void> {
    if (!this.loading) await this.#load(this.games.length)
  }

  async #load(skip: number): Promise<void> {
    const mine = ++this.#asked
    if (this.#person === '' || !this.#search) {
      Object.assign(this, { games: [], more: false, loading: false, failed: false })
      return
    }
    this.loading = true
    try {
      const page = await request('GET', `/people/${this.#person}/games?${searchQuery(this.#search, skip)}`)
      if (mine !== this.#asked) return
      this.games = skip > 0 ? [...this.games, ...page.games] : page.games
      this.more = page.more
      this.failed = false
    } catch {
      if (mine !== this.#asked) return
      if (skip === 0) this.games = []
      this.more = false
      this.failed = true
    } finally {
      if (mine === this.#asked) this.loading = false
    }
  }
}
