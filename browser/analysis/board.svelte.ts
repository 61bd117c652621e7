import type { Step } from '../play/game.svelte.ts'
import { lineEnd, type Node, path, type Tree } from '../play/tree.ts'
import { type Failure, failureOf, wotn } from '../rules/client.ts'
import type { Problem, RecordMove, Variant, WotnState } from '../rules/contract.ts'
import { newId } from '../ui/id.ts'
import { add, type NewMove, nodeAt, place, promote, record, remove, treeOf } from './edit.ts'
import { type SavedAnalysis, savedAnalyses } from './saved.svelte.ts'

/** What is analysed: a game, or a position without moves. */
export interface Subject {
  variant: Variant
  /** '' is the usual start position. */
  start: string
  moves: RecordMove[]
  tags: Record<string, string>
}

/** The tree of an analysis and the position shown. It is saved when it is changed. */
export class AnalysisBoard {
  readonly variant: Variant
  readonly start: string
  readonly tags: Record<string, string>
  tree = $state.raw<Tree>({ all: [], root: undefined as never, end: undefined as never })
  at = $state.raw<Node>(undefined as never)
  /** The position shown, as the rules compute it. */
  state = $state.raw<WotnState | undefined>()
  flipped = $state(false)
  /** '' until the analysis is saved. */
  id = $state('')
  problems = $state.raw<readonly Problem[]>([])
  failure = $state.raw<Failure | undefined>()
  #request = 0

  constructor(subject: Subject | SavedAnalysis, ply = 0) {
    this.variant = subject.variant
    this.start = subject.start
    this.tags = subject.tags
    this.tree = treeOf(subject.moves)
    if ('id' in subject) {
      this.id = subject.id
      this.flipped = subject.flipped
      this.at = nodeAt(this.tree, subject.at)
    } else this.at = nodeAt(this.tree, Array<number>(ply).fill(0))
    void this.show()
  }

  /** The moves that lead to the position shown. */
  get moves(): string[] {
    return path(this.at)
  }

  /** The position shown is `state`, not one before it. */
  get settled(): boolean {
    return this.state?.played.length === this.at.ply
  }

  /** The number of the ply before the first move: twice FEN's move number at the start, one more if Black moves first. */
  get firstPly(): number {
    const { state } = this
    return state ? state.moveNumber * 2 + (state.turn === 'b' ? 1 : 0) - state.ply : 2
  }

  /** Computes the position shown. */
  async show(): Promise<void> {
    const request = ++this.#request
    this.failure = undefined
    try {
      const answer = await wotn.game(this.variant, this.start, this.moves)
      if (request !== this.#request) return
      this.problems = answer.ok ? [] : answer.problems
      if (answer.ok) this.state = answer.value
    } catch (reason) {
      if (request === this.#request) this.failure = failureOf(reason)
    }
  }

  /** Shows the position after a move. */
  jump(node: Node): void {
    if (node === this.at) return
    this.at = node
    void this.show()
  }

  step(to: Step): void {
    const { at } = this
    const goal = { first: this.tree.root, previous: at.parent, next: at.children[0], last: lineEnd(at) }[to]
    if (goal) this.jump(goal)
  }

  /** Plays moves from the position shown. Moves that are not in the tree become a variation. */
  play(moves: readonly NewMove[]): void {
    const size = this.tree.all.length
    let at = this.at
    for (const move of moves) at = add(this.tree, at, move)
    if (this.tree.all.length > size) this.changed()
    this.jump(at)
  }

  /** Moves the variation with the position shown up by one. */
  promote(): void {
    promote(this.tree, this.at)
    this.changed()
  }

  /** Deletes the move shown, with all after it. */
  remove(): void {
    this.at = remove(this.tree, this.at)
    this.changed()
    void this.show()
  }

  flip(): void {
    this.flipped = !this.flipped
    if (this.id) this.save()
  }

  /** The tree has been changed in place: shows and saves it. */
  changed(): void {
    this.tree = { ...this.tree }
    this.save()
  }

  /** Saves the analysis in the browser. */
  save(): void {
    this.id ||= newId()
    const { id, variant, start, tags, flipped } = this
    savedAnalyses().save({
      id,
      changed: 0,
      variant,
      start,
      tags,
      moves: record(this.tree),
      at: place(this.at),
      flipped,
    })
  }

  /** Returns the game as PGN, or the reason why there is none. */
  async pgn(): Promise<string> {
    const moves = record(this.tree)
    const main = moves.map(({ text }) => text)
    const answer = await wotn.write(this.variant, this.start, main, this.tags, moves)
    return answer.ok ? answer.value : answer.problems.map(({ message }) => message).join('\n')
  }
}
