import type { Failure } from '../rules/client.ts'
import type { Answer, AnyVariant, Outcome, Problem, RecordMove, Variant } from '../rules/contract.ts'
import type { Player } from '../saved/game.ts'
import type { Seated } from '../server/api.ts'

/** The common part of the states of both games, as the rules compute them. */
export interface RulesState {
  position: string
  played: readonly { text: string }[]
  outcome: Outcome
}

/** A rating beside a name: "1512?", after a rated game that before it with what the game changed. */
export interface ShownRating {
  text: string
  change?: number | undefined
}

/** A side of a game: a color of Way of the Knight, White being 0 and Black 1, or a seat of Lancelot. */
export interface Side {
  /** For sentences and labels. */
  name: string
  player: Player
  /** Shown beside the name, or ''. */
  note: string
  /** The person on the server, for the coat of arms. */
  person?: Pick<Seated, 'id' | 'arms'> | undefined
  /** In matches of people with accounts. */
  rating?: ShownRating | undefined
}

/**
 * The source of a game on screen: a game saved in the browser (localsource.svelte.ts) or a game of a match on the server
 * (remote.svelte.ts). It provides the moves and receives the moves made on the board. The controllers and views depend on
 * this interface only.
 */
export interface Source<S extends RulesState> {
  /** Changes when another game replaces this one. */
  readonly round: number
  readonly title: string
  /** The rules of this game in a few words. */
  readonly subtitle: string
  readonly start: string
  /** All moves, including the one that is being sent. */
  readonly moves: readonly string[]
  readonly sides: readonly Side[]
  /** The side to act, -1 for none. */
  readonly toAct: number
  /** The side to act is a computer that is computing its move. */
  readonly thinking: boolean
  readonly over: boolean
  /** Sides that won or share the win. */
  readonly winners: readonly number[]
  /** Sides of the people at this screen. */
  readonly own: readonly number[]
  /** A person at this screen is to act. */
  readonly mayMove: boolean
  /** The side at this screen that may enter premoves, -1 for none. */
  readonly premover: number
  /** A command is being sent. */
  readonly busy: boolean
  /** A move is shown on the board and has to be confirmed before it is played. */
  readonly confirms: boolean
  /** The last of `moves`, if sending it takes long, else ''. */
  readonly sending: string
  /** The failure of a computer opponent, and the problems with its move. */
  readonly failure: Failure | undefined
  readonly problems: readonly Problem[]
  /** Plays a move and returns whether it was accepted. */
  play(move: string): Promise<boolean>
  /** The state of the game after all moves when it is opened, if it is known before the rules have computed it. */
  readonly known?: S | undefined
  /** The position after all moves as text, if the server has sent it: its pieces stand on the board until the rules answer. */
  readonly position?: string | undefined
  /** Receives the state of the game after all moves, and after the first part of a turn if `pending` is not ''. */
  receive(state: S, pending: string): void
  /** Returns the game as text. */
  record(): Promise<string>
}

/** Additional properties of a game of Way of the Knight. */
export interface BoardSource {
  readonly variant: Variant
  /** Comments and variations of the first moves. */
  readonly notes: readonly RecordMove[]
  /** Black's side of the board is at the bottom. */
  readonly flipped: boolean
  flip(): void
}

/** A game whose moves can be explained. */
export interface Explained extends Pick<Source<RulesState>, 'start' | 'sides'> {
  readonly variant: AnyVariant
}

/** textOf returns the text that the rules have written, or the messages of the problems. */
export function textOf(answer: Answer<string>): string {
  return answer.ok ? answer.value : answer.problems.map(({ message }) => message).join('\n')
}
