import { kindOfText, otherGame, variantOf } from '../newgame/paste.ts'
import { wotn } from '../rules/client.ts'
import type { Answer, ReadVariant } from '../rules/contract.ts'
import type { Game } from '../ui/route.svelte.ts'
import type { Subject } from './board.svelte.ts'
import { lancelotStart } from './lancelot.svelte.ts'
import { coordinateMoves } from './text.ts'

/**
 * readShort reads a position, or moves in coordinates; '' is the usual start position. It returns undefined if the text has to
 * be read as a record, and a problem if it belongs to the other game. It rejects with RulesStopped.
 */
export async function readShort(game: Game, chosen: ReadVariant, text: string): Promise<Answer<Subject> | undefined> {
  const trimmed = text.trim()
  const variant = trimmed === '' && chosen === 'detect' ? 'wotn' : variantOf(chosen, trimmed)
  const kind = game === 'lancelot' ? game : variant
  const problems = otherGame(game, trimmed)
  if (problems.length > 0) return { ok: false, problems }
  if (trimmed === '' && game === 'wotn') {
    return { ok: true, value: { variant: kind, start: '', moves: [], tags: {} } }
  }
  if (trimmed === '' || kindOfText(game, trimmed) === 'position') {
    const start = await (game === 'lancelot' ? lancelotStart(trimmed) : wotn.setup(variant, trimmed))
    return start.ok ? { ok: true, value: { variant: kind, start: start.value, moves: [], tags: {} } } : start
  }
  const coordinates = game === 'wotn' ? coordinateMoves(trimmed) : undefined
  if (!coordinates) return undefined
  const answer = await wotn.game(variant, coordinates.start, coordinates.moves)
  if (!answer.ok) return answer
  const moves = answer.value.played.map(({ text: move, san, notation }) => {
    return { text: move, san, notation, nags: [], before: [], after: [], variations: [] }
  })
  return { ok: true, value: { variant, start: coordinates.start && answer.value.start, moves, tags: {} } }
}

/** withResult adds the result of a record to its tags, unless it has none. */
export function withResult(tags: Readonly<Record<string, string>>, result: string): Record<string, string> {
  return { ...tags, ...(result !== '*' && { Result: result }) }
}
