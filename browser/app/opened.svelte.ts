import type { NotificationList, Summary } from '../server/api.ts'

type Ask = () => Promise<Pick<NotificationList, 'notifications' | 'tables'>>

/**
 * The news that a followed person has opened a table with a real-time clock. The page only knows how many notifications are
 * unread, so the server is asked for the list when the number grows.
 */
export class OpenedNews {
  /** The latest table, until it is closed. */
  shown: Summary | undefined = $state.raw()
  readonly #ask: Ask
  /** Undefined before the number is known. */
  #unread: number | undefined
  readonly #told = new Set<string>()

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** Receives the number of unread notifications, undefined while it is not known. Resolves to the news, if there is any. */
  async receive(unread: number | undefined): Promise<Summary | undefined> {
    const before = this.#unread
    this.#unread = unread
    if (before === undefined || unread === undefined || unread <= before) return undefined
    try {
      const { notifications, tables } = await this.#ask()
      const [newest] = notifications
        .filter(({ kind, read }) => kind !== 'challenge' && !read)
        .toSorted((a, b) => b.at - a.at)
      const table = newest?.kind === 'table' && tables.find(({ match }) => match === newest.match)
      if (!table || this.#told.has(table.match) || table.settings.clock.kind !== 'real-time') return undefined
      this.#told.add(table.match)
      this.shown = table
      return table
    } catch {
      return undefined // The bell has it.
    }
  }
}
