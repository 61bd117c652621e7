import { expect, test } from 'vitest'
import type { Game } from '../rules/contract.ts'
import { Memory } from '../saved/memory.ts'
import { PuzzleRecord } from '../saved/puzzles.svelte.ts'
import type { Attempt, OwnMistake } from '../saved/puzzles.ts'
import { Refused, Unreachable } from './api.ts'
import { AccountAttempts, attemptsIn, type PuzzleServer } from './attempts.svelte.ts'

const attempt = (id: string, at: number, more: Partial<Attempt> = {}): Attempt => ({
  id: id.padEnd(7, '0'),
  game: 'wotn',
  at,
  solved: true,
  kind: 'training',
  ...more,
})
const mistake: OwnMistake = {
  id: 'mmmmmmm',
  rules: 'lancelot',
  position: 'p',
  played: 'a1a2',
  best: ['a1a3'],
  source: '',
  at: 5,
}

/** A server that rates each first attempt of Way of the Knight: 10 points each. */
class Server implements PuzzleServer {
  who = 'anna'
  reachable = true
  refuses = false
  now = 1_000_000
  readonly stored: (Attempt & { stored: number })[] = []
  readonly kept: OwnMistake[] = []
  /** The numbers of attempts of each request, and the moments since which attempts were asked for. */
  readonly batches: number[] = []
  readonly asked: number[] = []

  #answer<T>(value: () => T): Promise<T> {
    return this.reachable ? Promise.resolve().then(value) : Promise.reject(new Unreachable('offline'))
  }
  person = () => this.#answer(() => this.who)
  activity = (since: number) =>
    this.#answer(() => {
      this.asked.push(since)
      return this.stored
        .filter(({ stored }) => stored >= since)
        .map(({ id, game, at, solved, kind, rating, change, stored }) =>
          JSON.stringify({
            date: at,
            stored,
            win: solved,
            kind,
            rating,
            change,
            puzzle: { id, variant: game, themes: [] },
          }),
        )
        .join('\n')
    })
  mistakes = () => this.#answer(() => ({ mistakes: this.kept }))
  rating = (game: Game) => this.#answer(() => this.#glicko(game))
  solve = (attempts: readonly Attempt[]) =>
    this.#answer(() => {
      this.batches.push(attempts.length)
      const rounds = attempts.map(({ id, at, solved, game }) => ({
        id,
        at,
        win: solved,
        rated: game === 'wotn',
        ratingDiff: 10,
      }))
      for (const one of attempts.toReversed()) {
        const rated = one.game === 'wotn' && { rating: this.#glicko('wotn').rating + 10, change: 10 }
        this.stored.unshift({ ...one, ...rated, stored: this.now++ })
      }
      return { rounds, glicko: this.#glicko(attempts[0]?.game ?? 'wotn') }
    })
  keep = (one: OwnMistake) =>
    this.#answer(() => {
      if (this.refuses) throw new Refused({ code: 'mistake', message: '' })
      this.kept.push(one)
    })
  #glicko = (game: Game) => {
    const attempts = this.stored.filter((one) => one.game === game && one.rating).length
    return { game, rating: 1500 + 10 * attempts, deviation: 200, provisional: true, attempts }
  }
}

function browser(server: Server) {
  const record = new PuzzleRecord()
  record.open(new Memory())
  const account = new AccountAttempts(record, server)
  return { record, account }
}

test('an account sees its attempts, exercises and ratings in another browser', async () => {
  const server = new Server()
  const [one, two] = [browser(server), browser(server)]
  await one.account.use('anna')
  one.record.add(attempt('a', 10))
  one.record.add(attempt('b', 20, { solved: false, game: 'lancelot' }))
  one.record.add(attempt('c', 30))
  one.record.addMistake(mistake, true)
  await one.account.send()
  const known = [attempt('c', 30, { rating: 1520, change: 10 }), attempt('b', 20, { solved: false, game: 'lancelot' })]
  expect(one.record.attempts).toMatchObject([...known, attempt('a', 10, { rating: 1510, change: 10 })])
  await two.account.use('anna')
  expect(two.record.attempts).toEqual(one.record.attempts)
  expect(two.record.mistakes).toEqual(one.record.mistakes)
  expect([one, two].map(({ record }) => record.ratingOf('wotn').rating)).toEqual([1520, 1520])
  expect([one, two].map(({ record }) => record.ratingOf('lancelot').rating)).toEqual([1500, 1500])
  // The next time only new ones are asked for, also those that were made before.
  one.record.add(attempt('d', 1))
  server.now += 1_000_000
  await one.account.send()
  await new AccountAttempts(two.record, server).use('anna')
  expect([two.record.seen('d000000'), (server.asked.at(-1) ?? 0) > 0]).toEqual([true, true])
})

test('attempts without a connection or an account are sent later, in requests of one game', async () => {
  const server = new Server()
  const { record, account } = browser(server)
  for (let i = 1; i <= 60; i++) record.add(attempt(`a${i}`, i, { rating: 1600, change: 5 }))
  record.add(attempt('l', 70, { game: 'lancelot' }))
  server.reachable = false
  await account.use('anna')
  expect([record.attempts.length, record.unsent().length]).toEqual([61, 61])
  server.reachable = true
  await account.send()
  expect([server.batches, record.unsent()]).toEqual([[50, 10, 1], []])
})

test('nothing is sent for, or received from, somebody who signed in elsewhere', async () => {
  const server = new Server()
  server.stored.push({ ...attempt('b', 5), stored: 1 })
  const { record, account } = browser(server)
  server.who = 'ben'
  await account.use('anna')
  record.add(attempt('a', 10))
  await account.send()
  expect([server.batches, record.attempts.map(({ id }) => id)]).toEqual([[], ['a000000']])
})

test('an exercise that the server refuses stays in the browser', async () => {
  const server = new Server()
  server.refuses = true
  const { record, account } = browser(server)
  await account.use('anna')
  record.addMistake(mistake, true)
  record.add(attempt('a', 10))
  await account.send()
  expect([server.batches, record.mistakes.length, record.unsentMistakes()]).toEqual([[1], 1, []])
})

test('an empty activity has no attempts', () => {
  expect(attemptsIn('')).toEqual({ attempts: [], known: 0 })
})
