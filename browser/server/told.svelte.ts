import { request, type Told } from './api.ts'
import { own } from './own.svelte.ts'

/** The notifications of the person, which the server keeps for 30 days and all devices share. */
class Notifications {
  /** The list, the newest first; undefined before it is loaded. */
  list: Told | undefined = $state.raw()

  /** Loads the list and marks what it has as read. It fails as requests do. */
  async open(): Promise<void> {
    const list = await request('GET', '/me/notifications')
    this.list = list
    const [newest] = list.notifications
    if (newest && list.notifications.some(({ read }) => !read))
      await request('POST', '/me/notifications/read', { until: newest.at })
  }

  /** Marks what is about a match as read, because the person looks at it. */
  async see(match: string): Promise<void> {
    if (own.unread > 0) await request('POST', '/me/notifications/read', { match })
  }
}

export const told = new Notifications()
