import { type Notification, type NotificationList, request } from './api.ts'
import { own } from './own.svelte.ts'

/** The notifications of the person, which the server keeps for 30 days and all devices share. */
class Notifications {
  /** The list, the newest first; undefined while it is not shown. What was unread when it was first loaded stays so in it. */
  list: NotificationList | undefined = $state.raw()

  /** Counts how often the list was forgotten. */
  #closed = 0

  /** Loads the list and marks what it has as read. It fails as requests do. */
  async open(): Promise<void> {
    const before = this.#closed
    const list = await request('GET', '/me/notifications')
    if (before !== this.#closed) return
    const shown = this.list?.notifications ?? []
    const notifications = list.notifications.map((item) => shown.find((before) => isSame(before, item)) ?? item)
    this.list = { ...list, notifications }
    const newest = list.notifications.find(({ read }) => !read)
    if (newest) await request('POST', '/me/notifications/read', { until: newest.at })
  }

  /** Forgets the list. */
  close(): void {
    this.#closed++
    this.list = undefined
  }

  /** Marks what is about a match as read, because the person looks at it. */
  async see(match: string): Promise<void> {
    if (own.unread > 0) await request('POST', '/me/notifications/read', { match })
  }
}

function isSame(a: Notification, b: Notification): boolean {
  return a.kind === b.kind && a.match === b.match && a.game === b.game && a.at === b.at
}

export const notifications = new Notifications()
