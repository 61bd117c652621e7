/** The server's HTTP interface (docs/formats/match-events.md): the types, and a function that sends requests. */

export interface Person {
  id: string
  name: string
  account: boolean
  /** The person must choose another name. Only for the person of the session. */
  nameDue?: boolean
}

/** The occupant of a seat: a person, an engine with its level, or nobody. */
export interface Seated {
  id?: string
  name?: string
  account?: boolean
  engine?: number
}

/** Durations are milliseconds. Servers of older versions omit those that are 0. */
export type Clock =
  | { kind: 'none' }
  | { kind: 'correspondence'; perTurn?: number }
  | { kind: 'real-time'; initial?: number; increment?: number }

export type Visibility = 'public' | 'link' | 'private'

export interface Settings {
  game: 'wotn' | 'lancelot'
  variant: string
  target?: number
  seats: number
  /** The seat that moves first, -1 for a random one. */
  first: number
  clock: Clock
  rated: boolean
  takebacks: boolean
  handicap?: boolean
  visibility: Visibility
  /** Names of the accounts invited to a private table. */
  invited?: string[]
  timeout?: 'engine' | 'skip'
}

/** A player's rating; provisional while it is uncertain. */
export interface Rating {
  rating: number
  /** The rating on a scale that starts at 1500 in every pool. */
  shown: number
  provisional: boolean
}

/** A rating in a pool such as "wotn/2/blitz": game, seats, time class. */
export interface PoolRating extends Rating {
  pool: string
  deviation: number
  games: number
}

export interface Profile extends Person {
  since: number
  ratings: PoolRating[]
  /** The session's person has blocked this person. */
  blocked: boolean
}

/** The result of a game; `cause` is the reason why it was aborted. */
export interface Outcome {
  over: boolean
  reason?: string
  winners?: number[] | null
  cause?: string
}

/** A finished game with its match. */
export interface PlayedGame extends FinishedGame {
  match: string
  settings: Settings
}

/** A finished game of a match. */
export interface FinishedGame {
  game: number
  endedAt: number
  outcome: Outcome
  players: Seated[]
  rated: boolean
}

/** The scopes that a token can have. */
export const scopes = ['read', 'play', 'challenge'] as const

export type Scope = (typeof scopes)[number]

export interface Token {
  id: string
  name: string
  scopes: Scope[]
  since: number
  /** 0 for never. */
  expires: number
  /** 0 for never. */
  usedAt: number
}

export interface Passkey {
  id: string
  name: string
  since: number
  /** 0 for never. */
  usedAt: number
}

export type Phase = 'waiting' | 'promoting' | 'playing' | 'finished' | 'closed'

export interface Summary {
  match: string
  phase: Phase
  settings: Settings
  owner: Seated
  seats: Seated[]
  game: number
  score: number[] | null
  openedAt: number
  toAct: number
  seq: number
  /** By seat; null for players without a rating in the pool. */
  ratings: (Rating | null)[]
}

export interface Tables {
  waiting: Summary[]
  playing: Summary[]
  /** There are more tables than those listed. */
  moreWaiting?: boolean
  morePlaying?: boolean
}

export interface SeatView {
  player: Seated
  /** The side in positions and moves: "w" or "b", "a" to "e"; missing before the first game. */
  side?: string
  /** Time left at the start of the turn. */
  clock: number
  quota: number
  moved: boolean
  out: boolean
  /** Level of the engine that has taken over the seat, 0 for none. */
  engine: number
  rematch: boolean
}

/** A handicap point spent: the piece on the square becomes another kind. */
export interface HandicapPromotion {
  square: string
  /** Letter of the kind. */
  kind: string
}

export interface MatchView {
  match: string
  seq: number
  /** The server's time. */
  now: number
  phase: Phase
  settings: Settings
  owner: Seated
  seats: SeatView[]
  game: number
  round: { first: number; points?: number[]; promotions?: HandicapPromotion[] }
  start: string
  position: string
  moves: { seat: number; move: string }[]
  /** Start position and moves that lead to the position by the rules alone; only if a seat is out. */
  replay?: { start: string; moves: string[] }
  toAct: number
  turnAt: number
  deadline: number
  claims: string[]
  drawOffer: number
  takeback?: { by: number; ply: number; consent: boolean[] }
  /** The engine to move has failed; the game can be aborted. */
  engineFailed?: boolean
  outcome: Outcome
  /** The seat that caused the end, -1 for none. Servers of older versions omit it. */
  endedBy?: number
  score: number[] | null
  /** The seat of the session's person, -1 for none. */
  you: number
  /** By seat; null for players without a rating in the pool. */
  ratings: (Rating | null)[]
  /** The session's person has muted the chat. */
  muted: boolean
}

/** The final state of one game of a match, with the clock after each move. */
export interface GameView extends MatchView {
  times: { at: number; spent: number; clock: number }[]
  endedAt: number
  games: number
}

/** The fields of an event that the page uses. */
export interface MatchEvent {
  type: string
  at: number
  seat: number
  by?: string
  name?: string
  /** The sender has no account. */
  guest?: boolean
  text?: string
}

/** The difference between two views. Missing fields have not changed. */
export interface ViewChange
  extends Partial<Omit<MatchView, 'match' | 'seq' | 'now' | 'seats' | 'moves' | 'you' | 'ratings' | 'muted'>> {
  /** The number of the event after which the change can be applied. */
  from: number
  /** The seats that have changed, by number. */
  seats?: Record<string, SeatView>
  /** How many of the previous moves remain; `moves` follow them. */
  keptMoves: number
  moves?: MatchView['moves']
  /** Fields to remove from the view. */
  gone?: ('takeback' | 'replay')[]
}

/** An event with its number and the resulting change of the view. Past events have no change. */
export interface NumberedEvent {
  seq: number
  event: MatchEvent
  /** Another event of the same command follows; the change comes with the last one. */
  more?: boolean
  change?: ViewChange
  /** The own seat, if it has changed. */
  you?: number
  /** By seat, if they may have changed. */
  ratings?: MatchView['ratings']
}

/** changedView returns the view after an event. */
export function changedView(view: MatchView, { seq, change, you, ratings }: NumberedEvent): MatchView {
  if (!change) return view
  const { from: _, seats, keptMoves, moves = [], gone = [], ...rest } = change
  const kept = { ...view }
  for (const field of gone) delete kept[field]
  return {
    ...kept,
    ...rest,
    seq,
    seats: view.seats.map((seat, i) => seats?.[i] ?? seat),
    moves:
      moves.length === 0 && keptMoves === view.moves.length
        ? view.moves
        : [...view.moves.slice(0, keptMoves), ...moves],
    you: you ?? view.you,
    ratings: ratings ?? view.ratings,
  }
}

export interface Beat {
  now: number
  present: boolean[]
}

export type Command =
  | {
      type:
        | 'leave'
        | 'resign'
        | 'draw'
        | 'decline-draw'
        | 'takeback'
        | 'decline-takeback'
        | 'rematch'
        | 'decline-rematch'
        | 'abort'
        | 'return'
    }
  | { type: 'sit'; seat: number }
  | { type: 'start'; level: number }
  | { type: 'promote'; promotions: readonly HandicapPromotion[]; done: boolean }
  | { type: 'move'; move: string; ply: number; lag: number }
  | { type: 'claim-draw'; reason: string }
  | { type: 'take-over'; seat: number; level: number }
  | { type: 'claim-absence'; draw: boolean }
  | { type: 'chat'; text: string }

/** The reason why the server refuses a request. */
export interface Refusal {
  code: string
  args?: Record<string, string | number>
  message: string
}

export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** The server cannot be reached or has failed. It is not known whether the request was executed. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Milliseconds to wait before repeating a request without a response. */
const retryDelays = [300, 1200]

/**
 * request sends a request and returns the response. It rejects with Refused or Unreachable. A request that creates
 * something has a key, so that the server executes it once, and is repeated if there is no response. `timeout` limits the
 * milliseconds for the response to any other request, 0 for no limit.
 */
export async function request<T>(method: Method, path: string, body?: unknown, timeout?: number): Promise<T> {
  if (!creates(method, body)) return send(method, path, body, '', timeout)
  const key = newKey()
  for (const delay of retryDelays) {
    try {
      return await send(method, path, body, key)
    } catch (reason) {
      if (!(reason instanceof Unreachable) && refusalOf(reason).code !== 'in-progress') throw reason
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return send(method, path, body, key)
}

/** creates reports whether a request needs a key. Moves contain their ply, and OnlineMatch repeats them. */
function creates(method: Method, body: unknown): boolean {
  return method === 'POST' && (body as { type?: string } | undefined)?.type !== 'move'
}

/** newKey returns 128 random bits. crypto.randomUUID is not available on pages served over HTTP. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('')
}

async function send<T>(method: Method, path: string, body?: unknown, key = '', timeout = 0): Promise<T> {
  let response: Response
  let text: string
  try {
    response = await fetch(`/api${path}`, {
      method,
      ...(timeout > 0 && { signal: AbortSignal.timeout(timeout) }),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    text = await response.text()
  } catch (reason) {
    throw new Unreachable(String(reason))
  }
  if (response.status === 204) return undefined as T
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (reason) {
    throw new Unreachable(response.ok ? String(reason) : `${response.status} ${response.statusText}`)
  }
  if (response.ok) return data as T
  // "busy" means that nothing was done. After other server errors this is not known.
  const refusal = data as Refusal
  if (response.status >= 500 && refusal.code !== 'busy')
    throw new Unreachable(`${response.status} ${response.statusText}`)
  throw new Refused(refusal)
}

/** refusalOf returns the reason of a failure as a refusal, for refusalText. */
export function refusalOf(reason: unknown): Refusal {
  if (reason instanceof Refused) return reason.refusal
  return { code: 'unreachable', message: reason instanceof Error ? reason.message : String(reason) }
}
