import { afterEach, expect, test, vi } from 'vitest'

let stored: Record<string, string> = {}

afterEach(() => vi.unstubAllGlobals())

/** Returns the engine of a page whose browser has stored a text. */
async function engineWith(text?: string, dataset: Record<string, string> = {}) {
  stored = text === undefined ? {} : { 'tafelrunde.engine': text }
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value
    },
  })
  vi.stubGlobal('document', { documentElement: { dataset } })
  const { AnalysisEngine } = await import('./engine.svelte.ts')
  return new AnalysisEngine()
}

test('choices are stored and restored', async () => {
  const engine = await engineWith()
  expect([engine.on, engine.multiPV]).toEqual([true, 3])
  engine.setMultiPV(5)
  expect(JSON.parse(stored['tafelrunde.engine'] ?? '')).toEqual({ on: true, multiPV: 5 })
  expect((await engineWith(stored['tafelrunde.engine'])).multiPV).toBe(5)
})

test('invalid choices are ignored', async () => {
  for (const text of ['no JSON', 'null', '{"multiPV":9}', '{"multiPV":"4","on":1}']) {
    const engine = await engineWith(text)
    expect([engine.on, engine.multiPV]).toEqual([true, 3])
  }
})

test('the engine waits for a tap where public/before-paint.js says so, unless it was turned on', async () => {
  expect((await engineWith(undefined, { engine: 'off' })).on).toBe(false)
  expect((await engineWith(undefined, {})).on).toBe(true)
  expect((await engineWith('{"on":true}', { engine: 'off' })).on).toBe(true)
})
