/** The person of this browser, a guest or one with an account, when the server last said who it was. */

const key = 'tafelrunde.person'

/** The part of the browser's storage that is used. */
type PersonStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface LastPerson {
  name: string
  account: boolean
}

/** lastPerson returns the person; the server has not said yet whether the session still exists. Earlier builds stored no name. */
export function lastPerson(store: PersonStore | undefined): LastPerson | undefined {
  const text = store?.getItem(key)
  if (!text) return undefined
  try {
    const { name = '', account = false } = JSON.parse(text) as Partial<LastPerson>
    return { name: String(name), account: account === true }
  } catch {
    return undefined
  }
}

/** keepPerson stores the person, undefined for none. */
export function keepPerson(store: PersonStore | undefined, person: LastPerson | undefined): void {
  try {
    if (person) store?.setItem(key, JSON.stringify({ name: person.name, account: person.account }))
    else store?.removeItem(key)
  } catch {
    // The storage is full: the first page greets as on a first visit.
  }
}
