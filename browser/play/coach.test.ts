import { expect, test } from 'vitest'
import { settings } from '../ui/settings.svelte.ts'
import { coached, coachedGames } from './coach.ts'

function memory(text?: string) {
  const entries = new Map<string, string>(text === undefined ? [] : [['tafelrunde.coached', text]])
  return {
    get length() {
      return entries.size
    },
    key: (i: number) => [...entries.keys()][i] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

test('only the first games have explanations that open by themselves', () => {
  const store = memory()
  const ids = Array.from({ length: coachedGames + 2 }, (_, i) => `game-${i}`)
  expect(ids.map((id) => coached(id, store))).toEqual([true, true, true, false, false])
  expect(coached('game-0', store)).toBe(true)
})

test('a damaged entry is replaced, and the setting turns the explanations off', () => {
  expect(coached('a', memory('{"x'))).toBe(true)
  expect(coached('a', memory('{"x":1}'))).toBe(true)
  settings.choices = { ...settings.choices, coach: false }
  expect(coached('a', memory())).toBe(false)
  settings.choices = { ...settings.choices, coach: true }
})
