import { explorer } from '../rules/client.ts'
import type { EngineMoves, MoveCount } from '../rules/contract.ts'
import { type ExploredGame, Refused, request } from '../server/api.ts'
import type { Game } from '../ui/route.svelte.ts'

/** The origin of the games: the engine against itself, or people on this server. */
export type Source = 'engine' | 'public'

export const sources: readonly Source[] = ['engine', 'public']

/** A position of a game or a variant. */
export interface Place {
  game: Game
  /** 'lancelot' for Lancelot. */
  variant: string
  position: string
}

/** What was played in a position. */
export interface Found {
  /** '' if no games are counted for this kind of game. */
  set: string
  engine: EngineMoves | undefined
  /** undefined without a connection. */
  public: { games: number; moves: MoveCount[]; complete: boolean } | undefined
}

const key = 'tafelrunde.explorer'
const cacheName = 'tafelrunde-explorer'
/** The largest number of positions that are remembered. */
const cacheSize = 200
/** After this time in milliseconds the numbers of a position are asked for again: games end meanwhile. */
const fresh = 30_000
/** Stepping through a game does not ask for every position. */
const delay = 120

function stored(): { open: boolean; source: Source } {
  try {
    const { open, source } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    return { open: open === true, source: source === 'public' ? 'public' : 'engine' }
  } catch {
    return { open: false, source: 'engine' }
  }
}

/** The explorer of the analysis board: what was played in the position shown. */
export class Explorer {
  open = $state(false)
  source = $state<Source>('engine')
  found = $state.raw<Found | undefined>()
  failed = $state(false)
  /** The games behind a move of `found`; undefined while none are asked for. */
  list = $state.raw<{ move: string; games: ExploredGame[]; more: boolean; next: number } | undefined>()

  #place: Place | undefined
  #known = new Map<string, { found: Found; at: number }>()
  #request = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The sets whose tables have been stored for use without a connection. */
  #stored = new Set<string>()

  constructor() {
    Object.assign(this, stored())
  }

  toggle(): void {
    this.open = !this.open
    this.#store()
    this.follow(this.#place)
  }

  choose(source: Source): void {
    this.source = source
    this.list = undefined
    this.#store()
  }

  /** Shows what was played in a position. */
  follow(place: Place | undefined): void {
    const same = place?.position === this.#place?.position && place?.variant === this.#place?.variant
    this.#place = place
    if (!same) this.list = undefined
    clearTimeout(this.#timer)
    const request = ++this.#request
    if (!this.open || !place) {
      this.found = undefined
      return
    }
    const known = this.#known.get(nameOf(place))
    if (known) this.found = known.found
    if (known && Date.now() - known.at < fresh) return
    this.#timer = setTimeout(() => void this.#load(place, request), delay)
  }

  retry(): void {
    this.failed = false
    this.follow(this.#place)
  }

  /** Lists public games with a move, or none if they are listed. */
  async show(move: string): Promise<void> {
    const place = this.#place
    if (!place || this.list?.move === move) {
      this.list = undefined
      return
    }
    const request = this.#request
    try {
      const answer = await getGames(place, move)
      if (request === this.#request) this.list = { move, ...answer }
    } catch {
      if (request === this.#request) this.failed = true
    }
  }

  /** Adds earlier games to the list. */
  async showMore(): Promise<void> {
    const { list } = this
    const place = this.#place
    if (!place || !list?.more) return
    try {
      const answer = await getGames(place, list.move, list.next)
      if (this.list !== list) return
      // A game that ended meanwhile shifts the others.
      const known = new Set(list.games.map(({ match, game }) => `${match}/${game}`))
      const games = answer.games.filter(({ match, game }) => !known.has(`${match}/${game}`))
      this.list = { ...answer, move: list.move, games: [...list.games, ...games] }
    } catch {
      if (this.list === list) this.failed = true
    }
  }

  /** Stops waiting for answers. */
  end(): void {
    clearTimeout(this.#timer)
    this.#request++
  }

  async #load(place: Place, request: number): Promise<void> {
    let found: Found
    try {
      found = await load(place)
    } catch {
      if (request !== this.#request) return
      this.failed = true
      this.found = undefined
      return
    }
    if (this.#known.size >= cacheSize) this.#known.clear()
    this.#known.set(nameOf(place), { found, at: found.public?.complete ? Date.now() : 0 })
    if (request !== this.#request) return
    this.failed = false
    this.found = found
    if (found.public && found.engine && !this.#stored.has(found.set)) {
      this.#stored.add(found.set)
      void keepTable(found.set)
    }
  }

  #store(): void {
    try {
      localStorage.setItem(key, JSON.stringify({ open: this.open, source: this.source }))
    } catch {
      // The choice is valid until the page is left.
    }
  }
}

function nameOf({ variant, position }: Place): string {
  return `${variant} ${position}`
}

function query({ game, variant, position }: Place): string {
  return new URLSearchParams({ game, variant, position }).toString()
}

async function getGames(
  place: Place,
  move: string,
  skip = 0,
): Promise<{ games: ExploredGame[]; more: boolean; next: number }> {
  return request('GET', `/explorer/games?${query(place)}&move=${encodeURIComponent(move)}&skip=${skip}`)
}

/** load returns what was played in a position: from the server, without it from the stored table. */
async function load(place: Place): Promise<Found> {
  try {
    const { set, engine, public: games } = await request('GET', `/explorer?${query(place)}`, undefined, 8000)
    return { set, engine, public: games }
  } catch (reason) {
    if (reason instanceof Refused) throw reason
    return loadStored(place)
  }
}

function tableAddress(set: string): string {
  return new URL(`api/explorer/tables/${set}`, document.baseURI).href
}

async function loadStored({ game, variant, position }: Place): Promise<Found> {
  const set = await explorer.set(game, variant, position)
  if (!set.ok) throw new Error(set.problems[0]?.message)
  if (set.value === '') return { set: '', engine: undefined, public: undefined }
  const response = await (await caches.open(cacheName)).match(tableAddress(set.value))
  if (!response) throw new Error('the table is not stored')
  const table = new Uint8Array(await response.arrayBuffer())
  const answer = await explorer.find(game, variant, position, table)
  if (!answer.ok) throw new Error(answer.problems[0]?.message)
  return { set: set.value, engine: answer.value, public: undefined }
}

/** keepTable stores the table of a set for use without a connection. */
async function keepTable(set: string): Promise<void> {
  // Not available on pages served over HTTP.
  if (!('caches' in globalThis)) return
  try {
    const response = await fetch(tableAddress(set))
    if (response.ok) await (await caches.open(cacheName)).put(tableAddress(set), response)
  } catch {
    // The next visit tries again.
  }
}
