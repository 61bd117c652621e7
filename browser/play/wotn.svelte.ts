import type { Square } from '../board/geometry.ts'
import type { Choice, Destination } from '../board/props.ts'
import { wotn } from '../rules/client.ts'
import type { Answer, WotnState } from '../rules/contract.ts'
import { settings } from '../ui/settings.svelte.ts'
import { kindOf, nameOf } from '../words/kinds.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { type GameEvent, wotnEvents } from './events.ts'
import { Game, type Step } from './game.svelte.ts'
import { triedPiece, whyOf } from './illegal.ts'
import { type ShownMove, shownMove, textMove } from './notation.ts'
import { premoves } from './premove.ts'
import type { BoardSource, Source } from './source.ts'
import { buildTree, lineEnd, type Node, path, type Tree } from './tree.ts'
import * as squares from './wotnboard.ts'

export interface WotnPremove {
  from: Square
  to: Square
  /** Letter of the kind to promote to, or ''. */
  promotion: string
}

export type WotnSource = Source<WotnState> & BoardSource

/** The controller of a game of Way of the Knight. */
export class WotnGame extends Game<WotnState, WotnSource, WotnPremove> {
  tree: Tree = $derived(buildTree(this.state?.played ?? [], this.source.notes))
  #at = $state.raw<Node | undefined>()
  /** The square of the piece that was tried last, or '', and the state in which it was. */
  #tried: { state: WotnState | undefined; square: Square } = { state: undefined, square: '' }
  /** The square of the selected piece, or ''. */
  picked = $state('')
  /** The move that leads to the position shown. */
  at: Node = $derived(this.#at ?? this.tree.end)

  protected rules(moves: readonly string[]): Promise<Answer<WotnState>> {
    return wotn.game(this.source.variant, this.source.start, [...moves])
  }

  protected describe(state: WotnState): string {
    const last = state.played.at(-1)
    if (!last) return ''
    return squares.announcement(this.source.sides[last.color === 'w' ? 0 : 1]?.name ?? '', last, state)
  }

  protected eventsOf(state: WotnState): GameEvent[] {
    const last = state.played.at(-1)
    return last ? wotnEvents(last, (kind) => kindOf(kind)?.level ?? 0) : []
  }

  get showsPast(): boolean {
    return this.at !== this.tree.end
  }

  protected forgetPosition(): void {
    this.#at = undefined
  }

  /** The number of moves before the position shown. */
  get ply(): number {
    return this.shown?.played.length ?? this.source.moves.length
  }

  /** The number of the ply before the first move: twice FEN's move number at the start, one more if Black moves first. */
  get firstPly(): number {
    const { state } = this
    return state ? state.moveNumber * 2 + (state.turn === 'b' ? 1 : 0) - state.ply : 2
  }

  /** Shows the position after a move of the tree. */
  async jumpTo(node: Node): Promise<void> {
    if (node === this.tree.end) {
      this.showLast()
      return
    }
    this.#at = node
    await this.show(path(node))
  }

  /** Shows the position after some moves of the game. */
  async showPly(ply: number): Promise<void> {
    let node = this.tree.root
    for (let i = 0; i < ply && node.children[0]; i++) node = node.children[0]
    await this.jumpTo(node)
  }

  async step(to: Step): Promise<void> {
    const { at } = this
    const goal = { first: this.tree.root, previous: at.parent, next: at.children[0], last: lineEnd(at) }[to]
    if (goal) await this.jumpTo(goal)
  }

  /**
   * A premove can be entered: the other side is to move in the position on the board. This is also the case while the rules
   * compute the position after that side's move, so that a selected piece stays selected.
   */
  get mayPremove(): boolean {
    const { source, state } = this
    if (source.premover < 0 || !state || state.outcome.over || this.shown !== state) return false
    return source.premover !== (state.turn === 'w' ? 0 : 1)
  }

  /** The destinations of premoves. */
  destinations: ReadonlyMap<Square, Destination[]> = $derived.by(() => {
    const { state, shown } = this
    if (shown && this.mayMove) return squares.destinations(shown)
    if (!state || !this.mayPremove) return new Map<Square, Destination[]>()
    const color = state.turn === 'w' ? 'b' : 'w'
    return premoves(state, (letter): Choice => squares.choice(letter, color, this.source.variant))
  })

  /** Makes a move on the board, or enters a premove. */
  enter(from: Square, to: Square, promotion: string): void {
    if (this.mayPremove) {
      this.premove = { from, to, promotion }
      return
    }
    const move = this.state && this.mayMove ? squares.moveTo(this.state, from, to, promotion) : undefined
    if (move) void this.submit(move.text)
  }

  /** A move that is not legal was tried: says why, if there is a piece of the side to move. */
  refuse(from: Square, to: Square): void {
    const { source, state } = this
    const before = this.#tried.state === state ? this.#tried.square : ''
    const piece = state && this.mayMove ? triedPiece(state, before, from) : ''
    this.#tried = { state, square: piece }
    if (!piece) this.why = undefined
    void this.explain(async () => {
      if (!piece) return undefined
      const answer = await wotn.illegal(source.variant, source.start, [...source.moves], piece, to)
      return answer.ok && answer.value ? whyOf(answer.value, source.variant) : undefined
    })
  }

  /** The move that waits to be confirmed, as it is shown. */
  get candidateShown(): ShownMove | undefined {
    const move = this.state?.legal.find(({ text }) => text === this.candidate)
    return move && shownMove(move, move.color, this.source.variant, settings.choices.notation)
  }

  protected keepsPremove(more: number): boolean {
    return more === 1
  }

  protected legalPremove({ from, to, promotion }: WotnPremove): string {
    const legal = this.state?.legal.filter((move) => move.from === from && move.to === to) ?? []
    const move = legal.length === 1 ? legal[0] : legal.find((other) => other.promotion === promotion)
    return move?.text ?? ''
  }

  premoveShown({ from, to, promotion }: WotnPremove): ShownMove {
    const squares = `${from}–${to}`
    if (!promotion) return textMove(squares)
    const name = nameOf(promotion, this.source.variant)
    const color = this.source.premover === 1 ? 'b' : 'w'
    const figures = settings.choices.notation === 'figures'
    return {
      parts: [{ text: `${squares} → ` }, figures ? { figure: promotion, color } : { text: name }],
      words: `${squares}, ${name}`,
    }
  }

  /** Returns whose turn it is, in words: `who`'s or, if `yours`, that of the only person at this screen. */
  statusText(who: string, yours: boolean): string {
    if (this.source.thinking) return t('game.thinks', { who })
    const check = (this.state?.check.length ?? 0) > 0
    if (yours) return t(check ? 'match.your-turn.check' : 'match.your-turn')
    return t(check ? 'game.check' : 'game.turn', { who })
  }

  protected droppedText({ from, to }: WotnPremove): string {
    return t('match.premove.dropped', { move: `${from}–${to}` })
  }
}
