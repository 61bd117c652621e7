import { type Why, whyNotTurn } from '../play/illegal.ts'
import { type ShownMove, textMove } from '../play/notation.ts'
import { namesOf, shortName } from '../play/players.ts'
import { type Node, path } from '../play/tree.ts'
import { lancelot } from '../rules/client.ts'
import type { Answer, LancelotState, RecordMove } from '../rules/contract.ts'
import { seatTags } from '../rules/kinds.gen.ts'
import { usualLancelot, usualStart } from '../rules/starts.ts'
import { person } from '../saved/game.ts'
import { turnText } from '../words/notation.ts'
import { lookUp } from '../words/words.svelte.ts'
import { AnalysisBoard } from './board.svelte.ts'
import type { NewMove } from './edit.ts'

/** seatTag returns the name of the tag with the player of a seat. */
export function seatTag(seat: number): string {
  return seatTags[seat] ?? ''
}

/** seatName returns the name of the player of a seat, '' without one. */
export function seatName(tags: Readonly<Record<string, string>>, seat: number): string {
  return tags[seatTag(seat)] ?? ''
}

/** turnMove returns a turn as a move of the tree. */
export function turnMove(text: string): NewMove {
  return { text, san: turnText(text) }
}

/** recordedTurns returns turns as recorded moves, without comments. */
export function recordedTurns(turns: readonly string[]): RecordMove[] {
  return turns.map((text) => ({ text, san: turnText(text), nags: [], before: [], after: [], variations: [] }))
}

/** notedTurns returns turns from a record as recorded moves, which have turns as people read them. */
export function notedTurns(moves: readonly RecordMove[]): RecordMove[] {
  return moves.map((move) => ({ ...move, san: turnText(move.text), variations: move.variations.map(notedTurns) }))
}

/** lancelotStart returns a start position; '' is that of a basic game for two. */
export async function lancelotStart(start: string): Promise<Answer<string>> {
  return start === '' ? { ok: true, value: usualStart } : lancelot.setup(start)
}

/** The analysis of a game of Lancelot. Its start is not ''. */
export class LancelotBoard extends AnalysisBoard<LancelotState> {
  /** The first part of the turn that is being entered, or ''. */
  pending = $state('')
  /** The next stone is the first part of an Excalibur turn. */
  armed = $state(false)
  /** The position shown with the first part of the turn. */
  #entered = $state.raw<LancelotState | undefined>()

  /** The seats that play the turns of the tree, as far as they are known. */
  seats = $state.raw<ReadonlyMap<Node, number>>(new Map())

  override async show(): Promise<void> {
    this.cancel()
    await super.show()
    if (this.state && this.settled) this.#learnSeats(this.at, this.state)
    const { end } = this.tree
    if (this.seats.has(end) || !end.parent) return
    const whole = await this.load(path(end))
    if (whole.ok) this.#learnSeats(end, whole.value)
  }

  #learnSeats(last: Node, { played }: LancelotState): void {
    const all = new Map(this.seats)
    for (let node: Node | null = last; node?.parent; node = node.parent) {
      const seat = played[node.ply - 1]?.seat
      if (seat !== undefined) all.set(node, seat)
    }
    this.seats = all
  }

  override usual(moves: readonly string[]): LancelotState | undefined {
    return usualLancelot(this.start, moves)
  }

  load(moves: readonly string[]): Promise<Answer<LancelotState>> {
    return lancelot.game(this.start, [...moves], '')
  }

  protected write(moves: RecordMove[], comments: readonly string[]): Promise<Answer<string>> {
    return lancelot.write(
      this.start,
      moves.map(({ text }) => text),
      this.tags,
      moves,
      undefined,
      comments,
    )
  }

  words(move: NewMove): string {
    return turnText(move.text)
  }

  numbered(node: Node): string {
    return `${node.ply}.`
  }

  moveShown(node: Node): ShownMove {
    return textMove(node.san)
  }

  get names(): readonly string[] {
    const { players } = this
    return namesOf(
      players,
      players.map((_, seat) => lookUp(`seat.${seat}`)),
    )
  }

  /** The seats as players, with the names of the record. */
  get players() {
    const seats = this.state?.seats ?? 2
    return Array.from({ length: seats }, (_, seat) => person(shortName(seatName(this.tags, seat))))
  }

  /** The position with the part of the turn that has been entered. */
  get entered(): LancelotState | undefined {
    return this.pending ? (this.#entered ?? this.state) : this.state
  }

  /** Returns the turn that a stone or Excalibur on a square completes, or '' if it is only the first part of one. */
  async put(square: string): Promise<string> {
    const { state, pending } = this
    if (!state) return ''
    if (state.phase === 'place-excalibur') return `X${square}`
    if (pending) return `${pending},${pending.startsWith('X') ? square : `X${square}`}`
    if (!this.armed) return square
    await this.#enter(square)
    return ''
  }

  /** Begins an Excalibur turn by moving Excalibur. */
  async lift(square: string): Promise<void> {
    if (!this.pending) await this.#enter(`X${square}`)
  }

  /** Discards the first part of a turn. */
  cancel(): void {
    this.pending = ''
    this.armed = false
    this.#entered = undefined
  }

  async #enter(part: string): Promise<void> {
    const answer = await lancelot.game(this.start, this.moves, part)
    if (!answer.ok) return
    this.#entered = answer.value
    this.pending = part
  }

  /** Returns why nothing can be put on a square; undefined if something can. */
  async refusal(square: string, excalibur: boolean): Promise<Why | undefined> {
    const { state, pending, moves } = this
    if (!state || state.phase === 'over') return undefined
    const action = excalibur || state.phase === 'place-excalibur' ? `X${square}` : square
    const answer =
      excalibur && !pending && state.phase === 'turn'
        ? await lancelot.game(this.start, moves, action)
        : await lancelot.game(this.start, [...moves, pending ? `${pending},${action}` : action], '')
    const problem = answer.ok ? undefined : answer.problems[0]
    return problem && whyNotTurn(problem, this.names)
  }
}
