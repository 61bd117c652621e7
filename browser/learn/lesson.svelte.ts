import type { Shape } from '../board/props.ts'
import { type GameEvent, lancelotEvents, play as playSounds, wotnEvents } from '../play/events.ts'
import { hintShapes, hintText } from '../play/hint.ts'
import { triedPiece, type Why, whyNotTurn, whyOf } from '../play/illegal.ts'
import * as lancelotBoard from '../play/lancelotboard.ts'
import { essential, lancelotRemarkText, wotnRemarkText } from '../play/remarks.ts'
import * as squares from '../play/wotnboard.ts'
import { type Failure, failureOf, lancelot, lessons, wotn } from '../rules/client.ts'
import type {
  Answer,
  LancelotRemark,
  LancelotStep,
  LessonExercise,
  LessonState,
  Problem,
  WotnRemark,
  WotnState,
} from '../rules/contract.ts'
import { type Player, person } from '../saved/game.ts'
import type { LessonGame } from '../saved/lessongame.svelte.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { settings } from '../ui/settings.svelte.ts'
import { kindOf } from '../words/kinds.svelte.ts'
import { spokenTurn } from '../words/notation.ts'
import { counted, lookUp, t } from '../words/words.svelte.ts'
import type { Exercise } from './format.ts'
import { MiniHints } from './minihints.ts'
import { failureText } from './reasons.ts'

/**
 * Milliseconds before a reply or a refutation is played, so that the learner sees both moves; less for people who have chosen
 * faster animations, or none.
 */
const pauses = { normal: 700, fast: 350, off: 50 } as const

/** The same in a run of puzzles, which is about speed. */
const quickPauses = { normal: 150, fast: 80, off: 0 } as const

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const pause = () => wait(pauses[settings.choices.animation])

/** quickPause waits until a move in a run of puzzles was seen; not at all if the system reduces motion. */
export function quickPause(): Promise<void> {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  return wait(reduced ? 0 : quickPauses[settings.choices.animation])
}

/** A move of the computer: the state after it, and the remarks of the rules about it. */
interface Reply {
  state: LessonState
  remarks: readonly (WotnRemark | LancelotRemark)[]
}

/** The moves that follow a wrong one on the board, the opponent's first, and why it was wrong. */
export interface Refutation {
  moves: readonly string[]
  reason: () => string
}

export interface LessonParts {
  /** Returns a text of the exercise: the `task`, what is said when it is `done`, and those of explained wrong moves. */
  text: (key: string) => string
  /** Where the moves of a mini-game are kept. */
  kept?: LessonGame
  /** Finds what follows a wrong move, instead of the rules. `moves` are those from the start of the exercise. */
  refute?: (state: LessonState, moves: readonly string[]) => Promise<Refutation | undefined>
  /** It is part of a run of puzzles: replies come at once, and its end is neither explained nor announced. */
  quick?: boolean
}

/** An exercise on screen. */
export class Lesson {
  readonly exercise: Exercise
  readonly game: 'wotn' | 'lancelot'
  readonly #text: LessonParts['text']
  /** The moves played, replies included. */
  moves = $state.raw<readonly string[]>([])
  /** The state on the board, which may be that of a refutation. */
  shown = $state.raw<LessonState | undefined>()
  /** Whether the learner has solved the exercise or made a mistake. */
  status = $state<LessonState['status']>('open')
  /** Returns the text about the last move, in the language that is chosen then. */
  #feedback = $state.raw<() => string>(() => '')
  /** The first part of an Excalibur turn, or ''. */
  pending = $state('')
  /** The learner has chosen an Excalibur turn. */
  armed = $state(false)
  /** The solution was played on the board. */
  revealed = $state(false)
  /** What follows a wrong move is computed or played. */
  refuting = $state(false)
  /** The steps of the hint shown: 0 none, 1 the piece or line, 2 the move. */
  hinted = $state(0)
  /** The address of the rule that the last mistake is about, or ''. */
  rule = $state('')
  /** A good move, or ''. */
  hint = $state('')
  /** A hint is computed. */
  finding = $state(false)
  /** Why the move that was tried last is not legal. */
  why = $state.raw<Why | undefined>()
  /** The computer's moves since the learner's last one in a mini-game. */
  replies = $state.raw<readonly Reply[]>([])
  /** Something is computed or played. */
  busy = $state(false)
  failure = $state.raw<Failure | undefined>()
  problems = $state.raw<readonly Problem[]>([])
  /** The mistakes, take-backs and hints since the exercise was opened or last solved, which cost stars. */
  faults = $state(0)
  /** Called when the exercise is solved, and when `faults` has grown. */
  onsolved: (moves: number) => void = () => {}
  /** Called when a right move of the learner has not solved the exercise yet, with the number of them. */
  onright: (moves: number) => void = () => {}
  onfault: () => void = () => {}
  /** The square of the piece that was tried last in this position, or ''. */
  #tried = ''
  /** The number of the last request; later parts of earlier ones are dropped. */
  #request = 0
  readonly #kept: LessonParts['kept']
  readonly #refuter: LessonParts['refute']
  readonly #miniHints: MiniHints | undefined
  readonly #quick: boolean

  constructor(game: 'wotn' | 'lancelot', exercise: Exercise, { text, kept, refute, quick = false }: LessonParts) {
    this.game = game
    this.#kept = kept
    this.#refuter = refute
    this.#quick = quick
    this.exercise = exercise
    this.#text = text
    if (this.miniGame) this.#miniHints = new MiniHints(this.#forRules)
  }

  /** The text about the last move. */
  get feedback(): string {
    return this.#feedback()
  }

  /** A game against the computer. */
  get miniGame(): boolean {
    return this.exercise.engine !== undefined
  }

  get mayMove(): boolean {
    return this.status === 'open' && !this.busy && this.shown !== undefined && !this.newer
  }

  /** Another tab has continued this mini-game. */
  get newer(): boolean {
    return this.miniGame && this.status === 'open' && this.#kept?.newer === true
  }

  /** Shows the mini-game as the other tab has stored it. */
  loadNewer(): Promise<void> {
    return this.start(this.#kept?.load())
  }

  /** The side or seat of the learner. */
  get learner(): number {
    return this.shown?.learner ?? 0
  }

  /** The seats of Lancelot, which have no names in an exercise. */
  get players(): Player[] {
    return playersOf(this.shown?.lancelot?.seats ?? 2)
  }

  /** Whether a first action of the turn can be followed by a second one. */
  get mayUseExcalibur(): boolean {
    const state = this.shown?.lancelot
    if (!this.mayMove || !state || state.phase !== 'turn') return false
    return this.pending !== '' || (state.excaliburSquares.length > 0 && (state.excaliburTurns[state.toAct] ?? false))
  }

  /** Starts the exercise, or a mini-game where it was left. */
  async start(moves: readonly string[] = []): Promise<void> {
    this.moves = moves
    this.status = 'open'
    this.revealed = this.refuting = false
    this.#feedback = () => ''
    this.#forgetTurn()
    this.replies = []
    await this.#run(async (request) => {
      const state = await this.#state(moves, [])
      if (!state || request !== this.#request) return
      this.shown = state
      this.status = state.status
      if (this.miniGame) await this.#recall(moves, request)
      if (request === this.#request) await this.#goOn(state, request, '')
    })
  }

  /** Starts again. Only after a success the new try is without faults. */
  retry(): Promise<void> {
    if (this.status === 'solved') this.faults = 0
    announcer.say(this.#text('task'))
    return this.start()
  }

  /** Takes the learner's last move of a mini-game back. */
  async takeBack(): Promise<void> {
    let moves = this.moves.slice(0, -1)
    // A mistake that ended the exercise counts already.
    if (this.status === 'open') this.#fault()
    await this.#run(async () => {
      while (moves.length > 0 && (await this.#state(moves, []))?.engineMoves) moves = moves.slice(0, -1)
    })
    this.#kept?.keep(moves)
    await this.start(moves)
  }

  leave(): void {
    this.#request++
    this.#miniHints?.end()
  }

  /** Plays a move of the learner. */
  async play(move: string): Promise<void> {
    if (!this.mayMove) return
    this.#forgetTurn()
    this.#miniHints?.leave()
    this.replies = []
    await this.#run((request) => this.#play(move, request))
  }

  async #play(move: string, request: number, said = '', reply = false): Promise<void> {
    const moves = [...this.moves, move]
    const state = await this.#state(moves, [])
    if (!state || request !== this.#request) return
    if (reply && this.miniGame) {
      await this.#remember(state, moves)
      if (request !== this.#request) return
    }
    this.moves = moves
    this.shown = state
    if (this.miniGame) this.#kept?.keep(state.status === 'open' ? moves : [])
    playSounds(this.#events(state))
    await this.#goOn(state, request, [said, this.#describe(state)].filter(Boolean).join('. '))
  }

  /** Continues after a move: with a reply, the refutation or the end. `said` is announced. */
  async #goOn(state: LessonState, request: number, said: string): Promise<void> {
    if (this.#quick && state.status !== 'open') {
      this.status = state.status
      if (state.status === 'solved') this.onsolved(state.moves)
      else this.#fault()
    } else if (state.status === 'solved') {
      playSounds([{ kind: 'win' }])
      this.#end('solved', () => this.#text('done'), said)
      this.onsolved(state.moves)
    } else if (state.status === 'failed') {
      this.#fault()
      this.rule = ''
      this.refuting = true
      const found = await this.#refuter?.(state, this.moves)
      if (request !== this.#request) return
      const { moves, reason } = found ?? { moves: state.refutation, reason: () => this.#reason(state) }
      if (!found && state.wrong < 0 && state.fact === 'weak-victim') this.rule = 'rules/wotn#p4.1'
      const refuted = await this.#playExtra(moves, request)
      if (request === this.#request) this.#end('failed', reason, [said, refuted].filter(Boolean).join('. '))
    } else if (state.next || state.engineMoves) {
      this.onright(state.moves)
      const [reply] = await Promise.all([
        state.next || this.#answer(lessons.reply(this.#forRules, [...this.moves])),
        this.#quick ? quickPause() : pause(),
      ])
      if (reply && request === this.#request) await this.#play(reply, request, said, true)
    } else {
      this.#miniHints?.prepare(this.moves)
      if (said) announcer.say(said)
    }
  }

  /** Keeps the replies that end the moves of a mini-game, which was left, with the remarks about them. */
  async #recall(moves: readonly string[], request: number): Promise<void> {
    let first = moves.length
    while (first > 0 && (await this.#state(moves.slice(0, first - 1), []))?.engineMoves) first--
    for (let n = first + 1; n <= moves.length; n++) {
      const played = moves.slice(0, n)
      const state = await this.#state(played, [])
      if (!state || request !== this.#request) return
      await this.#remember(state, played)
      if (request !== this.#request) return
    }
  }

  /** Keeps a reply of the computer with the remarks of the rules about it. */
  async #remember(state: LessonState, moves: readonly string[]): Promise<void> {
    const { exercise } = this
    const answer = state.wotn
      ? await wotn.explain(exercise.variant ?? 'wotn', exercise.position, [...moves])
      : await lancelot.explain(exercise.position, [...moves])
    this.replies = [...this.replies, { state, remarks: answer.ok ? answer.value : [] }]
  }

  /** Plays a refutation on the board and returns it in words. */
  async #playExtra(moves: readonly string[], request: number): Promise<string> {
    const texts: string[] = []
    for (let n = 1; n <= moves.length; n++) {
      const [after] = await Promise.all([this.#state(this.moves, moves.slice(0, n)), pause()])
      if (!after || request !== this.#request) return ''
      this.shown = after
      playSounds(this.#events(after))
      texts.push(this.#describe(after))
    }
    return texts.join('. ')
  }

  #end(status: 'solved' | 'failed', feedback: () => string, said: string): void {
    this.status = status
    this.refuting = false
    this.#feedback = feedback
    announcer.say(
      [said, t(this.revealed ? 'learn.revealed' : `learn.${status}`), feedback()].filter(Boolean).join('. '),
    )
  }

  /** Why the last move was wrong, in a sentence. */
  #reason(state: LessonState): string {
    const wrong = this.exercise.wrong?.[state.wrong]
    if (wrong) return this.#text(wrong.text)
    return failureText(state)
  }

  /** Plays the solution on the board: what is left of it, or all after a mistake. */
  async showSolution(): Promise<void> {
    const { solution } = this.exercise
    if (this.status !== 'failed' && !this.mayMove) return
    const played = this.status === 'failed' ? 0 : this.moves.length
    this.#fault()
    this.#forgetTurn()
    this.status = 'open'
    await this.#run(async (request) => {
      const texts: string[] = []
      for (let n = played; n <= solution.length; n++) {
        const [state] = await Promise.all([this.#state(solution.slice(0, n), []), n > played && pause()])
        if (!state || request !== this.#request) return
        this.moves = solution.slice(0, n)
        this.shown = state
        if (n === played) continue
        playSounds(this.#events(state))
        texts.push(this.#describe(state))
      }
      this.revealed = true
      this.#end('solved', () => this.#text('done'), texts.join('. '))
    })
  }

  /** Shows the next step of the hint. */
  async showHint(): Promise<void> {
    if (!this.mayMove) return
    if (this.hinted === 0 && !(await this.#findHint())) return
    this.why = undefined
    this.hinted = this.hint ? Math.min(2, this.hinted + 1) : 2
    announcer.say(this.hintText)
  }

  /** Finds a good move, if there is one. Returns false after a failure, or if the learner started again meanwhile. */
  async #findHint(): Promise<boolean> {
    let found = false
    this.finding = true
    await this.#run(async (request) => {
      const hint = await this.#answer(
        this.#miniHints?.find(this.moves) ?? lessons.hint(this.#forRules, [...this.moves]),
      )
      if (hint === undefined || request !== this.#request) return
      this.hint = hint
      this.finding = false
      if (hint) this.#fault()
      found = true
    })
    return found
  }

  /** The hint in words, or ''. */
  get hintText(): string {
    const { hint, hinted, shown } = this
    if (hinted === 0) return ''
    if (!hint) return t('learn.hint.none')
    return hintText(shown ?? {}, hint, hinted)
  }

  /** The drawings on the board: the marks of the exercise before the first move, and the hint. */
  get shapes(): Shape[] {
    const { hint, hinted, shown, moves, exercise } = this
    const marks = moves.length === 0 ? shapesOf(exercise.marks ?? []) : []
    return [...marks, ...hintShapes(shown ?? {}, hint, hinted)]
  }

  /** The computer's last moves in words, with what they do. */
  get replyTexts(): string[] {
    return this.replies.map(({ state, remarks }) => {
      const variant = state.wotn?.variant ?? 'wotn'
      const sentences = essential(remarks).map((remark) =>
        'lines' in remark
          ? lancelotRemarkText(remark, (seat) => lookUp(`seat.${seat}`))
          : wotnRemarkText(remark, variant),
      )
      return [`${this.#describe(state)}.`, ...sentences].join(' ')
    })
  }

  /** A move was tried that is not legal: says why. `from` is '' for stones. */
  async refuse(from: string, to: string): Promise<void> {
    const { shown } = this
    this.why = undefined
    let why: Why | undefined
    if (shown && this.mayMove) {
      try {
        why = await this.#whyNot(shown, from, to)
      } catch {
        // The next call of the rules reports the failure.
      }
      if (this.shown !== shown) return
    }
    this.why = why
    announcer.say(why?.text ?? t('board.illegal'))
  }

  async #whyNot({ wotn: game, lancelot: board }: LessonState, from: string, to: string): Promise<Why | undefined> {
    if (game) {
      const piece = triedPiece(game, this.#tried, from)
      this.#tried = piece
      if (!piece) return undefined
      const answer = await wotn.illegal(game.variant, game.position, [], piece, to)
      return answer.ok && answer.value ? whyOf(answer.value, game.variant) : undefined
    }
    if (!board) return undefined
    const excalibur =
      from !== '' || board.phase === 'place-excalibur' || (this.pending !== '' && !this.pending.startsWith('X'))
    const action = excalibur ? `X${to}` : to
    const answer =
      excalibur && !this.pending && board.phase === 'turn'
        ? await lancelot.game(board.position, [], action)
        : await lancelot.game(board.position, [this.pending ? `${this.pending},${action}` : action], '')
    const problem = answer.ok ? undefined : answer.problems[0]
    return problem && whyNotTurn(problem)
  }

  /** Chooses or cancels an Excalibur turn. */
  async arm(armed: boolean): Promise<void> {
    this.armed = armed
    await this.#setPending('')
  }

  /** Places a stone or Excalibur. */
  async put(square: string): Promise<void> {
    const state = this.shown?.lancelot
    if (!state || !this.mayMove) return
    if (state.phase === 'place-excalibur') await this.play(`X${square}`)
    else if (this.pending) await this.play(`${this.pending},${this.pending.startsWith('X') ? square : `X${square}`}`)
    else if (this.armed) await this.#setPending(square)
    else await this.play(square)
  }

  /** Starts an Excalibur turn by moving Excalibur. */
  async liftTo(square: string): Promise<void> {
    if (this.mayMove && !this.pending) await this.#setPending(`X${square}`)
  }

  async #setPending(pending: string): Promise<void> {
    this.pending = pending
    await this.#run(async (request) => {
      const state = await this.#state(this.moves, [], pending)
      if (state && request === this.#request) this.shown = state
    })
  }

  #fault(): void {
    this.faults++
    this.onfault()
  }

  #forgetTurn(): void {
    this.pending = ''
    this.armed = false
    this.hinted = 0
    this.finding = false
    this.hint = ''
    this.why = undefined
    this.#tried = ''
  }

  /** The exercise as an argument of the rules, without proxies and the fields of the page. */
  get #forRules(): LessonExercise {
    const { id: _, marks: __, chess: ___, ...plain } = this.exercise
    return { ...plain, game: this.game }
  }

  async #state(moves: readonly string[], extra: readonly string[], pending = ''): Promise<LessonState | undefined> {
    return this.#answer(lessons.state(this.#forRules, [...moves], [...extra], pending))
  }

  async #answer<T>(asked: Promise<Answer<T>>): Promise<T | undefined> {
    const answer = await asked
    if (answer.ok) return answer.value
    this.problems = answer.problems
    return undefined
  }

  async #run(work: (request: number) => Promise<void>): Promise<void> {
    const request = ++this.#request
    this.busy = true
    this.failure = undefined
    this.problems = []
    try {
      await work(request)
    } catch (reason) {
      if (request === this.#request) this.failure = failureOf(reason)
    } finally {
      if (request === this.#request) this.busy = this.finding = this.refuting = false
    }
  }

  #events(state: LessonState): GameEvent[] {
    const move = state.wotn?.played.at(-1)
    if (move) return wotnEvents(move, (kind) => kindOf(kind)?.level ?? 0)
    const step = state.lancelot?.played.at(-1)
    return step ? lancelotEvents(step) : []
  }

  /** The last move in words. */
  #describe({ wotn, lancelot }: LessonState): string {
    if (wotn) return describeMove(wotn)
    const step = lancelot?.played.at(-1)
    return step && lancelot ? describeTurn(step, lancelot.seats) : ''
  }
}

function playersOf(seats: number): Player[] {
  return Array.from({ length: seats }, () => person())
}

function describeMove(state: WotnState): string {
  const move = state.played.at(-1)
  return move ? squares.announcement(t(`color.${move.color}`), move, state) : ''
}

function describeTurn(step: LancelotStep, seats: number): string {
  const turn = t('lancelot.announce.turn', { who: lookUp(`seat.${step.seat}`), turn: spokenTurn(step.text) })
  if (step.captures.length === 0) return turn
  const stones = lancelotBoard.stones(playersOf(seats), step.captures)
  return [turn, counted('lancelot.announce.captures', step.captures.length, { stones })].join(', ')
}

/** shapesOf returns marks ("e4", "e2 e4 red") as shapes of the board. */
function shapesOf(marks: readonly string[]): Shape[] {
  const brushes = ['green', 'red', 'blue', 'yellow'] as const
  return marks.map((mark) => {
    const words = mark.split(' ')
    const brush = brushes.find((color) => color === words.at(-1)) ?? 'green'
    const [from = '', to] = words.filter((word) => word !== brush)
    return { from, to: to ?? from, brush }
  })
}
