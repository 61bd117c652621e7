import type { Step } from '../play/game.svelte.ts'
import type { ShownMove } from '../play/notation.ts'
import { lineEnd, type Node, path, type Tree } from '../play/tree.ts'
import { type Failure, failureOf } from '../rules/client.ts'
import type { Answer, AnyVariant, Evaluation, Outcome, Problem, RecordMove } from '../rules/contract.ts'
import { newId } from '../ui/id.ts'
import type { Game } from '../ui/route.svelte.ts'
import { gameOf } from './address.ts'
import { add, canDemote, demote, type NewMove, nodeAt, place, promote, record, remove, treeOf } from './edit.ts'
import { withEvaluation } from './evals.ts'
import { type Origin, type SavedAnalysis, savedAnalyses } from './saved.svelte.ts'

/** Subject is the analysed game, or a position without moves. */
export interface Subject {
  variant: AnyVariant
  /** '' is the usual start position. */
  start: string
  moves: RecordMove[]
  tags: Record<string, string>
  /** The comments on the start position of a game without moves. Others are kept with the first move. */
  comments?: readonly string[]
}

/** Shown has the common fields of the states of both games. */
export interface Shown {
  position: string
  played: readonly { text: string }[]
  outcome: Outcome
}

/** The moves of a tree. If there are none, `comments` are those on the start position. */
type Content = Pick<Subject, 'moves' | 'comments'>

/** A change of the tree: its content before and after it, and the moves shown then. */
interface Change {
  before: Content
  from: number[]
  after: Content
  to: number[]
  /** Changes in a row with the same step, such as those of a comment while it is typed, are taken back together. */
  step?: object | undefined
}

/** The greatest number of changes that can be taken back. */
const mostUndo = 100

/** The tree of an analysis and the position shown. It is saved when it is changed. */
export abstract class AnalysisBoard<S extends Shown> {
  readonly variant: AnyVariant
  readonly start: string
  readonly tags: Record<string, string>
  /** The game of a match that the analysis began with. */
  match: Origin | undefined
  tree = $state.raw<Tree>({ all: [], root: undefined as never, end: undefined as never })
  at = $state.raw<Node>(undefined as never)
  /** The position shown, as the rules compute it. */
  state = $state.raw<S | undefined>()
  flipped = $state(false)
  /** The side or seat that the person at this screen has played, -1 for none. */
  own = $state(-1)
  /** '' until the analysis is saved. */
  id = $state('')
  problems = $state.raw<readonly Problem[]>([])
  failure = $state.raw<Failure | undefined>()
  #request = 0
  /** The changes that can be taken back, those that were taken back, and the content as it is. */
  #past: Change[] = []
  #future: Change[] = []
  #now: Content
  canUndo = $state(false)
  canRedo = $state(false)
  /** The key of the review kept in this browser; '' without one. */
  reviewed = ''
  /** Saves the analysis somewhere else, such as in a study; undefined to save it in this browser. */
  saveElsewhere: ((saved: SavedAnalysis) => void) | undefined

  constructor(subject: Subject | SavedAnalysis, ply = 0) {
    this.variant = subject.variant
    this.start = subject.start
    this.tags = subject.tags
    this.tree = treeOf(subject.moves, subject.comments)
    if ('id' in subject) {
      this.id = subject.id
      this.flipped = subject.flipped
      this.match = subject.match
      this.reviewed = subject.reviewed ?? ''
      this.at = nodeAt(this.tree, subject.at)
    } else this.at = nodeAt(this.tree, Array<number>(ply).fill(0))
    this.#now = this.#content
    this.state = this.usual(this.moves)
    // The fields of the derived class exist only after this constructor.
    if (!this.state) queueMicrotask(() => void this.show())
  }

  /** Returns the state after moves from the start if it is known before the rules are loaded, as at the usual start; else undefined. */
  abstract usual(moves: readonly string[]): S | undefined

  /** Returns the state after moves from the start. */
  abstract load(moves: readonly string[]): Promise<Answer<S>>

  /** Returns the game as text: PGN, or a record of Lancelot. `comments` are those of a game without moves. */
  protected abstract write(moves: RecordMove[], comments: readonly string[]): Promise<Answer<string>>

  /** Returns a move in words, of the side or seat that plays it. */
  abstract words(move: NewMove, seat: number): string

  /** Returns the number before a move: "12." or "12…". */
  abstract numbered(node: Node): string

  /** Returns the move of a node in the chosen notation. */
  abstract moveShown(node: Node): ShownMove

  /** The names of the sides or seats. */
  abstract readonly names: readonly string[]

  get game(): Game {
    return gameOf(this.variant)
  }

  /** The moves that lead to the position shown. */
  get moves(): string[] {
    return path(this.at)
  }

  /** Returns the nodes of moves from the start, up to the first one that is not in the tree. */
  line(moves: readonly string[]): Node[] {
    const nodes: Node[] = []
    let at: Node | undefined = this.tree.root
    for (const move of moves) {
      at = at.children.find(({ text }) => text === move)
      if (!at) break
      nodes.push(at)
    }
    return nodes
  }

  /** The moves of the main line. */
  get mainLine(): string[] {
    const moves: string[] = []
    for (let at = this.tree.root.children[0]; at; at = at.children[0]) moves.push(at.text)
    return moves
  }

  /** Whether `state` is that of the position shown; it is still an earlier one while the rules compute. */
  get settled(): boolean {
    return this.state?.played.length === this.at.ply
  }

  /** Computes the position shown. */
  async show(): Promise<void> {
    const request = ++this.#request
    this.failure = undefined
    const usual = this.usual(this.moves)
    if (usual) {
      this.problems = []
      this.state = usual
      return
    }
    try {
      const answer = await this.load(this.moves)
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
    const { at } = this
    const from = place(at)
    const size = this.tree.all.length
    for (const move of moves) this.at = add(this.tree, this.at, move)
    if (this.tree.all.length > size) this.#changed(from)
    if (this.at !== at) void this.show()
  }

  /** Moves the variation with the position shown up by one. */
  promote(): void {
    const from = place(this.at)
    promote(this.tree, this.at)
    this.#changed(from)
  }

  /** Whether the variation shown can be moved down among its siblings. */
  get canDemote(): boolean {
    return canDemote(this.at)
  }

  demote(): void {
    const from = place(this.at)
    demote(this.tree, this.at)
    this.#changed(from)
  }

  /** Deletes the move shown, with all after it. */
  remove(): void {
    if (!this.at.parent) return
    const from = place(this.at)
    this.at = remove(this.tree, this.at)
    this.#changed(from)
    void this.show()
  }

  flip(): void {
    this.flipped = !this.flipped
    if (this.id) this.save()
  }

  /** The tree has been changed in place, where `from` was shown: shows and saves it. */
  #changed(from: number[], step?: object): void {
    // A copy: changes replace the lists of a node, but change its children in place.
    const after = this.#content
    const last = this.#past.at(-1)
    if (step && last?.step === step) Object.assign(last, { after, to: place(this.at) })
    else this.#past.push({ before: this.#now, from, after, to: place(this.at), step })
    if (this.#past.length > mostUndo) this.#past.shift()
    this.#future = []
    this.#now = after
    this.tree = { ...this.tree }
    this.#stepped()
  }

  /** Takes back the last change of the tree, and shows where it was made. */
  undo(): void {
    const change = this.#past.pop()
    if (!change) return
    this.#future.push(change)
    this.#show(change.before, change.from)
  }

  /** Makes the change again that was taken back last. */
  redo(): void {
    const change = this.#future.pop()
    if (!change) return
    this.#past.push(change)
    this.#show(change.after, change.to)
  }

  #show(content: Content, at: number[]): void {
    this.#now = content
    this.tree = treeOf(content.moves, content.comments)
    this.at = nodeAt(this.tree, at)
    this.#stepped()
    void this.show()
  }

  #stepped(): void {
    this.canUndo = this.#past.length > 0
    this.canRedo = this.#future.length > 0
    this.save()
  }

  get #content(): Content {
    const { after } = this.tree.root
    return { moves: record(this.tree), ...(after.length > 0 && { comments: after }) }
  }

  /** The comments on the position shown. */
  get comments(): readonly string[] {
    void this.tree
    return this.commentsOn(this.at)
  }

  /** Returns the comments on the position after a node. Those on the start position are before the first move, if there is one. */
  commentsOn(node: Node): readonly string[] {
    return node.parent ? node.after : (node.children[0]?.before ?? node.after)
  }

  /**
   * Replaces the comments on a position, the one shown unless there is a `node`. Comments in a row with the same `step` are
   * taken back together.
   */
  comment(comments: string[], node = this.at, step?: object): void {
    // An undo replaces all nodes.
    if (!this.tree.all.includes(node)) return
    const [first] = node.children
    if (!node.parent && first) first.before = comments
    else node.after = comments
    this.#changed(place(node), step)
  }

  /** Replaces the NAGs of the move shown. */
  setNAGs(nags: number[]): void {
    if (!this.at.parent) return
    this.at.nags = nags
    this.#changed(place(this.at))
  }

  /** The analysis as it is saved. */
  get saved(): SavedAnalysis {
    const { id, variant, start, tags, flipped, match, reviewed } = this
    const saved = { id, changed: 0, variant, start, tags, ...this.#content, at: place(this.at), flipped }
    return { ...saved, ...(match && { match }), ...(reviewed && { reviewed }) }
  }

  /** A review of the moves has been kept in this browser. */
  noteReview(key: string): void {
    if (key === this.reviewed) return
    this.reviewed = key
    if (this.id && !this.saveElsewhere) this.save()
  }

  /** Saves the analysis, in the browser unless it is saved elsewhere. */
  save(): void {
    this.id ||= newId()
    if (this.saveElsewhere) this.saveElsewhere(this.saved)
    else savedAnalyses().save(this.saved)
  }

  /** The evaluation of a position by a review, which the text of the game contains. */
  evaluation: (node: Node) => Evaluation | undefined = () => undefined

  /** Returns the moves with the evaluations of a review in their comments. */
  get #evaluated(): RecordMove[] {
    return record(this.tree, (node) => {
      const evaluation = this.evaluation(node)
      return evaluation ? withEvaluation(node.after, evaluation) : node.after
    })
  }

  /** The analysis with the evaluations of a review in its comments. */
  get evaluated(): SavedAnalysis {
    return { ...this.saved, moves: this.#evaluated }
  }

  /** Returns the game as text, with the evaluations of a review, or the reason why there is none. */
  async text(): Promise<string> {
    const answer = await this.write(this.#evaluated, this.tree.root.after)
    return answer.ok ? answer.value : answer.problems.map(({ message }) => message).join('\n')
  }
}
