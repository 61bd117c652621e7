/** The attempts at puzzles on the server, for people with accounts. docs/formats/puzzles.md describes whose attempts are whose. */
import { untrack } from 'svelte'
import type { Game } from '../rules/contract.ts'
import { type PuzzleRecord, puzzleRecord } from '../saved/puzzles.svelte.ts'
import { type Attempt, isOwnMistake, newRating, type OwnMistake } from '../saved/puzzles.ts'
import { type PuzzleActivity, type PuzzleGlicko, type PuzzleRound, Refused, request, requestText } from './api.ts'
import { session } from './session.svelte.ts'

/** The largest number of attempts of a request. */
const most = 50

/** Attempts that were stored at the same time may be known to the server a little later. */
const overlap = 60_000

/** What is asked of the server. */
export interface PuzzleServer {
  /** The ID of the person whom the server knows. */
  person: () => Promise<string>
  /** The attempts that were stored since a moment, as lines of JSON. */
  activity: (since: number) => Promise<string>
  mistakes: () => Promise<{ mistakes: readonly OwnMistake[] }>
  rating: (game: Game) => Promise<PuzzleGlicko>
  solve: (attempts: readonly Attempt[]) => Promise<{ rounds: readonly PuzzleRound[]; glicko: PuzzleGlicko }>
  keep: (mistake: OwnMistake) => Promise<void>
}

/** attemptsIn returns the attempts of an answer of the server, and when it had them all. */
export function attemptsIn(text: string): { attempts: Attempt[]; known: number } {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as PuzzleActivity)
  return {
    attempts: lines.map(({ date, win, kind, rating, change = 0, puzzle: { id, variant } }) => ({
      id,
      game: variant === 'lancelot' ? 'lancelot' : 'wotn',
      at: date,
      solved: win,
      kind,
      ...(rating && { rating, change }),
    })),
    known: Math.max(0, ...lines.map(({ stored }) => stored)),
  }
}

/**
 * AccountAttempts sends attempts to the server and merges its own. Failures are not reported: the attempts stay in the browser and
 * are sent after the next one, when the browser is online again, or when the page is opened the next time.
 */
export class AccountAttempts {
  readonly #record: PuzzleRecord
  readonly #server: PuzzleServer
  /** The account that the server has named, undefined before. */
  #account: string | undefined
  /** Requests follow each other. */
  #sending: Promise<void> = Promise.resolve()

  constructor(record: PuzzleRecord, server: PuzzleServer) {
    this.#record = record
    this.#server = server
  }

  /** Uses the account of the session, '' for none. It takes over what was done without one. */
  async use(account: string): Promise<void> {
    if (account === this.#account) return
    this.#account = account
    this.#record.use(account)
    if (account === '') return
    this.#record.takeOver()
    await this.#after(() => this.#receive())
    await this.send()
  }

  /** Sends what the server lacks. Attempts at mistakes are known to the server only after the mistakes. */
  send(): Promise<void> {
    return this.#after(async () => {
      const mistakes = this.#record.unsentMistakes()
      let attempts = this.#record.unsent()
      if (this.#record.account === '' || mistakes.length + attempts.length === 0) return
      await this.#check()
      for (const mistake of mistakes) {
        await this.#server.keep(mistake).catch((reason) => {
          // By the rules of the server it is none, so it stays in this browser.
          if (!(reason instanceof Refused && reason.refusal.code === 'mistake')) throw reason
        })
        this.#record.receive([], [mistake])
      }
      while (attempts.length > 0) {
        // The rating in the answer is that of one game.
        const { game } = attempts.at(-1) as Attempt
        const part = attempts.filter((attempt) => attempt.game === game).slice(-most)
        await this.#send(game, part)
        attempts = this.#record.unsent()
      }
    })
  }

  async #send(game: Game, attempts: readonly Attempt[]): Promise<void> {
    const { rounds, glicko } = await this.#server.solve(attempts)
    await this.#check()
    // Each rated round has changed the rating; the last one to that of the answer.
    let { rating } = glicko
    const rated = new Map<string, Pick<Attempt, 'rating' | 'change'>>()
    for (const { id, at, ratingDiff } of rounds.filter((round) => round.rated).toSorted((a, b) => b.at - a.at)) {
      rated.set(`${id} ${at}`, { rating, change: ratingDiff })
      rating -= ratingDiff
    }
    this.#record.receive(attempts.map((attempt) => ({ ...attempt, ...rated.get(`${attempt.id} ${attempt.at}`) })))
    if (rounds.length > 0 && glicko.game === game) this.#setRating(glicko)
  }

  /** Receives what other browsers have sent. */
  async #receive(): Promise<void> {
    const since = Math.max(0, this.#record.known - overlap)
    const { attempts, known } = attemptsIn(await this.#server.activity(since))
    const { mistakes } = await this.#server.mistakes()
    const seen = new Set(this.#record.attempts.map(({ id, at }) => `${id} ${at}`))
    const games = new Set(
      attempts.filter(({ id, at, rating }) => rating && !seen.has(`${id} ${at}`)).map(({ game }) => game),
    )
    const ratings = await Promise.all([...games].map((game) => this.#server.rating(game)))
    if (attempts.length + mistakes.length === 0) return
    await this.#check()
    this.#record.receive(attempts, mistakes.filter(isOwnMistake), known)
    for (const glicko of ratings) this.#setRating(glicko)
  }

  #setRating({ game, rating, deviation }: PuzzleGlicko): void {
    this.#record.setRating(game, { rating, deviation, volatility: newRating.volatility })
  }

  /** The cookie may be that of another person, who signed in in another tab. */
  async #check(): Promise<void> {
    const account = this.#account
    if (account !== this.#record.account || (await this.#server.person()) !== account)
      throw new Error('the attempts of somebody else')
  }

  #after(work: () => Promise<void>): Promise<void> {
    this.#sending = this.#sending.then(work).catch(() => {})
    return this.#sending
  }
}

const sender = new AccountAttempts(puzzleRecord, {
  person: async () => (await request('GET', '/session')).id ?? '',
  activity: (since) => requestText(`/puzzle/activity?since=${since}`),
  mistakes: () => request('GET', '/me/mistakes'),
  rating: (game) => request('GET', `/puzzle/rating?game=${game}`),
  solve: (attempts) =>
    request('POST', '/puzzle/batch', {
      solutions: attempts.map(({ id, at, solved, kind }) => ({ id, at, win: solved, kind })),
      // The clock of this device may be wrong.
      now: Date.now(),
    }),
  keep: ({ id, ...mistake }) => request('PUT', `/me/mistakes/${id}`, { ...mistake, best: [...mistake.best] }),
})

let started = false

export const accountAttempts = {
  /** Follows the session and the attempts from now on. */
  start(): void {
    if (started) return
    started = true
    const send = () => void sender.send()
    puzzleRecord.onChange(send)
    addEventListener('online', send)
    $effect.root(() => {
      $effect(() => {
        const { person, known } = session
        if (known) untrack(() => void sender.use(person?.account ? person.id : ''))
      })
    })
  },

  /** Sends what waits. It ends when the server has answered or cannot be reached; the ratings are known then. */
  send: (): Promise<void> => sender.send(),
}
