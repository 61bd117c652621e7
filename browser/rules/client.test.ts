import { expect, test, vi } from 'vitest'
import { Caller, RestartingWorker, RulesStopped, type WorkerLike, withNetwork } from './client.ts'
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
