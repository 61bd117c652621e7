/** Where the browser stores the progress in the lessons and the attempts at puzzles (progress.svelte.ts, puzzles.svelte.ts). */

/** The progress of people without an account. */
const anonymous = 'tafelrunde.lessons'
/** The ID of the account whose progress is shown until the server says who the person is, as when it cannot be reached. */
export const ownerKey = 'tafelrunde.lessons-owner'
const prefix = 'tafelrunde.lessons-of.'
const anonymousPuzzles = 'tafelrunde.puzzles'
const puzzlesPrefix = 'tafelrunde.puzzles-of.'

/** The part of the browser's storage that is used. */
export type LessonStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** lessonsKey returns the key of the progress of an account, '' for that without an account. */
export function lessonsKey(account: string): string {
  return account === '' ? anonymous : prefix + account
}

/** puzzlesKey returns the key of the attempts of an account, '' for those without an account. */
export function puzzlesKey(account: string): string {
  return account === '' ? anonymousPuzzles : puzzlesPrefix + account
}

/** ownerOf returns the account whose progress the browser shows at first, '' for none. */
export function ownerOf(store: LessonStore): string {
  return store.getItem(ownerKey) ?? ''
}

export function setOwner(store: LessonStore, account: string): void {
  if (account === '') store.removeItem(ownerKey)
  else if (ownerOf(store) !== account) store.setItem(ownerKey, account)
}

/** hasLessons reports whether the browser has any progress. */
export function hasLessons(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(anonymous))
  } catch {
    return false
  }
}

/** leaveLessons ends the use of an account's progress in this browser, so that the next person does not see it. */
export function leaveLessons(): void {
  try {
    setOwner(localStorage, '')
  } catch {
    // The storage is blocked, and nothing is stored.
  }
}

/** forgetLessons removes the progress and the attempts of a deleted account from the browser. */
export function forgetLessons(account: string): void {
  leaveLessons()
  if (account === '') return
  try {
    localStorage.removeItem(lessonsKey(account))
    localStorage.removeItem(puzzlesKey(account))
  } catch {
    // The storage is blocked, and nothing is stored.
  }
}
