import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let stored: Record<string, string>
let dataset: Record<string, string>

beforeEach(() => {
  stored = {}
  dataset = {}
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value
    },
  })
  vi.stubGlobal('document', { documentElement: { dataset, lang: '' } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})
afterEach(() => vi.unstubAllGlobals())

/** Returns the settings as a page that is opened restores them. */
async function restored() {
  const { settings } = await import('./settings.svelte.ts')
  await settings.load()
  settings.restore()
  return settings
}

test('choices are applied, stored and restored', async () => {
  const choices = { confirm: 'always', premove: false, board: 'slate', muted: ['check'], volume: 0.2 } as const
  ;(await restored()).change(choices)
  expect(dataset.board).toBe('slate')
  vi.resetModules()
  expect((await restored()).choices).toMatchObject(choices)
})

test('the scheme of the system has no attribute', async () => {
  const settings = await restored()
  settings.change({ scheme: 'dark' })
  expect(dataset.theme).toBe('dark')
  settings.change({ scheme: 'system' })
  expect(dataset.theme).toBeUndefined()
})

test.each(['{', 'null', '7', '{"confirm":"sometimes","premove":"yes","volume":2,"muted":"all","board":null}'])(
  '%s counts as the defaults',
  async (text) => {
    stored['tafelrunde.settings'] = text
    const { defaults } = await import('./settings.svelte.ts')
    expect((await restored()).choices).toEqual(defaults)
  },
)

test('a change has a time that only grows, and listeners', async () => {
  const settings = await restored()
  let calls = 0
  const stop = settings.onChange(() => calls++)
  settings.adopt({ board: 'slate', language: 'de', volume: 9 }, Number.MAX_SAFE_INTEGER - 9, 'anna')
  expect(calls).toBe(0)
  expect(settings.choices).toMatchObject({ board: 'slate', volume: 0.6 })
  const { changed } = settings
  settings.change({ board: 'wood' })
  expect(settings.changed).toBeGreaterThan(changed)
  stop()
  settings.change({ board: 'parchment' })
  expect(calls).toBe(1)
  vi.resetModules()
  expect(await restored()).toMatchObject({ account: 'anna', changed: changed + 2 })
})

test('a language is spoken as soon as its texts are loaded, and the last choice wins', async () => {
  const settings = await restored()
  const { hasTexts, speech } = await import('../words/words.svelte.ts')
  expect([speech.language, hasTexts('de')]).toEqual(['en', false])
  settings.setLanguage('de')
  expect([speech.language, stored['tafelrunde.language']]).toEqual(['en', 'de'])
  await vi.waitFor(() => expect(speech.language).toBe('de'))
  expect(document.documentElement.lang).toBe('de')

  vi.resetModules()
  stored['tafelrunde.language'] = 'en'
  const again = await restored()
  const words = await import('../words/words.svelte.ts')
  again.setLanguage('de')
  again.setLanguage('en')
  await vi.waitFor(() => expect(words.hasTexts('de')).toBe(true))
  await new Promise((resolve) => setTimeout(resolve))
  expect(words.speech.language).toBe('en')
})
