import { expect, test } from 'vitest'
import { choiceOf, clockChoices, controlOf, lastClock, rememberClock } from './localclock.ts'

test('each choice has a time control, and is found by it', () => {
  expect(controlOf('10+5')).toEqual({ initial: 600_000, increment: 5000 })
  for (const choice of clockChoices) expect(choiceOf(controlOf(choice))).toBe(choice)
  expect(choiceOf({ initial: 1, increment: 0 })).toBe('')
})

test('the last choice is remembered', () => {
  const stored = new Map<string, string>()
  const store = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  expect(lastClock(store)).toBe('')
  rememberClock('3+2', store)
  expect(lastClock(store)).toBe('3+2')
  rememberClock('', store)
  expect(stored.size).toBe(0)
  stored.set('tafelrunde.clock', '7+7')
  expect(lastClock(store)).toBe('')
})
