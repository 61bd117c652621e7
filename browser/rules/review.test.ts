import { expect, test } from 'vitest'
import type { WotnAnalysis } from './contract.ts'
import type { Runner } from './live.ts'
import { analyseAll, workerCount } from './review.ts'

const positions = Array.from({ length: 23 }, (_, i) => ({
  variant: 'wotn' as const,
  start: '',
  moves: Array<string>(i).fill('e2e4'),
}))
const result: WotnAnalysis = { depth: 1, pvs: [], nodes: 1, milliseconds: 1, hashFull: 0, done: false }

/** Runners that answer after a moment, and a count of those that have not been ended. */
function runners(answer: Runner['analyse']) {
  const count = { started: 0, running: 0 }
  const start = (): Runner => {
    count.started++
    count.running++
    let ended = false
    return {
      analyse: answer,
      end() {
        if (!ended) count.running--
        ended = true
      },
    }
  }
  return { count, start }
}

test.each([1, 2, 3, 4])('%i workers analyse every position once', async (workers) => {
  const { count, start } = runners(async ({ moves }, limits) => {
    expect(limits).toEqual({ multiPV: 2, nodes: 500, hash: 64, milliseconds: 0, depth: 0 })
    await new Promise((resolve) => setTimeout(resolve, moves.length % 4))
    if (moves.length === 22) return { ok: false, problems: [{ code: 'game-over', args: {}, message: '' }] }
    return { ok: true, value: result }
  })
  const seen: (number | undefined)[] = []
  const onresult = (index: number, analysis: WotnAnalysis | undefined) => seen.push(analysis ? index : -index)
  const { signal } = new AbortController()
  await analyseAll(
    positions,
    { nodes: 500, multiPV: 2, hash: 64, signal, network: undefined, onresult },
    workers,
    start,
  )
  expect(seen.sort((a, b) => Number(a) - Number(b))).toEqual([-22, ...Array.from({ length: 22 }, (_, i) => i)])
  expect(count).toEqual({ started: workers, running: 0 })
})

test('an aborted review ends its workers', async () => {
  const { count, start } = runners(
    () => new Promise((resolve) => setTimeout(() => resolve({ ok: true, value: result }), 5)),
  )
  const controller = new AbortController()
  const seen: number[] = []
  const onresult = (index: number) => {
    seen.push(index)
    if (seen.length === 3) controller.abort()
  }
  const options = { nodes: 500, multiPV: 2, hash: 64, signal: controller.signal, network: undefined, onresult }
  await expect(analyseAll(positions, options, 2, start)).rejects.toThrow('aborted')
  expect(seen.length).toBeLessThan(6)
  expect(count.running).toBe(0)
  await expect(analyseAll(positions, options, 2, start)).rejects.toThrow('aborted')
  expect(count.running).toBe(0)
})

test('a failure of one worker ends all', async () => {
  const { count, start } = runners(async ({ moves }) => {
    if (moves.length === 20) throw new Error('out of memory')
    return { ok: true, value: result }
  })
  const { signal } = new AbortController()
  const options = { nodes: 1, multiPV: 1, hash: 4, signal, network: undefined, onresult: () => {} }
  await expect(analyseAll(positions, options, 3, start)).rejects.toThrow('out of memory')
  expect(count.running).toBe(0)
})

test('there are one to four workers', () => {
  expect([undefined, 0, 1, 2, 8].map((cores) => workerCount(cores, 80))).toEqual([1, 1, 1, 2, 4])
  expect(workerCount(8, 2)).toBe(2)
  expect(workerCount(8, 0)).toBe(1)
})
