/** Whether the browser had a session, of a guest or with an account, when the server last said so. */

const key = 'tafelrunde.person'

/** The part of the browser's storage that is used. */
type PersonStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** hadPerson reports whether there was a session; the server has not said yet whether it still exists. */
export function hadPerson(store: PersonStore | undefined): boolean {
  return store?.getItem(key) === '1'
}

/** keepPerson stores whether there is a session. */
export function keepPerson(store: PersonStore | undefined, is: boolean): void {
  try {
    if (is) store?.setItem(key, '1')
    else store?.removeItem(key)
  } catch {
    // The storage is full: the first page greets as on a first visit.
  }
}
