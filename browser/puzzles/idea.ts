/** What the moves that solve a puzzle do, in the words of the rules. */
import { lancelotRemarkText, wotnRemarkText } from '../play/remarks.ts'
import { lancelot, wotn } from '../rules/client.ts'
import type { Answer, LancelotRemark, WotnRemark } from '../rules/contract.ts'
import { turnText } from '../words/notation.ts'
import { moveName } from '../words/reasons.ts'
import { lookUp } from '../words/words.svelte.ts'
import type { Puzzle } from './format.ts'

/** A move of the solver. The functions use the language that is chosen then. */
export interface Idea {
  move: () => string
  facts: () => string[]
}

/** What the opponent could do after the move says nothing about why it is good, and the page shows the captured stones. */
const others = new Set<string>([
  'leaves',
  'too-weak',
  'leaves-target',
  'leaves-target-excalibur',
  'threatened',
  'remaining',
] satisfies (WotnRemark | LancelotRemark)['code'][])

/** The largest number of sentences about the only move, and about each one of several. */
const most = { only: 3, each: 2 }

const seatName = (seat: number) => lookUp(`seat.${seat}`)

/** ideasOf returns the moves of the solver among those from the start of a puzzle, with what they do. */
export async function ideasOf(
  { rules, start, previous }: Puzzle,
  moves: readonly string[],
  solver: number,
): Promise<Idea[]> {
  const line = [...(previous ? [previous] : []), ...moves]
  const first = line.length - moves.length
  const ideas =
    rules === 'lancelot' ? await ofTurns(start, line, first, solver) : await ofMoves(rules, start, line, first, solver)
  const n = ideas.length === 1 ? most.only : most.each
  return ideas.map(({ move, facts }) => ({ move, facts: () => facts().slice(0, n) }))
}

async function ofMoves(
  variant: 'wotn' | 'wotn-alternative',
  start: string,
  line: string[],
  first: number,
  solver: number,
) {
  const { played } = valueIn(await wotn.game(variant, start, line))
  const own = played
    .map((move, i) => ({ move, i }))
    .filter(({ move, i }) => i >= first && (move.color === 'b') === (solver === 1))
  return Promise.all(
    own.map(async ({ move, i }) => {
      const remarks = essential(await wotn.explain(variant, start, line.slice(0, i + 1))).filter(
        // The name of the move says it.
        ({ code, square }) => code !== 'check' || square !== move.text.slice(2, 4),
      )
      return {
        move: () => moveName(move, variant),
        facts: () => shortened(remarks, own.length).map((remark) => wotnRemarkText(remark, variant)),
      }
    }),
  )
}

/** If there is no room for all remarks about one of several moves, that a capture promotes says more than what it captures. */
function shortened(remarks: readonly WotnRemark[], moves: number): readonly WotnRemark[] {
  const promotes = remarks.some(({ code }) => code === 'promotes-capture')
  const room = moves === 1 ? most.only : most.each
  return promotes && remarks.length > room ? remarks.filter(({ code }) => code !== 'captures') : remarks
}

async function ofTurns(start: string, line: string[], first: number, solver: number) {
  const { played } = valueIn(await lancelot.game(start, line, ''))
  const own = played.map((turn, i) => ({ turn, i })).filter(({ turn, i }) => i >= first && turn.seat === solver)
  return Promise.all(
    own.map(async ({ turn, i }) => {
      const remarks = essential(await lancelot.explain(start, line.slice(0, i + 1)))
      return {
        move: () => turnText(turn.text),
        facts: () => remarks.map((remark) => lancelotRemarkText(remark, seatName)),
      }
    }),
  )
}

const essential = <R extends { code: string }>(answer: Answer<R[]>) =>
  valueIn(answer).filter(({ code }) => !others.has(code))

function valueIn<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.problems[0]?.message)
  return answer.value
}
