import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Watching } from './client.ts'
import type { AnalysisLimits, Answer, WotnAnalysis } from './contract.ts'
import { LiveEngine, type LiveSearch, type Position, type Runner } from './live.ts'
import type { Turn } from './turn.ts'

interface Call {
  position: Position
  limits: AnalysisLimits
  watching: Watching
  answer: (value: Partial<WotnAnalysis>) => void
  fail: (reason: Error) => void
}

/** A runner whose answers are sent by the test. */
class FakeRunner implements Runner {
  calls: Call[] = []
  ended = false

  analyse(position: Position, limits: AnalysisLimits, watching: Watching): Promise<Answer<WotnAnalysis>> {
    return new Promise((resolve, reject) => {
      const answer = (value: Partial<WotnAnalysis>) => resolve({ ok: true, value: { ...nothing, ...value } })
      this.calls.push({ position, limits, watching, answer, fail: reject })
    })
  }

  end(): void {
    this.ended = true
  }
}

const nothing: WotnAnalysis = { depth: 1, pvs: [], nodes: 1, milliseconds: 1, hashFull: 0, done: false }

const page = { hidden: false }
beforeEach(() => {
  page.hidden = false
  vi.stubGlobal('document', page)
})
afterEach(() => vi.unstubAllGlobals())

/** Waits until all promises that can be settled are settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

function searchOf(name: string, log: string[], milliseconds = 0): LiveSearch<WotnAnalysis> {
  return {
    position: { variant: 'wotn', start: '', moves: [name] },
    multiPV: 2,
    milliseconds,
    onresult: ({ depth }) => log.push(`${name} ${depth}`),
    onend: () => log.push(`${name} ends`),
    onfailure: ({ reason }) => log.push(`${name}: ${reason}`),
  }
}

test('one search runs and the last of the others waits', async () => {
  const runner = new FakeRunner()
  const engine = new LiveEngine(runner, 16, true)
  const log: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) engine.search(searchOf(name, log))
  await settled()
  expect(runner.calls.map(({ position }) => position.moves)).toEqual([['a']])
  expect(runner.calls[0]?.watching.flag?.[0]).toBe(1)
  expect(runner.calls[0]?.limits).toEqual({ multiPV: 2, hash: 16, milliseconds: 0, nodes: 0, depth: 0 })

  // Results of a search that has been replaced are dropped.
  runner.calls[0]?.watching.onpartial(nothing)
  runner.calls[0]?.answer({ depth: 9 })
  await settled()
  expect(runner.calls.map(({ position }) => position.moves)).toEqual([['a'], ['d']])
  runner.calls[1]?.watching.onpartial({ ...nothing, depth: 3 })
  runner.calls[1]?.answer({ depth: 4 })
  await settled()
  expect(log).toEqual(['a ends', 'd 3', 'd 4', 'd ends'])
  expect(runner.calls).toHaveLength(2)
})

test('a stop drops the waiting search', async () => {
  const runner = new FakeRunner()
  const engine = new LiveEngine(runner, 16, true)
  const log: string[] = []
  engine.search(searchOf('a', log))
  engine.search(searchOf('b', log))
  engine.stop()
  runner.calls[0]?.answer({})
  await settled()
  expect(runner.calls).toHaveLength(1)
  expect(log).toEqual(['a ends'])
})

test('a hidden page pauses the search', async () => {
  const runner = new FakeRunner()
  const engine = new LiveEngine(runner, 16, true)
  const log: string[] = []
  engine.search(searchOf('a', log))
  page.hidden = true
  engine.visibilityChanged()
  expect(runner.calls[0]?.watching.flag?.[0]).toBe(1)
  runner.calls[0]?.answer({})
  await settled()
  // Another position is chosen while the page is hidden.
  engine.search(searchOf('b', log))
  await settled()
  expect(runner.calls).toHaveLength(1)
  page.hidden = false
  engine.visibilityChanged()
  expect(runner.calls[1]?.position.moves).toEqual(['b'])
  engine.stop()
  page.hidden = true
  engine.visibilityChanged()
  page.hidden = false
  engine.visibilityChanged()
  runner.calls[1]?.answer({})
  await settled()
  expect(runner.calls).toHaveLength(2)
})

test('a failure is reported and the next search runs', async () => {
  const runner = new FakeRunner()
  const engine = new LiveEngine(runner, 16, true)
  const log: string[] = []
  engine.search(searchOf('a', log))
  runner.calls[0]?.fail(new Error('out of memory'))
  await settled()
  engine.search(searchOf('b', log))
  expect(runner.calls).toHaveLength(2)
  expect(log).toEqual(['a: out of memory', 'a ends'])
})

test('after the end nothing runs', async () => {
  const runner = new FakeRunner()
  const engine = new LiveEngine(runner, 16, true)
  const log: string[] = []
  engine.search(searchOf('a', log))
  engine.search(searchOf('b', log))
  engine.end()
  expect(runner.ended).toBe(true)
  runner.calls[0]?.fail(new Error('the analysis was closed'))
  await settled()
  engine.search(searchOf('c', log))
  expect(runner.calls).toHaveLength(1)
  expect(log).toEqual(['a ends'])
})

test('without shared memory the search runs in slices up to its limit', async () => {
  const runner = new FakeRunner()
  const engine = new LiveEngine(runner, 16, false)
  const log: string[] = []
  engine.search(searchOf('a', log, 400))
  for (const depth of [5, 4, 6]) {
    expect(runner.calls.at(-1)?.watching.flag).toBeUndefined()
    runner.calls.at(-1)?.answer({ depth, milliseconds: 150 })
    await settled()
  }
  expect(runner.calls.map(({ limits }) => limits.milliseconds)).toEqual([150, 150, 100])
  expect(log).toEqual(['a 5', 'a 5', 'a 6', 'a ends'])
})

test('without shared memory a stop and a proved result end the slices', async () => {
  const runner = new FakeRunner()
  const engine = new LiveEngine(runner, 16, false)
  const log: string[] = []
  engine.search(searchOf('a', log))
  engine.search(searchOf('b', log))
  runner.calls[0]?.answer({})
  await settled()
  runner.calls[1]?.answer({ depth: 3, done: true })
  await settled()
  expect(runner.calls).toHaveLength(2)
  expect(log).toEqual(['a ends', 'b 3', 'b ends'])
})

/** A lock that fake windows share. */
class FakeTurns {
  #holder: { onlost: () => void } | undefined
  #queue: { onlost: () => void; grant: () => void }[] = []

  turn(): Turn {
    let own: { onlost: () => void } | undefined
    const release = () => {
      this.#queue = this.#queue.filter((other) => other !== own)
      if (own && this.#holder === own) {
        this.#holder = undefined
        this.#queue.shift()?.grant()
      }
      own = undefined
    }
    return {
      release,
      take: async (onlost) => {
        release()
        const lost = this.#holder
        own = { onlost }
        this.#holder = own
        lost?.onlost()
      },
      wait: (onlost) => {
        release()
        return new Promise((resolve) => {
          const request = {
            onlost,
            grant: () => {
              this.#holder = request
              resolve()
            },
          }
          own = request
          if (this.#holder) this.#queue.push(request)
          else request.grant()
        })
      },
    }
  }
}

function windows(count: number) {
  const turns = new FakeTurns()
  return Array.from({ length: count }, () => {
    const runner = new FakeRunner()
    const log: string[] = []
    const engine = new LiveEngine(runner, 16, true, turns.turn())
    const search = (name: string) =>
      engine.search({ ...searchOf(name, log), onwait: (waits) => waits && log.push(`${name} waits`) })
    return { runner, log, engine, search }
  })
}

test('a search in another window pauses the one that runs, until it ends', async () => {
  const [a, b] = windows(2)
  if (!a || !b) throw new Error('no windows')
  a.search('a')
  await settled()
  b.search('b')
  await settled()
  expect(a.runner.calls[0]?.watching.flag?.[0]).toBe(1)
  a.runner.calls[0]?.answer({})
  await settled()
  expect([a.log, b.runner.calls.length]).toEqual([['a waits'], 1])
  // Further searches of the other window do not let it go on.
  b.search('c')
  b.runner.calls[0]?.answer({})
  await settled()
  expect([a.runner.calls.length, b.runner.calls.length]).toEqual([1, 2])
  b.runner.calls[1]?.answer({ depth: 7 })
  await settled()
  expect(b.log).toEqual(['b ends', 'c 7', 'c ends'])
  expect(a.runner.calls.map(({ position }) => position.moves)).toEqual([['a'], ['a']])
  a.runner.calls[1]?.answer({ depth: 5 })
  await settled()
  expect(a.log).toEqual(['a waits', 'a 5', 'a ends'])
})

test('a search that waits for another window can be stopped, replaced or hidden', async () => {
  const [a, b] = windows(2)
  if (!a || !b) throw new Error('no windows')
  const lose = async () => {
    a.search('a')
    await settled()
    b.search('b')
    a.runner.calls.at(-1)?.answer({})
    await settled()
  }
  await lose()
  a.engine.stop()
  b.runner.calls.at(-1)?.answer({})
  await settled()
  expect([a.runner.calls.length, b.log]).toEqual([1, ['b 1', 'b ends']])

  // A new search takes the engine back.
  await lose()
  a.search('c')
  await settled()
  expect(a.runner.calls.at(-1)?.position.moves).toEqual(['c'])
  expect(b.runner.calls.at(-1)?.watching.flag?.[0]).toBe(1)
  b.engine.stop()
  b.runner.calls.at(-1)?.answer({})
  a.runner.calls.at(-1)?.answer({})
  await settled()
  expect([a.log.at(-1), b.log.at(-1)]).toEqual(['c ends', 'b ends'])

  // Hidden pages do not wait.
  await lose()
  const before = a.runner.calls.length
  page.hidden = true
  a.engine.visibilityChanged()
  b.runner.calls.at(-1)?.answer({})
  await settled()
  expect(a.runner.calls.length).toBe(before)
  page.hidden = false
  a.engine.visibilityChanged()
  await settled()
  expect(a.runner.calls.length).toBe(before + 1)
})
