import { at } from './base.ts'

/** Whether the system shows notifications of this page. Browsers do not support them without HTTPS. */
export type Permission = 'unsupported' | NotificationPermission

class Notifications {
  permission = $state<Permission>('unsupported')

  /** Reads the permission, which the user may have changed in the settings of the browser. */
  read(): void {
    this.permission = 'Notification' in globalThis ? Notification.permission : 'unsupported'
  }

  /** Asks the user for permission, and reports whether notifications are allowed. To be called after a click only. */
  async ask(): Promise<boolean> {
    if ('Notification' in globalThis && Notification.permission === 'default') await Notification.requestPermission()
    this.read()
    return this.permission === 'granted'
  }

  /**
   * Shows a notification, which replaces the one with the same tag. A click on it focuses the tab and calls `onclick`; where
   * only the service worker may show notifications (Android), it opens `path` instead.
   */
  show(title: string, body: string, tag: string, path: string, onclick: () => void): void {
    this.read()
    if (this.permission !== 'granted') return
    const options = { body, tag, icon: at('icon.svg') }
    try {
      const notification = new Notification(title, options)
      notification.onclick = () => {
        notification.close()
        focus()
        onclick()
      }
    } catch {
      void navigator.serviceWorker?.getRegistration().then(
        (registration) => registration?.showNotification(title, { ...options, data: { path } }),
        () => {},
      )
    }
  }
}

export const notifications = new Notifications()
