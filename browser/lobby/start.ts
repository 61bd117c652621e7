/** The start position of a new table: what the rules say about its text. */
import { lancelot, wotn } from '../rules/client.ts'
import { type LancelotState, type Problem, type Variant, variants } from '../rules/contract.ts'
import type { Game } from '../ui/route.svelte.ts'

/** A position that a game can begin with. It fixes the game, and most settings of Lancelot. */
export type Start = { game: 'wotn'; variants: readonly Variant[] } | { game: 'lancelot'; state: LancelotState }

/** Why no game can begin with a text: the game is over in it, or these problems. */
export type NoStart = { over: true } | { over: false; problems: readonly Problem[] }

/**
 * readStart reads a position of either game, first of `game` and `variant`; the problems are those of them. It rejects with
 * RulesStopped.
 */
export async function readStart(text: string, game: Game, variant: Variant): Promise<Start | NoStart> {
  const readers = { wotn: () => readWotn(text, variant), lancelot: () => readLancelot(text) }
  const start = await readers[game]()
  if ('game' in start || start.over) return start
  const other = await readers[game === 'wotn' ? 'lancelot' : 'wotn']()
  return 'game' in other || other.over ? other : start
}

async function readWotn(text: string, variant: Variant): Promise<Start | NoStart> {
  const answers = await Promise.all(variants.map(async (one) => ({ one, answer: await wotn.game(one, text, []) })))
  const legal = answers.filter(({ answer }) => answer.ok && !answer.value.outcome.over).map(({ one }) => one)
  if (legal.length > 0) return { game: 'wotn', variants: legal }
  if (answers.some(({ answer }) => answer.ok)) return { over: true }
  const chosen = answers.find(({ one }) => one === variant)?.answer
  return { over: false, problems: chosen && !chosen.ok ? chosen.problems : [] }
}

async function readLancelot(text: string): Promise<Start | NoStart> {
  const answer = await lancelot.game(text, [], '')
  if (!answer.ok) return { over: false, problems: answer.problems }
  return answer.value.outcome.over ? { over: true } : { game: 'lancelot', state: answer.value }
}
