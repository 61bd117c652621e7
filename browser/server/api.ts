/** The server's HTTP interface (docs/formats/match-events.md): the types, and a function that sends requests. */

import type { Argument } from '../rules/contract.ts'
import type { components } from './api.gen.ts'
import type { Answer, Body, Method, Path } from './routes.ts'

type Schemas = components['schemas']

export type Person = Schemas['Person']

/** The occupant of a seat: a person, an engine with its level, or nobody. */
export type Seated = Schemas['Player']
export type Statistics = Schemas['Statistics']
export type Reliability = Schemas['Reliability']
export type NoteView = Schemas['NoteView']
export type GameResults = Pick<Schemas['OpponentResults'], 'won' | 'drawn' | 'lost'>

/** Durations are milliseconds. */
export type Clock = Schemas['Clock']

/** A clock in a request: durations that do not belong to its kind are missing. */
export type ClockRequest = Schemas['ClockRequest']
export type Settings = Schemas['Settings']
export type Visibility = Settings['visibility']
export type Phase = Schemas['MatchView']['phase']

/** A player's rating; provisional while it is uncertain. */
export type Rating = NonNullable<Schemas['SeatRating']>

/** A rating in a pool such as "wotn/2/blitz": game, seats, time class. */
export type PoolRating = Schemas['RatingView']
export type Profile = Schemas['Profile']

/** A person whom the requester follows. */
export type FollowedPerson = Schemas['FollowedPerson']

/** A badge earned online. */
export type Badge = Schemas['Badge']

/** How a rating changed. */
export type PoolHistory = Schemas['PoolHistory']
export type RatingPoint = Schemas['RatingPoint']

/** The result of a game; `cause` is the reason why it was aborted. */
export type Outcome = Schemas['Outcome']

/** A finished game with its match. */
export type PlayedGame = Schemas['PlayedGame']

/** A finished game of a match. */
export type FinishedGame = Schemas['Game']

/** The scopes that a token can have. */
export const scopes = ['read', 'play', 'challenge'] as const satisfies Scope[]

export type Scope = Schemas['TokenView']['scopes'][number]
export type Token = Schemas['TokenView']
export type Passkey = Schemas['PasskeyView']
export type Login = Schemas['Login']
export type AdminReport = Schemas['Report']
export type AdminPerson = Schemas['PersonDetails']
export type AdminAction = Schemas['Action']
export type CreatedAccount = Schemas['Created']
export type ResetLink = Schemas['ResetLink']
export type AddressBan = Schemas['AddressBan']
export type SiteDescription = Schemas['Description']
export type Document = Schemas['Document']
/** The review of a finished game by the server. */
export type GameReview = Schemas['GameReview']
/** A review by the server that waits or runs. */
export type QueuedReview = Schemas['QueuedReview']
export type Comparison = Schemas['Comparison']
export type FairPlaySummary = Schemas['Agreement']
export type SiteChange = Schemas['SiteChange']
export type Invitation = Schemas['Invitation']
export type NewInvitation = Schemas['NewInvitation']
export type AuditEntry = Schemas['Entry']
export type RecoveryCodesLeft = Schemas['RecoveryCodesLeft']
export type Summary = Schemas['TableView']
export type Tables = Schemas['Lobby']
export type NumberedTables = Schemas['NumberedLobby']
export type LobbyChange = Schemas['LobbyChange']
export type OwnTables = Schemas['OwnTables']
export type NotificationList = Schemas['NotificationList']
export type Notification = Schemas['Notification']
export type NotificationChoice = Schemas['NotificationChoice']
export type NotificationSettings = Schemas['NotificationSettings']
/** What was played in a position, and a game behind a number. */
export type Explored = Schemas['Explored']
export type ExploredGame = Schemas['ExploredGame']
export type Activity = Schemas['Activity']
export type Diagram = Schemas['Diagram']
export type Leaderboard = Schemas['Leaderboard']

/** A club in a list, one with its page, what its owner writes, its members, requests to join and notices. */
export type ClubView = Schemas['ClubView']
export type Club = Schemas['Club']
export type ClubFields = Schemas['ClubFields']
export type ClubFellow = Schemas['ClubFellow']
export type JoinRequest = Schemas['JoinRequest']
export type ClubNotice = Schemas['ClubNotice']
export type ClubReply = Schemas['ClubReply']

/** A study without its chapters, one with them, and a chapter without its text. */
export type StudyView = Schemas['StudyView']
export type StudyVisibility = StudyView['visibility']
export type WholeStudy = Schemas['WholeStudy']
export type ChapterView = Schemas['ChapterView']

/** An attempt at a puzzle, the rating of a solver, what an attempt changed, and a puzzle that people think is wrong. */
export type Tournament = Schemas['TournamentSummary']
export type TournamentList = Schemas['TournamentList']
export type TournamentBoard = Schemas['TournamentBoard']
export type WholeTournament = Schemas['WholeTournament']
export type PuzzleActivity = Schemas['PuzzleActivity']
export type PuzzleGlicko = Schemas['PuzzleGlicko']
export type PuzzleRound = Schemas['PuzzleRound']
export type WrongPuzzle = Schemas['WrongPuzzle']
/** The best scores of a day in runs of puzzles, and those of a person. */
export type PuzzleScores = Schemas['PuzzleScores']
export type PuzzleStanding = Schemas['PuzzleStanding']
/** A puzzle with the game it comes from. */
export type ShownPuzzle = Schemas['Puzzle']
export type SeatView = Schemas['SeatView']

/** A handicap point spent: the piece on the square becomes another kind. */
export type HandicapPromotion = Schemas['HandicapPromotion']
export type MatchView = Schemas['MatchView']

/** The final state of one game of a match, with the clock after each move. */
export type GameView = Schemas['GameView']
export type MatchEvent = Schemas['Event']

/** The difference between two views. Missing fields have not changed. */
export type ViewChange = Schemas['ViewChange']

/** An event with its number and the resulting change of the view. Past events have no change. */
export type NumberedEvent = Schemas['NumberedEvent']

/** changedView returns the view after an event. */
export function changedView(
  view: MatchView,
  { seq, change, you, commands, replaceable, ratings, ratingChanges }: NumberedEvent,
): MatchView {
  if (!change) return view
  const { from: _, seats, keptMoves, moves = [], replay, gone = [], ...rest } = change
  const kept = { ...view }
  if (ratings) delete kept.ratingChanges
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
    ...(replay && {
      replay: {
        start: replay.start,
        moves: [...(view.replay?.moves.slice(0, replay.keptMoves) ?? []), ...(replay.moves ?? [])],
      },
    }),
    you: you ?? view.you,
    commands: commands ?? view.commands,
    replaceable: replaceable ?? view.replaceable,
    ratings: ratings ?? view.ratings,
    ...(ratingChanges && { ratingChanges }),
  }
}

export type Beat = Schemas['MatchBeat']
export type SharedBeat = Schemas['SharedBeat']

/** The passkeys of an account, and whether it has a password. */
export type Keys = Schemas['PasskeysResponseBody']

export type Command = Schemas['Command']

/** The reason why the server refuses a request. */
export type Refusal = Omit<Schemas['Problem'], 'args' | 'error'> & { args?: Record<string, Argument> }

export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal
  /** Seconds after which the request may be repeated, if the server says so. */
  readonly retryAfter: number | undefined

  constructor(refusal: Refusal, retryAfter?: number) {
    super(refusal.message)
    this.refusal = refusal
    this.retryAfter = retryAfter
  }
}

/** The server cannot be reached or has failed. It is not known whether the request was executed. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** Milliseconds to wait before repeating a request without a response. */
const retryDelays = [300, 1200]

/**
 * request sends a request and returns the response; the OpenAPI document has the types for its method and path. It rejects with Refused or Unreachable. A request that creates
 * something has a key, so that the server executes it once, and is repeated if there is no response. `timeout` limits the
 * milliseconds for the response to any other request, 0 for no limit. `again` is the key of an earlier request that is repeated.
 */
export async function request<M extends Method, P extends string>(
  method: M,
  path: Path<M, P>,
  body?: Body<M, P>,
  timeout?: number,
  again?: string,
): Promise<Answer<M, P>> {
  if (!creates(method, body)) return send(method, path, body, '', timeout)
  const key = again ?? newKey()
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
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('')
}

/** requestText returns a response that is not JSON, such as an image in SVG. It rejects as `request` does. */
export async function requestText(path: string): Promise<string> {
  const { response, text } = await exchange('GET', path)
  if (response.ok) return text
  throw failureOf(response, text)
}

/** requestFile sends a request and returns the file that answers it. It rejects as `request` does. */
export async function requestFile<P extends string>(path: Path<'POST', P>, body: Body<'POST', P>): Promise<Blob> {
  let response: Response
  try {
    response = await fetch(`api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return await response.blob()
  } catch (reason) {
    throw new Unreachable(String(reason))
  }
  throw failureOf(response, await response.text())
}

async function send<T>(method: Method, path: string, body?: unknown, key = '', timeout = 0): Promise<T> {
  const { response, text } = await exchange(method, path, body, key, timeout)
  if (response.status === 204) return undefined as T
  if (!response.ok) throw failureOf(response, text)
  try {
    return JSON.parse(text) as T
  } catch (reason) {
    throw new Unreachable(String(reason))
  }
}

/** sendOnLeaving sends a request that outlives the page. Nothing is known about the answer. */
export function sendOnLeaving<M extends Method, P extends string>(method: M, path: Path<M, P>, body: Body<M, P>): void {
  fetch(`api${path}`, {
    method,
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {})
}

/** exchange sends a request and returns the response, also that of a refusal. */
async function exchange(
  method: Method,
  path: string,
  body?: unknown,
  key = '',
  timeout = 0,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(`api${path}`, {
      method,
      ...(timeout > 0 && { signal: AbortSignal.timeout(timeout) }),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { response, text: await response.text() }
  } catch (reason) {
    throw new Unreachable(String(reason))
  }
}

/** failureOf returns the error for a response that is not a success. */
function failureOf(response: Response, text: string): Refused | Unreachable {
  const unreachable = new Unreachable(`${response.status} ${response.statusText}`)
  let refusal: Refusal
  try {
    refusal = JSON.parse(text) as Refusal
  } catch {
    return unreachable
  }
  // "busy" means that nothing was done. After other server errors this is not known.
  if (response.status >= 500 && refusal.code !== 'busy') return unreachable
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new Refused(refusal, Number.isFinite(seconds) ? seconds : undefined)
}

/** refusalOf returns the reason of a failure as a refusal, for refusalText. */
export function refusalOf(reason: unknown): Refusal {
  if (reason instanceof Refused) return reason.refusal
  return { code: 'unreachable', message: reason instanceof Error ? reason.message : String(reason) }
}
