import { kindOfText, otherGame, variantOf } from '../newgame/paste.ts'
import { wotn } from '../rules/client.ts'
import type { Answer, Problem, ReadVariant } from '../rules/contract.ts'
import type { Game } from '../ui/route.svelte.ts'
import type { Subject } from './board.svelte.ts'
import { lancelotStart } from './lancelot.svelte.ts'
import { coordinateMoves } from './text.ts'

/** A position or moves that were read, and what was left out. */
export interface ReadShort {
  subject: Subject
  problems: readonly Problem[]
}

/**
 * readShort reads a position, or moves in coordinates; '' is the usual start position. It returns undefined if the text has to
 * be read as a record, and a problem if it belongs to the other game. It rejects with RulesStopped.
 */
export async function readShort(game: Game, chosen: ReadVariant, text: string): Promise<Answer<ReadShort> | undefined> {
  const trimmed = text.trim()
  const variant = trimmed === '' && chosen === 'detect' ? 'wotn' : variantOf(chosen, trimmed)
  const kind = game === 'lancelot' ? game : variant
  const problems = otherGame(game, trimmed)
  if (problems.length > 0) return { ok: false, problems }
  if (trimmed === '' && game === 'wotn') {
    return { ok: true, value: { subject: { variant: kind, start: '', moves: [], tags: {} }, problems: [] } }
  }
  if (trimmed === '' || kindOfText(game, trimmed) === 'position') {
    const answer = await (game === 'lancelot' ? lancelotStart(trimmed) : wotn.setup(variant, trimmed))
    if (!answer.ok) return answer
    const { start, problems } = typeof answer.value === 'string' ? { start: answer.value, problems: [] } : answer.value
    return { ok: true, value: { subject: { variant: kind, start, moves: [], tags: {} }, problems } }
  }
  const coordinates = game === 'wotn' ? coordinateMoves(trimmed) : undefined
  if (!coordinates) return undefined
  const from = coordinates.start ? await wotn.setup(variant, coordinates.start) : undefined
  if (from && !from.ok) return from
  const answer = await wotn.game(variant, coordinates.start, coordinates.moves)
  if (!answer.ok) return answer
  const moves = answer.value.played.map(({ text: move, san, notation }) => {
    return { text: move, san, notation, nags: [], before: [], after: [], variations: [] }
  })
  const subject = { variant, start: coordinates.start && answer.value.start, moves, tags: {} }
  return { ok: true, value: { subject, problems: from?.value.problems ?? [] } }
}

/** withResult adds the result of a record to its tags, unless it has none. */
export function withResult(tags: Readonly<Record<string, string>>, result: string): Record<string, string> {
  return { ...tags, ...(result !== '*' && { Result: result }) }
}
