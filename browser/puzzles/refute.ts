/** What an engine in the browser finds after moves in puzzles: the reply to a wrong one with its reason in words, and what right ones win. */
import type { Refutation } from '../learn/lesson.svelte.ts'
import { lancelotRemarkText } from '../play/remarks.ts'
import { type AdviceEngine, adviceEngine, lancelot, review } from '../rules/client.ts'
import type { Answer, LancelotRemark, LessonState, Variant, WotnPV } from '../rules/contract.ts'
import { type Runner, workerRunner } from '../rules/live.ts'
import { harmReasons, type ReviewedTurn } from '../words/advice.ts'
import { turnText } from '../words/notation.ts'
import { wholePercent } from '../words/percent.ts'
import { gainReason, moveName, moveReasons } from '../words/reasons.ts'
import { counted, list, lookUp, sentence, t } from '../words/words.svelte.ts'
import type { Puzzle } from './format.ts'

/** Enough to refute a move, in a second or less. */
const nodes = { wotn: 50_000, lancelot: 20_000 } as const
/** The greatest number of plies of a mate that is played on the board. */
const mostPlies = 5
/** The greatest number of turns that are told after a solved puzzle of Lancelot. */
const mostTurns = 6

/** Facts about a best reply that captures and threatens nothing. */
const quiet = new Set<LancelotRemark['code']>([
  'prevents-target',
  'prevents-target-excalibur',
  'zugzwang',
  'zugzwang-target',
  'saves',
])

export class Refuter {
  #wotn: Runner | undefined
  #lancelot: AdviceEngine | undefined

  /** Returns what follows after the moves of a puzzle, the last of which is wrong. undefined: the game is over, or an engine fails. */
  async find(puzzle: Puzzle, state: LessonState, moves: readonly string[]): Promise<Refutation | undefined> {
    if ((state.wotn ?? state.lancelot)?.outcome.over !== false) return undefined
    try {
      return await (state.wotn ? this.#move(puzzle, state, moves) : this.#turn(puzzle, state, moves))
    } catch {
      // Without an engine the move is still wrong.
      return undefined
    }
  }

  async #move(puzzle: Puzzle, state: LessonState, moves: readonly string[]): Promise<Refutation | undefined> {
    const variant = state.wotn?.variant ?? 'wotn'
    const { start } = puzzle
    const line = whole(puzzle, moves)
    const first = await this.#analyse(variant, start, line)
    const reply = first?.pv[0]
    if (!first || !reply) return undefined
    const pv = first.pv.map(({ text }) => text)
    const better = puzzle.solution.slice(moves.length - 1)
    const facts = valueIn(await review.fault(variant, start, line, pv, better))
    const { mate, wdl } = first
    const allowsMate = Math.max(0, mate)
    const played = allowsMate > 0 && 2 * mate - 1 <= mostPlies ? pv.slice(0, 2 * mate - 1) : [reply.text]
    // The opponent is to move.
    const percent = wholePercent((wdl[2] + wdl[1] / 2) / 1000, state.learner)
    return {
      moves: played,
      reason: () => {
        if (mate < 0) return t('puzzle.wrong.slower', { n: 1 - mate })
        const harm = { seat: state.learner, best: undefined, reply, allowsMate, missesMate: 0, facts }
        const reasons = moveReasons(harm, variant)
        if (reasons.length === 0) reasons.push(t('puzzle.wrong.answer', { move: moveName(reply, variant) }))
        if (puzzle.mate) return [counted('puzzle.wrong.mate', puzzle.mate), ...reasons].join(' ')
        const who = t(state.learner === 0 ? 'color.w' : 'color.b')
        return [...reasons, ...(mate === 0 ? [t('puzzle.wrong.share', { who, percent })] : [])].join(' ')
      },
    }
  }

  async #analyse(variant: Variant, start: string, moves: string[]): Promise<WotnPV | undefined> {
    this.#wotn ??= workerRunner()
    const limits = { multiPV: 1, hash: 4, milliseconds: 0, nodes: nodes.wotn, depth: 0 }
    const watching = { flag: undefined, onpartial: () => {} }
    return valueIn(await this.#wotn.analyse({ variant, start, moves }, limits, watching)).pvs[0]
  }

  /**
   * Returns what follows by the best replies after the moves that solve a puzzle, in sentences: what the solver wins in Way of the
   * Knight, undefined if that is nothing more than what the last one captures; the line of the engine in Lancelot.
   */
  async gain(
    puzzle: Puzzle,
    { wotn: after, lancelot: board, learner }: LessonState,
    moves: readonly string[],
  ): Promise<(() => string) | undefined> {
    if (board?.outcome.over === false) return this.#prospects(puzzle, moves, learner)
    if (after?.outcome.over !== false) return undefined
    const { variant, played } = after
    const { start } = puzzle
    const line = whole(puzzle, moves)
    const pv = (await this.#analyse(variant, start, line))?.pv.map(({ text }) => text) ?? []
    if (pv.length === 0) return undefined
    const { betterGain: gain } = valueIn(await review.fault(variant, start, line, [], [...line.slice(-1), ...pv]))
    if (!gain || gain.wins.length < (played.at(-1)?.captures ? 2 : 1)) return undefined
    return () => gainReason('reason.gain.better', learner, gain, variant)
  }

  async #turn(puzzle: Puzzle, state: LessonState, moves: readonly string[]): Promise<Refutation | undefined> {
    const { start } = puzzle
    const line = whole(puzzle, moves)
    const before = line.slice(0, -1)
    this.#lancelot ??= adviceEngine()
    const limits = { multiPV: 1, hash: 16, milliseconds: 0, nodes: nodes.lancelot, depth: 0 }
    const verdict = valueIn(await this.#lancelot.classify(start, before, line.at(-1) ?? '', limits))
    const { played } = verdict
    const better = { ...verdict.better, turn: puzzle.solution[moves.length - 1] ?? verdict.better.turn }
    // The search of many turns may not have looked beyond this one.
    const answer =
      played.pv[1] ?? valueIn(await this.#lancelot.analyseLancelot(start, line, limits)).candidates[0]?.turn
    const reply = answer === undefined ? undefined : await replyWith(answer, state, start, line)
    const turn: ReviewedTurn = {
      played,
      better,
      remarks: valueIn(await lancelot.explain(start, line)),
      betterRemarks: valueIn(await lancelot.explain(start, [...before, better.turn])),
      answers: [],
      reply,
    }
    return {
      moves: reply ? [reply.turn] : [],
      reason: () => {
        const names = Array.from({ length: state.lancelot?.seats ?? 2 }, (_, seat) => lookUp(`seat.${seat}`))
        // How the others win says more than that they do.
        const harm = harmReasons({ ...turn, played: { ...played, proved: false } }, names)
        const missed = puzzle.target ? [counted('puzzle.wrong.target', puzzle.target)] : []
        const ends = turn.remarks.some(({ code }) => code.startsWith('leaves-target'))
        return [
          ...missed,
          ...harm,
          ...replyFacts(reply?.remarks ?? [], names),
          ...(ends ? [] : [prospect(played, names)]),
        ].join(' ')
      },
    }
  }

  /** Returns how the engine goes on after the turns of a puzzle, what is captured then, and the prospects of the learner. */
  async #prospects(puzzle: Puzzle, moves: readonly string[], learner: number): Promise<() => string> {
    const { start } = puzzle
    const turns = whole(puzzle, moves)
    this.#lancelot ??= adviceEngine()
    const limits = { multiPV: 1, hash: 16, milliseconds: 0, nodes: nodes.lancelot, depth: 0 }
    const { candidates, winShares } = valueIn(await this.#lancelot.analyseLancelot(start, turns, limits))
    const [first] = candidates
    const pv = first?.pv.slice(0, mostTurns) ?? []
    const { played, seats } = valueIn(await lancelot.game(start, [...turns, ...pv], ''))
    const captured = Array<number>(seats).fill(0)
    for (const { seat, captures } of played.slice(turns.length)) {
      captured[seat] = (captured[seat] ?? 0) + captures.length
    }
    const share = winShares[learner] ?? 0
    return () => {
      const who = (seat: number) => lookUp(`seat.${seat}`)
      const counts = captured.flatMap((n, seat) =>
        n > 0 ? [counted('puzzle.line.captures', n, { who: who(seat) })] : [],
      )
      const wins = first?.proved && share === 1000
      return [
        ...(pv.length > 0 ? [t('puzzle.line', { turns: pv.map(turnText).join(', ') })] : []),
        ...(counts.length > 0 ? [sentence(`${list(counts)}.`)] : []),
        wins
          ? t('puzzle.line.wins', { who: who(learner) })
          : t('puzzle.wrong.share', { who: who(learner), percent: wholePercent(share / 1000, learner) }),
      ].join(' ')
    }
  }

  /** Ends the workers. */
  end(): void {
    this.#wotn?.end()
    this.#lancelot?.end()
    this.#wotn = this.#lancelot = undefined
  }
}

/** replyFacts says the first thing that a reply without a capture or a threat does. */
function replyFacts(remarks: readonly LancelotRemark[], names: readonly string[]): string[] {
  const active = ['captures-stones', 'captures-stones-many', 'threatens']
  if (remarks.some(({ code }) => active.includes(code))) return []
  const fact = remarks.find(({ code }) => quiet.has(code))
  return fact ? [lancelotRemarkText(fact, (seat) => names[seat] ?? '')] : []
}

/** prospect says what a turn leaves of the chances of the seat. */
function prospect({ proved, seat, winShares }: ReviewedTurn['played'], names: readonly string[]): string {
  const share = winShares[seat] ?? 0
  const who = names[seat] ?? ''
  if (!proved || share > 0) return t('puzzle.wrong.share', { who, percent: wholePercent(share / 1000, seat) })
  return names.length === 2 ? t('review.turn.loses', { who: names[1 - seat] ?? '' }) : t('review.turn.loses.several')
}

async function replyWith(turn: string, { lancelot: board }: LessonState, start: string, line: string[]) {
  return { turn, by: board?.toAct ?? 0, remarks: valueIn(await lancelot.explain(start, [...line, turn])) }
}

/** The moves from the start of a puzzle. */
const whole = ({ previous }: Puzzle, moves: readonly string[]) => [...(previous ? [previous] : []), ...moves]

function valueIn<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.problems[0]?.message)
  return answer.value
}
