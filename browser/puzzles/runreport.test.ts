import { expect, test } from 'vitest'
import { Refused, Unreachable } from '../server/api.ts'
import { RunReport, type RunServer } from './runreport.svelte.ts'

const results = [{ win: true, moves: 1, at: 900 }]

/** A server that does not answer the first requests. */
function report(lost: number, refusal = '') {
  const requests: string[] = []
  async function answer<T>(name: string, value: T): Promise<T> {
    requests.push(name)
    if (requests.length <= lost) throw new Unreachable('offline')
    if (refusal) throw new Refused({ code: refusal, message: '' })
    return value
  }
  const server: RunServer = {
    begin: (id) => answer(`begin ${id}`, undefined),
    finish: (id, { length }) => answer(`finish ${id} ${length}`, { today: 1, best: 2, rank: 3 }),
  }
  const waits: (() => void)[] = []
  const pause = () => new Promise<void>((resolve) => waits.push(resolve))
  return { report: new RunReport('r', server, pause), requests, waits }
}

/** Lets all pauses end until there are no others. */
async function wait(waits: (() => void)[]): Promise<void> {
  for (let idle = 0; idle < 20; idle++) {
    const next = waits.shift()
    if (next) idle = 0
    next?.()
    await Promise.resolve()
  }
}

test('results without an answer are sent again, by themselves and later', async () => {
  const soon = report(2)
  await soon.report.finish(results)
  expect([soon.report.unsent, soon.report.standing]).toEqual([true, undefined])
  await wait(soon.waits)
  expect([soon.report.unsent, soon.report.standing?.rank, soon.requests.length]).toEqual([false, 3, 3])

  const later = report(4)
  await later.report.finish(results)
  await wait(later.waits)
  expect([later.report.unsent, later.requests.length]).toEqual([true, 4])
  await Promise.all([later.report.again(), later.report.again()])
  expect([later.report.unsent, later.report.standing?.best, later.requests.length]).toEqual([false, 2, 5])
  await later.report.again()
  expect(later.requests).toEqual(Array(5).fill('finish r 1'))
})

test('a refusal is final', async () => {
  const { report: one, requests, waits } = report(0, 'puzzle-run')
  await one.finish(results)
  await wait(waits)
  await one.again()
  expect([one.standing?.refused, one.unsent, requests.length]).toEqual([true, false, 1])
})

test('the server is told that the clock has started, until it answers', async () => {
  const { report: one, requests, waits } = report(2)
  const begun = one.begin()
  await wait(waits)
  await begun
  expect(requests).toEqual(['begin r', 'begin r', 'begin r'])
})

test('nothing is sent about a run that only the browser knows', async () => {
  const one = new RunReport('', { begin: () => Promise.reject(), finish: () => Promise.reject() })
  await one.begin()
  await one.finish(results)
  expect([one.standing, one.unsent]).toEqual([undefined, false])
})
