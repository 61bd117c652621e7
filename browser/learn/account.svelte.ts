/** Progress in the lessons on the server, for people with accounts. docs/formats/lessons.md describes whose progress is whose. */
import { untrack } from 'svelte'
import { parseResults, type Results } from '../saved/merge.ts'
import { type Progress, progress } from '../saved/progress.svelte.ts'
import { request } from '../server/api.ts'
import { session } from '../server/session.svelte.ts'

/** The largest number of exercises of a request, for which the server accepts 16 KiB. */
const most = 100

/** Milliseconds after a change until it is sent. */
const delay = 500

export type Request = (method: 'GET' | 'PUT', results?: Results & { person: string }) => Promise<unknown>

/**
 * AccountLessons sends progress to the server and merges the answers. Failures are not reported: the progress stays in the
 * browser and is sent after the next change, when the browser is online again, or when the page is opened the next time.
 */
export class AccountLessons {
  /** All progress is on the server. */
  kept = $state(false)
  readonly #progress: Progress
  readonly #request: Request
  /** The account that the server has named, undefined before. */
  #account: string | undefined
  /** Requests follow each other. */
  #sending: Promise<void> = Promise.resolve()

  constructor(progress: Progress, request: Request) {
    this.#progress = progress
    this.#request = request
  }

  /** Uses the account of the session, '' for none. A new account takes over what was solved without one. */
  async use(account: string, created: boolean): Promise<void> {
    if (account === this.#account) return
    this.#account = account
    this.kept = false
    this.#progress.use(account)
    if (account === '') return
    if (created) this.#progress.takeOver()
    await this.#after(async () => this.#receive(await this.#request('GET')))
    await this.send()
  }

  /** Sends what the server lacks. */
  send(): Promise<void> {
    return this.#after(async () => {
      for (;;) {
        const { account } = this.#progress
        if (account === '' || account !== this.#account) return
        const lack = this.#progress.unsent(most)
        this.kept = lack === undefined
        if (!lack) return
        this.#receive(await this.#request('PUT', { person: account, ...lack }), lack)
      }
    })
  }

  #receive(answer: unknown, sent?: Results): void {
    // The cookie may be that of another person, who signed in in another tab.
    const { person } = (answer ?? {}) as { person?: string }
    if (person === undefined || person !== this.#progress.account) throw new Error('the progress of somebody else')
    this.#progress.receive(parseResults(answer), sent)
  }

  #after(work: () => Promise<void>): Promise<void> {
    this.#sending = this.#sending.then(work).catch(() => {
      this.kept = false
    })
    return this.#sending
  }
}

const sender = new AccountLessons(progress, (method, results) =>
  method === 'PUT' && results ? request('PUT', '/me/lessons', results) : request('GET', '/me/lessons'),
)

let started = false

export const accountLessons = {
  /** Whether all progress is on the server. */
  get kept(): boolean {
    return sender.kept
  },

  /** Follows the session and the changes of the learner from now on. */
  start(): void {
    if (started) return
    started = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => void sender.send()
    progress.onChange(() => {
      clearTimeout(timer)
      timer = setTimeout(send, delay)
    })
    addEventListener('online', send)
    $effect.root(() => {
      $effect(() => {
        const { person, known, created } = session
        if (known) untrack(() => void sender.use(person?.account ? person.id : '', person?.id === created))
      })
    })
  },
}
