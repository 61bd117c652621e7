import { expect, test } from 'vitest'
import { Caller, RulesStopped, type Thread } from './client.ts'
import type { Call, Reply } from './worker.ts'

/** A thread that answers when the test says so. */
class Hand implements Thread {
  onmessage: Thread['onmessage'] = null
  onerror: Thread['onerror'] = null
  calls: Call[] = []
  ended = false

  postMessage(message: unknown): void {
    this.calls.push(message as Call)
  }
  terminate(): void {
    this.ended = true
  }
  reply(reply: Reply): void {
    this.onmessage?.({ data: reply } as MessageEvent)
  }
}

test('answers find the calls that they belong to, in whatever order they come', async () => {
  const hand = new Hand()
  const caller = new Caller(hand)
  const first = caller.call('wotn', 'kinds', [])
  const second = caller.call('lancelot', 'setup', ['text'])
  expect(hand.calls.map(({ part, name, args }) => [part, name, args])).toEqual([
    ['wotn', 'kinds', []],
    ['lancelot', 'setup', ['text']],
  ])
  hand.reply({ id: hand.calls[1]?.id ?? -1, value: 'second' })
  hand.reply({ id: hand.calls[0]?.id ?? -1, value: 'first' })
  expect(await first).toBe('first')
  expect(await second).toBe('second')
})

test('a call that fails is rejected alone', async () => {
  const hand = new Hand()
  const caller = new Caller(hand)
  const bad = caller.call('wotn', 'nothing', [])
  const good = caller.call('wotn', 'kinds', [])
  hand.reply({ id: 0, error: 'the rules have no wotn.nothing' })
  hand.reply({ id: 1, value: [] })
  await expect(bad).rejects.toThrow(RulesStopped)
  expect(await good).toEqual([])
  expect(caller.stopped).toBe(false)
})

test.each<[string, (hand: Hand, caller: Caller) => void]>([
  ['the program ends', (hand) => hand.reply({ stopped: 'exit code 2' })],
  ['the thread fails', (hand) => hand.onerror?.({ message: 'exit code 2' } as ErrorEvent)],
  ['it is stopped', (_, caller) => caller.stop('exit code 2')],
])('when %s, every call is rejected, and later ones too', async (_, end) => {
  const hand = new Hand()
  const caller = new Caller(hand)
  const waiting = caller.call('wotn', 'kinds', [])
  end(hand, caller)
  await expect(waiting).rejects.toThrow('exit code 2')
  await expect(caller.call('wotn', 'kinds', [])).rejects.toThrow('exit code 2')
  expect(hand.ended).toBe(true)
  expect(caller.stopped).toBe(true)
})
