import { type FollowedPerson, type Refusal, refusalOf, request } from './api.ts'

/** Milliseconds between two requests while the page is visible. */
const every = 10_000

/** The people whom the person follows, with those who are online or playing. They are requested while the page is visible. */
export class Follows {
  people: readonly FollowedPerson[] | undefined = $state.raw()
  refusal: Refusal | undefined = $state.raw()
  #timer: ReturnType<typeof setTimeout> | undefined
  #open = false
  /** Counts the changes of the list: a response to an earlier request is out of date. */
  #changes = 0
  readonly #visible = () => {
    if (document.visibilityState === 'visible') void this.load()
  }

  open(): void {
    this.#open = true
    document.addEventListener('visibilitychange', this.#visible)
    void this.load()
  }

  close(): void {
    this.#open = false
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#visible)
  }

  async load(): Promise<void> {
    clearTimeout(this.#timer)
    const before = this.#changes
    try {
      const { people } = await request('GET', '/me/follows')
      if (before === this.#changes) this.people = people.toSorted((a, b) => rank(b) - rank(a))
      this.refusal = undefined
    } catch (reason) {
      this.refusal = refusalOf(reason) // The last response stays.
    }
    clearTimeout(this.#timer)
    if (this.#open && document.visibilityState === 'visible') this.#timer = setTimeout(() => void this.load(), every)
  }

  async unfollow(id: string): Promise<void> {
    try {
      await request('DELETE', `/me/follows/${id}`)
      this.#changes++
      this.people = this.people?.filter((person) => person.id !== id)
    } catch (reason) {
      this.refusal = refusalOf(reason)
    }
  }
}

/** People who play come first, then others who are online. */
function rank({ playing, online }: FollowedPerson): number {
  return playing ? 2 : online ? 1 : 0
}
