import type { MatchView, Summary } from '../server/api.ts'

/** What the news needs to know of a match. */
export type Asked = Pick<MatchView, 'declined' | 'phase' | 'settings'>

/** People who have declined to play at a table of the person. */
export interface Declined {
  match: string
  names: readonly string[]
  settings: MatchView['settings']
  /** Without them there are too few players. */
  closed: boolean
}

/**
 * The news that somebody has declined to play at a table of the person, whose page is not open. The lists of tables do not say
 * so: an invited person is missing, or the whole table, which the person may have closed. So the server is asked.
 */
export class DeclinedNews {
  /** The latest one, until it is closed. */
  shown: Declined | undefined = $state.raw()
  readonly #ask: (match: string) => Promise<Asked>
  /** The names of the invited people by the table, undefined before the tables are known. */
  #waiting: ReadonlyMap<string, readonly string[]> | undefined
  /** The number of people by the table about whom the person knows. */
  readonly #told = new Map<string, number>()

  constructor(ask: (match: string) => Promise<Asked>) {
    this.#ask = ask
  }

  /**
   * Receives the tables of the person, undefined while they are not known, and the match on the page, or ''. Resolves to the
   * news, if there is any.
   */
  async receive(matches: readonly Summary[] | undefined, onPage: string): Promise<Declined | undefined> {
    const before = this.#waiting
    this.#waiting =
      matches &&
      new Map(
        matches
          .filter(({ phase }) => phase === 'waiting')
          .map(({ match, settings }) => [match, settings.invited ?? []] as const),
      )
    if (!before || !matches) return undefined
    const begun = new Set(matches.filter(({ phase }) => phase !== 'waiting').map(({ match }) => match))
    for (const [match, invited] of before) {
      const now = this.#waiting?.get(match) ?? []
      if (begun.has(match) || invited.every((name) => now.includes(name))) continue
      const news = await this.#newsOf(match)
      if (!news || match === onPage) continue
      this.shown = news
      return news
    }
    return undefined
  }

  async #newsOf(match: string): Promise<Declined | undefined> {
    try {
      const { declined = [], phase, settings } = await this.#ask(match)
      const names = declined.slice(this.#told.get(match) ?? 0)
      this.#told.set(match, declined.length)
      return names.length > 0 ? { match, names, settings, closed: phase === 'closed' } : undefined
    } catch {
      return undefined // The page of the table says so.
    }
  }
}
