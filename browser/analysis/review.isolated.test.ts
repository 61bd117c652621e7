import { beforeEach, expect, test, vi } from 'vitest'
import { usualWotn } from '../rules/starts.ts'
import type { Call, Reply } from '../rules/worker.ts'
import { Memory } from '../saved/memory.ts'
import { keptReviews } from './kept.ts'
import { engineWithoutNetwork, reviewEngine } from './results.ts'
import { WotnReview } from './review.svelte.ts'
import { WotnBoard } from './wotn.svelte.ts'

// The modules of the page read the document when they are loaded.
vi.hoisted(() => {
  Object.assign(globalThis, {
    document: { querySelector: () => null, documentElement: {}, baseURI: 'http://localhost/' },
  })
})

const workers = vi.hoisted(() => ({ acceptNetwork: true, calls: [] as string[], open: 0 }))

vi.mock('../rules/worker.ts?worker&inline', () => {
  const pv = { text: 'e2e4', san: 'e4', notation: {} }
  const answers: Record<string, () => unknown> = {
    network: () => ({ ok: workers.acceptNetwork, value: true, problems: [] }),
    analyse: () => ({ ok: true, value: { pvs: [{ score: 20, mate: 0, wdl: [300, 400, 300], pv: [pv] }] } }),
    game: () => ({ ok: true, value: usualWotn('wotn', '', []) }),
    accuracy: () => ({ ok: true, value: null }),
  }
  return {
    default: class {
      onmessage: (event: { data: Reply | { module: unknown } }) => void = () => {}

      constructor() {
        workers.open++
      }
      postMessage(message: Call | string | { program: true }): void {
        // Replies arrive in a later task.
        const reply = (data: Reply | { module: unknown }) => setTimeout(() => this.onmessage({ data }))
        if (typeof message === 'string') reply({ module: { program: true } })
        if (typeof message !== 'object' || !('id' in message)) return
        if (message.part === 'engines') workers.calls.push(message.name)
        reply({ id: message.id, value: answers[message.name]?.() })
      }
      terminate(): void {
        workers.open--
      }
    },
  }
})

beforeEach(() => {
  Object.assign(workers, { calls: [] })
  vi.stubGlobal('localStorage', new Memory())
  vi.stubGlobal('navigator', { hardwareConcurrency: 1 })
  vi.stubGlobal('fetch', async () => new Response('Tafelrunde network 4'))
})

// In this order: the page does not ask about an accepted file again.
test.each<[string, boolean, number, string[]]>([
  ['refuses', false, engineWithoutNetwork, ['network', 'analyse']],
  ['accepts', true, reviewEngine.wotn, ['network', 'network', 'analyse']],
])('a worker that %s the network decides the version of the engine', async (_, accepts, engine, calls) => {
  workers.acceptNetwork = accepts
  const board = new WotnBoard({ variant: 'wotn', start: '', moves: [], tags: {} })
  const review = new WotnReview(board)
  await review.start()
  expect(review.failure).toBeUndefined()
  expect(keptReviews().of({ variant: 'wotn', start: '', moves: [] })?.engine).toBe(engine)
  expect(review.older).toBe(!accepts)
  expect(workers.calls).toEqual(calls)
  review.end()
  // That of the rules.
  await vi.waitFor(() => expect(workers.open).toBe(1))
})
