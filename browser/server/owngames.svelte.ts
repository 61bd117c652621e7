import { request, type Summary } from './api.ts'
import { session } from './session.svelte.ts'

/** A list that is younger than this, in milliseconds, is not loaded again. */
const fresh = 5000
/** How often a page that watches games in progress loads them, in milliseconds. */
const lookEvery = 20_000

/**
 * keyOf returns a text that is the same for positions in which engines give the same help: board and side to move. `variant`
 * is 'lancelot' for Lancelot.
 */
function keyOf(variant: string, position: string): string {
  return [variant, ...position.split(' ').slice(0, 2)].join(' ')
}

/** isBeginning reports whether a game that begins as usual has hardly begun: everybody may analyse its position. */
function isBeginning(variant: string, start: string | undefined, position: string): boolean {
  if (start) return false
  const fields = position.split(' ')
  return variant === 'lancelot' ? !/[a-e]/.test(fields[0] ?? '') : fields.at(-1) === '1'
}

/** The online games in progress of the person, for which the page offers no engine. */
class OwnGames {
  /** The matches by their positions. */
  #matches = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map())
  /** The person whose games are known, or ''. */
  #person = $state('')
  #loadedAt = 0

  /** It is known which games are in progress, or the server cannot be reached. */
  get known(): boolean {
    if (session.unreachable) return true
    return session.known && (!session.person || session.person.id === this.#person)
  }

  /** The person has games in progress. */
  get any(): boolean {
    return this.#matches.size > 0
  }

  /** Receives the matches of a person, or none if none is played or they could not be loaded. */
  set(person: string, matches: readonly Summary[]): void {
    const playing = new Map<string, string[]>()
    for (const { match, phase, settings, position } of matches) {
      if (phase !== 'playing' || !position) continue
      const variant = settings.game === 'lancelot' ? 'lancelot' : settings.variant
      if (isBeginning(variant, settings.start, position)) continue
      const key = keyOf(variant, position)
      playing.set(key, [...(playing.get(key) ?? []), match])
    }
    this.#matches = playing
    this.#person = person
    this.#loadedAt = Date.now()
  }

  /** Loads and returns the matches, unless they are fresh. With `changed` they are not. */
  async refresh(changed = false): Promise<readonly Summary[] | undefined> {
    const person = session.person?.id
    const current = !changed && person === this.#person && Date.now() - this.#loadedAt < fresh
    if (!person || current) return undefined
    this.#loadedAt = Date.now()
    try {
      const { matches } = await request('GET', '/me/matches')
      if (person !== session.person?.id) return undefined
      this.set(person, matches)
      return matches
    } catch {
      if (person === session.person?.id && person !== this.#person) this.set(person, [])
      return undefined
    }
  }

  /** Keeps the matches up to date while the page is visible. Returns a function that ends it. */
  watch(): () => void {
    void this.refresh()
    const shown = () => {
      if (!document.hidden) void this.refresh()
    }
    document.addEventListener('visibilitychange', shown)
    const timer = setInterval(() => {
      if (this.any && !document.hidden) void this.refresh()
    }, lookEvery)
    return () => {
      document.removeEventListener('visibilitychange', shown)
      clearInterval(timer)
    }
  }

  /** Returns a match with a position other than the match `except`, or ''. `variant` is 'lancelot' for Lancelot. */
  at(variant: string, position: string, except = ''): string {
    return this.#matches.get(keyOf(variant, position))?.find((match) => match !== except) ?? ''
  }

  /** Reports whether a match is in progress. */
  has(match: string): boolean {
    return [...this.#matches.values()].flat().includes(match)
  }
}

export const ownGames = new OwnGames()
