/**
 * The server's HTTP interface, as docs/formats/match-events.md describes it: shapes, and one function that asks.
 */

export interface Person {
  id: string
  name: string
  account: boolean
  /** One has to choose another name. Only of oneself. */
  nameDue?: boolean
}

/** Who sits in a seat: a person, an engine by its level, or nobody. */
export interface Seated {
  id?: string
  name?: string
  account?: boolean
  engine?: number
}

/** Lengths of time are milliseconds. A server of an older version leaves out what is 0. */
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
  /** The seat that begins, -1 for any. */
  first: number
  clock: Clock
  rated: boolean
  takebacks: boolean
  handicap?: boolean
  visibility: Visibility
  /** Names of accounts, for whom a private table is. */
  invited?: string[]
  timeout?: 'engine' | 'skip'
}

/** How strong somebody is; provisional until enough games tell. */
export interface Rating {
  rating: number
  /** The rating on one scale for all pools, which begins at 1500. */
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
  /** Whether one keeps this person away. */
  blocked: boolean
}

/** How a game stands or ended; `cause` is why one was aborted. */
export interface Outcome {
  over: boolean
  reason?: string
  winners?: number[] | null
  cause?: string
}

/** A finished game with the table at which it was played. */
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

/** What a token can allow. */
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
  /** By seat; null for who has none at such games. */
  ratings: (Rating | null)[]
}

export interface Tables {
  waiting: Summary[]
  playing: Summary[]
  /** There are more than the newest, which are listed. */
  moreWaiting?: boolean
  morePlaying?: boolean
}

export interface SeatView {
  player: Seated
  /** As the texts of the game name it, "w" or "b", "a" to "e"; not before the first game. */
  side?: string
  /** What was left when the turn began. */
  clock: number
  quota: number
  moved: boolean
  out: boolean
  /** Level of the engine that plays for the seat now, 0 for none. */
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
  /** Start and moves for the rules, if a seat is out. */
  replay?: { start: string; moves: string[] }
  toAct: number
  turnAt: number
  deadline: number
  claims: string[]
  drawOffer: number
  takeback?: { by: number; ply: number; consent: boolean[] }
  /** The engine that is to move cannot; the game can be aborted. */
  engineFailed?: boolean
  outcome: Outcome
  /** The seat that caused the end, -1 for none. A server of an older version does not say. */
  endedBy?: number
  score: number[] | null
  /** One's own seat, -1 for none. */
  you: number
  /** By seat; null for who has none at such games. */
  ratings: (Rating | null)[]
  /** One does not want to hear the talk here. */
  muted: boolean
}

/** One game of a match at its end, with the clock after each move. */
export interface GameView extends MatchView {
  times: { at: number; spent: number; clock: number }[]
  endedAt: number
  games: number
}

/** What the page needs of an event. */
export interface MatchEvent {
  type: string
  at: number
  seat: number
  by?: string
  name?: string
  /** The speaker has no account. */
  guest?: boolean
  text?: string
}

/** The difference between two views; what is missing has not changed. */
export interface ViewChange
  extends Partial<Omit<MatchView, 'match' | 'seq' | 'now' | 'seats' | 'moves' | 'you' | 'ratings' | 'muted'>> {
  /** The number of the event after which the change applies. */
  from: number
  /** The seats that have changed, by number. */
  seats?: Record<string, SeatView>
  /** How many of the moves before remain; the new ones follow them. */
  keptMoves: number
  moves?: MatchView['moves']
  /** Fields that the view has no more. */
  gone?: ('takeback' | 'replay')[]
}

/** An event with its number, and the change of the view to which it leads; events of the past come without a change. */
export interface NumberedEvent {
  seq: number
  event: MatchEvent
  /** Another event of the same command follows; the change comes with the last one. */
  more?: boolean
  change?: ViewChange
  /** One's own seat, if it has changed. */
  you?: number
  /** By seat, if they may have changed. */
  ratings?: MatchView['ratings']
}

/** The view after an event that comes with a change. */
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

/** Why the server does not do what it is asked. */
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

/** The server cannot be reached, or cannot answer now. Nothing is known of what was asked. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** How long to wait before a request is sent again whose answer was lost. */
const again = [300, 1200]

/**
 * Asks the server; rejects with Refused or Unreachable. A request that creates something carries a key, so that the
 * server carries it out once, and is sent again if its answer is lost. `patience` is how many milliseconds an answer to
 * another request may take.
 */
export async function ask<T>(method: Method, path: string, body?: unknown, patience?: number): Promise<T> {
  if (!creates(method, body)) return send(method, path, body, '', patience)
  const key = newKey()
  for (const wait of again) {
    try {
      return await send(method, path, body, key)
    } catch (reason) {
      if (!(reason instanceof Unreachable) && refusalOf(reason).code !== 'in-progress') throw reason
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return send(method, path, body, key)
}

/** Moves say for which place in the game they are, and are sent again by the match. */
function creates(method: Method, body: unknown): boolean {
  return method === 'POST' && (body as { type?: string } | undefined)?.type !== 'move'
}

/** 128 random bits; crypto.randomUUID is missing in pages that come over HTTP. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('')
}

async function send<T>(method: Method, path: string, body?: unknown, key = '', patience = 0): Promise<T> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(`/api${path}`, {
      method,
      ...(patience > 0 && { signal: AbortSignal.timeout(patience) }),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    text = await answer.text()
  } catch (reason) {
    throw new Unreachable(String(reason))
  }
  if (answer.status === 204) return undefined as T
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (reason) {
    throw new Unreachable(answer.ok ? String(reason) : `${answer.status} ${answer.statusText}`)
  }
  if (answer.ok) return data as T
  // "busy" says that nothing was done; of other errors of the server nothing is known.
  const refusal = data as Refusal
  if (answer.status >= 500 && refusal.code !== 'busy') throw new Unreachable(`${answer.status} ${answer.statusText}`)
  throw new Refused(refusal)
}

/** Why something failed, as a refusal that can be put into words. */
export function refusalOf(reason: unknown): Refusal {
  if (reason instanceof Refused) return reason.refusal
  return { code: 'unreachable', message: reason instanceof Error ? reason.message : String(reason) }
}
