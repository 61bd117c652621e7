import { type GameReview, type Refusal, refusalOf, request } from '../server/api.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { counted, t } from '../words/words.svelte.ts'

/** How often the page requests the state of a review while it runs, and while it waits, for each one before it, in milliseconds. */
const runningEvery = 2000
const waitingEvery = 1000
const mostEvery = 15_000

/** The review of a finished game of a match by the server. It is followed while it waits or runs and the page is visible. */
export class ServerReview {
  readonly match: string
  readonly game: number
  /** undefined before it is loaded, without its results. */
  review = $state.raw<GameReview | undefined>()
  /** Why it was not loaded or is not made. */
  refusal = $state.raw<Refusal | undefined>()
  pending = $state(false)
  /** Receives the review with its results, once. */
  ondone: (review: GameReview) => void = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false

  constructor(match: string, game: number) {
    this.match = match
    this.game = game
  }

  get open(): boolean {
    return this.review?.state === 'waiting' || this.review?.state === 'running'
  }

  /** Returns the state on the server, undefined if it cannot be loaded. */
  async load(): Promise<GameReview['state'] | undefined> {
    try {
      this.#receive(await request('GET', `/matches/${this.match}/games/${this.game}/review`))
      return this.review?.state
    } catch (reason) {
      // The page works without it; the state of an open review is requested again later.
      this.#follow()
      // A saved analysis stays when its match was deleted.
      if (!['unreachable', 'no-match'].includes(refusalOf(reason).code)) this.refusal = refusalOf(reason)
      return undefined
    }
  }

  /** Requests the review. */
  async ask(): Promise<void> {
    if (this.pending) return
    this.pending = true
    this.refusal = undefined
    try {
      this.#receive(await request('POST', `/matches/${this.match}/games/${this.game}/review`))
    } catch (reason) {
      this.refusal = refusalOf(reason)
    }
    this.pending = false
  }

  /** To be called when the page is hidden or visible again. */
  visibilityChanged(): void {
    if (this.open && !document.hidden) void this.load()
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  /** The place in the queue in words. */
  get place(): string {
    const ahead = this.review?.ahead ?? 0
    return ahead === 0 ? t('review.server.next') : counted('review.server.ahead', ahead)
  }

  #receive(review: GameReview): void {
    if (this.#ended) return
    const before = this.review?.state
    const made = this.review?.finishedAt
    const { positions: _, turns: __, ...rest } = review
    this.review = rest
    if (review.state === 'done' && (before !== 'done' || made !== review.finishedAt)) this.ondone(review)
    // Not at the first look: only changes are news.
    if (before && before !== review.state) {
      if (review.state === 'waiting') announcer.say(this.place)
      else if (review.state !== 'none') announcer.say(t(`review.server.${review.state}`))
    }
    this.#follow()
  }

  #follow(): void {
    clearTimeout(this.#timer)
    if (this.#ended || !this.open || document.hidden) return
    const waiting = runningEvery + waitingEvery * (this.review?.ahead ?? 0)
    this.#timer = setTimeout(() => void this.load(), Math.min(mostEvery, waiting))
  }
}
