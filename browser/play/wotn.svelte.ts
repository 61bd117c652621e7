import { type Opponent, wotn } from '../rules/client.ts'
import type { Answer, Color, WotnMove, WotnState } from '../rules/contract.ts'
import type { Player, SavedWotn, Series } from '../saved/game.ts'
import { announcer } from '../ui/announce.svelte.ts'
import { other, playerOf, sideName } from './players.ts'
import { Table } from './table.svelte.ts'
import { grow, lineEnd, type Node, path, type Tree } from './tree.ts'
import { spoken } from './wotnboard.ts'

/** A game of Way of the Knight on screen, with a place in it that is looked at. */
export class WotnTable extends Table<SavedWotn, WotnState> {
  /** The position looked at; the game's own, unless somebody looks back or into a variation. */
  shown = $state.raw<WotnState | undefined>()
  tree: Tree = $derived(grow(this.game?.played ?? [], this.saved.notes))
  #at = $state.raw<Node | undefined>()
  at: Node = $derived(this.#at ?? this.tree.end)
  #looks = 0
  /** Raised whenever this game begins again. */
  round = $state(0)

  protected ask(): Promise<Answer<WotnState>> {
    return wotn.game(this.saved.variant, this.saved.start, this.saved.moves)
  }

  protected consider({ milliseconds, level }: Player, opponent: Opponent) {
    return opponent.think(this.saved.variant, this.saved.start, this.saved.moves, milliseconds, level)
  }

  /** White is seat 0. */
  protected actor(n: number): number | undefined {
    const { game } = this
    if (!game) return undefined
    const now = game.turn === 'w' ? 0 : 1
    return (game.ply - n) % 2 === 0 ? now : 1 - now
  }

  playerAt(seat: number): Player | undefined {
    return playerOf(this.saved, seat === 0 ? 'w' : 'b')
  }

  protected arrived(_: WotnState | undefined, more: number): void {
    const { game } = this
    if (!game) return
    this.#at = undefined
    this.#looks++
    this.shown = game
    const last = game.played.at(-1)
    if (more === 1 && last) announcer.say(this.describe(last, game))
  }

  describe(move: WotnMove, game: WotnState): string {
    return spoken(sideName(this.saved, this.colorOf(game.ply - 1, game)), move, game)
  }

  /** Who makes the move after so many others. */
  colorOf(ply: number, game: WotnState): Color {
    return (game.ply - ply) % 2 === 0 ? game.turn : game.turn === 'w' ? 'b' : 'w'
  }

  /** The number that FEN counts for the move after `ply` others, from the start of the game. */
  get firstHalfMove(): number {
    const { game } = this
    return game ? game.moveNumber * 2 + (game.turn === 'b' ? 1 : 0) - game.ply : 2
  }

  get looking(): boolean {
    return this.at !== this.tree.end
  }

  get mayMove(): boolean {
    return this.mine && !this.looking && this.shown === this.game
  }

  /** Shows the position after a move of the tree. */
  async look(node: Node): Promise<void> {
    const look = ++this.#looks
    this.#at = node === this.tree.end ? undefined : node
    if (!this.#at) {
      this.shown = this.game
      return
    }
    const answer = await wotn.game(this.saved.variant, this.saved.start, path(node))
    if (look === this.#looks && answer.ok) this.shown = answer.value
  }

  step(to: 'first' | 'previous' | 'next' | 'last'): Promise<void> {
    const { at } = this
    const goal = { first: this.tree.root, previous: at.parent, next: at.children[0], last: lineEnd(at) }[to]
    return goal ? this.look(goal) : Promise.resolve()
  }

  override async restart(): Promise<void> {
    this.round++
    await super.restart()
  }

  /** Beyond the moves that stay, notes belong to nothing any more. */
  override async change(fields: Partial<SavedWotn>): Promise<void> {
    const { moves } = fields
    const notes = moves ? this.saved.notes.slice(0, moves.length) : this.saved.notes
    await super.change({ notes, ...fields })
  }

  /** Who has White in the next game, and how the series then stands. */
  async next(): Promise<{ series: Series; white: 0 | 1 }> {
    const { series, white } = this.saved
    const { winners } = this.result ?? { winners: [] }
    const winner = winners.length !== 1 ? -1 : winners[0] === 0 ? white : other(white)
    const next = await wotn.next(series.points, white, winner)
    const won: [number, number] = [...series.won]
    if (winner >= 0) won[winner as 0 | 1]++
    const drawn = series.drawn + (winner < 0 ? 1 : 0)
    return { series: { points: next.points, won, drawn }, white: next.white }
  }
}
