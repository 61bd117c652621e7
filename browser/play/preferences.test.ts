import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let stored: Record<string, string>

beforeEach(() => {
  stored = {}
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

async function load() {
  return (await import('./preferences.svelte.ts')).preferences
}

test('preferences are stored', async () => {
  ;(await load()).change({ confirm: 'always', premove: false })
  expect(stored['tafelrunde.moving']).toBe('{"confirm":"always","premove":false}')
  vi.resetModules()
  const again = await load()
  expect([again.confirm, again.premove]).toEqual(['always', false])
})

test.each([
  ['{"confirm":"never","ahead":false}', 'never', false],
  ['{"confirm":"never","ahead":true}', 'never', true],
  ['{"confirm":"never","premove":true,"ahead":false}', 'never', true],
])('%s, as stored before version 0.1.0, is read', async (text, confirm, premove) => {
  stored['tafelrunde.moving'] = text
  const preferences = await load()
  expect([preferences.confirm, preferences.premove]).toEqual([confirm, premove])
})

test.each(['{', 'null', '{"confirm":"sometimes","premove":"yes"}'])('%s counts as the defaults', async (text) => {
  stored['tafelrunde.moving'] = text
  const preferences = await load()
  expect([preferences.confirm, preferences.premove]).toEqual(['correspondence', true])
})
