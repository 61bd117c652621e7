import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Caller, NetworkFile, RestartingWorker, RulesStopped, type WorkerLike, withNetwork } from './client.ts'
import type { Call, Reply } from './worker.ts'

/** A worker whose replies are sent by the test. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null
  onerror: WorkerLike['onerror'] = null
  calls: Call[] = []
  terminated = false

  postMessage(message: unknown): void {
    this.calls.push(message as Call)
  }
  terminate(): void {
    this.terminated = true
  }
  reply(reply: Reply): void {
    this.onmessage?.({ data: reply } as MessageEvent)
  }
}

test('replies are matched to their calls in any order', async () => {
  const worker = new FakeWorker()
  const caller = new Caller(worker)
  const first = caller.call('wotn', 'setup', [])
  const second = caller.call('lancelot', 'setup', ['text'])
  expect(worker.calls.map(({ part, name, args }) => [part, name, args])).toEqual([
    ['wotn', 'setup', []],
    ['lancelot', 'setup', ['text']],
  ])
  worker.reply({ id: worker.calls[1]?.id ?? -1, value: 'second' })
  worker.reply({ id: worker.calls[0]?.id ?? -1, value: 'first' })
  expect(await first).toBe('first')
  expect(await second).toBe('second')
})

test('a failed call does not affect the others', async () => {
  const worker = new FakeWorker()
  const caller = new Caller(worker)
  const bad = caller.call('wotn', 'nothing', [])
  const good = caller.call('wotn', 'setup', [])
  worker.reply({ id: 0, error: 'the rules have no wotn.nothing' })
  worker.reply({ id: 1, value: [] })
  await expect(bad).rejects.toThrow(RulesStopped)
  expect(await good).toEqual([])
  expect(caller.stopped).toBe(false)
})

test.each<[string, (worker: FakeWorker, caller: Caller) => void]>([
  ['the program exits', (worker) => worker.reply({ stopped: 'exit code 2' })],
  ['the worker fails', (worker) => worker.onerror?.({ message: 'exit code 2' } as ErrorEvent)],
  ['it is stopped', (_, caller) => caller.stop('exit code 2')],
])('when %s, pending and later calls are rejected', async (_, end) => {
  const worker = new FakeWorker()
  const caller = new Caller(worker)
  const pending = caller.call('wotn', 'setup', [])
  end(worker, caller)
  await expect(pending).rejects.toThrow('exit code 2')
  await expect(caller.call('wotn', 'setup', [])).rejects.toThrow('exit code 2')
  expect(worker.terminated).toBe(true)
  expect(caller.stopped).toBe(true)
})

test('partial values reach the observer of their call until it ends', async () => {
  const worker = new FakeWorker()
  const caller = new Caller(worker)
  const flag = new Int32Array(1)
  const seen: unknown[] = []
  const watched = caller.call('engines', 'analyse', [], { flag, onpartial: (value) => seen.push(value) })
  const other = caller.call('wotn', 'setup', [])
  expect(worker.calls.map(({ watch }) => watch)).toEqual([{ flag }, undefined])
  worker.reply({ id: 0, partial: 'first' })
  worker.reply({ id: 1, partial: 'ignored' })
  worker.reply({ id: 0, partial: 'second' })
  worker.reply({ id: 0, value: 'last' })
  worker.reply({ id: 0, partial: 'late' })
  worker.reply({ id: 1, value: 'other' })
  expect(await watched).toBe('last')
  expect(await other).toBe('other')
  expect(seen).toEqual(['first', 'second'])
})

test.each<[string, boolean, (worker: RestartingWorker) => unknown]>([
  ['unused', true, () => undefined],
  ['waiting for a reply', false, (worker) => worker.call('wotn', 'setup', [])],
  ['used again', false, (worker) => worker.call('wotn', 'nothing', []).catch(() => undefined)],
])('a worker that is left is stopped only if it is unused: %s', async (_, stopped, use) => {
  vi.useFakeTimers()
  try {
    const fake = new FakeWorker()
    fake.postMessage = (message) => {
      const { id, name } = message as Call
      // Replies arrive in a later task.
      if (name === 'nothing') setTimeout(() => fake.reply({ id, error: 'unknown' }), 10)
      if (name === 'variants') setTimeout(() => fake.reply({ id, value: [] }), 10)
    }
    const worker = new RestartingWorker(async () => new Caller(fake))
    const first = worker.call('wotn', 'variants', [])
    await vi.advanceTimersByTimeAsync(20)
    expect(await first).toEqual([])
    worker.stopUnused(3000)
    void use(worker)
    await vi.advanceTimersByTimeAsync(5000)
    expect(fake.terminated).toBe(stopped)
  } finally {
    vi.useRealTimers()
  }
})

test('a worker gets the network of the engine once, before later calls, and works without it', async () => {
  const fake = new FakeWorker()
  const worker = new RestartingWorker(async () => new Caller(fake))
  await withNetwork(worker, async () => undefined)
  expect(fake.calls).toEqual([])
  const file = new Uint8Array([1, 2])
  await withNetwork(worker, async () => file)
  const caller = await withNetwork(worker, async () => file)
  void caller.call('engines', 'think', []).catch(() => undefined)
  expect(fake.calls.map(({ name, args }) => [name, args])).toEqual([
    ['network', [file]],
    ['think', []],
  ])
})

describe('the file of the network', () => {
  const bytes = new TextEncoder().encode('Tafelrunde network 4, 32 sums')
  let fetched = 0
  let answer: (response: Response | Error) => void = () => {}
  const newFile = () => {
    fetched = 0
    return new NetworkFile(() => {
      fetched++
      return new Promise((resolve, reject) => {
        answer = (response) => (response instanceof Error ? reject(response) : resolve(response))
      })
    })
  }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('it is fetched once for all', async () => {
    const file = newFile()
    const [first, second] = [file.get(), file.get()]
    answer(new Response(bytes))
    expect([await first, await second, await file.get()]).toEqual([bytes, bytes, bytes])
    expect(fetched).toBe(1)
  })

  test('searches wait for a slow one together, once, and have it as soon as it is there', async () => {
    const file = newFile()
    const first = file.get()
    await vi.advanceTimersByTimeAsync(2000)
    const second = file.get()
    await vi.advanceTimersByTimeAsync(1000)
    expect([await first, await second, await file.get()]).toEqual([undefined, undefined, undefined])
    const review = file.wait(15_000)
    await vi.advanceTimersByTimeAsync(14_000)
    answer(new Response(bytes))
    expect([await review, await file.get()]).toEqual([bytes, bytes])
    expect(fetched).toBe(1)
  })

  test('one that cannot be fetched, or is no network, is fetched again after a pause, and nobody waits then', async () => {
    const file = newFile()
    const first = file.get()
    answer(new Error('offline'))
    expect([await first, await file.get()]).toEqual([undefined, undefined])
    expect(fetched).toBe(1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await file.get()).toBeUndefined()
    expect(fetched).toBe(2)
    answer(new Response('<html>sign in</html>'))
    await vi.advanceTimersByTimeAsync(1)
    expect(await file.get()).toBeUndefined()
    expect(fetched).toBe(2)
    // A review does not wait for the end of the pause.
    const review = file.wait(15_000)
    expect(fetched).toBe(3)
    answer(new Response(bytes))
    expect([await review, await file.get()]).toEqual([bytes, bytes])
    file.refuse()
    expect(await file.get()).toBeUndefined()
    expect(fetched).toBe(3)
  })
})

test('a worker that is stopped while the network is fetched does not start again', async () => {
  let started = 0
  const worker = new RestartingWorker(async () => {
    started++
    return new Caller(new FakeWorker())
  })
  let arrive: (file: Uint8Array) => void = () => {}
  const ready = withNetwork(worker, () => new Promise((resolve) => (arrive = resolve)))
  await worker.start()
  await worker.stop('cancelled')
  arrive(new Uint8Array(1))
  await expect((await ready).call('engines', 'think', [])).rejects.toThrow('cancelled')
  expect(started).toBe(1)
})
