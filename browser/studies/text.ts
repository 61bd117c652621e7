/** Chapters as text: PGN, or records of Lancelot. */
import type { Subject } from '../analysis/board.svelte.ts'
import { notedTurns } from '../analysis/lancelot.svelte.ts'
import { matchRecord } from '../analysis/match.ts'
import { readShort } from '../analysis/read.ts'
import { lancelot, studies, wotn } from '../rules/client.ts'
import type { Answer, FoundGame, ReadVariant } from '../rules/contract.ts'
import type { Game } from '../ui/route.svelte.ts'

/** The largest number of characters in a title. */
export const maxTitle = 100

/** The largest number of chapters in a study. */
export const maxChapters = 64

/** The tag with the title of a chapter. The server writes it. */
export const titleTag = 'ChapterName'

/** textOf returns an analysis as the text of a chapter. */
export function textOf({ variant, start, moves, tags, comments }: Subject, title: string): Promise<Answer<string>> {
  const main = moves.map(({ text }) => text)
  const named = { ...tags, [titleTag]: title }
  return variant === 'lancelot'
    ? lancelot.write(start, main, named, moves, undefined, comments)
    : wotn.write(variant, start, main, named, moves, undefined, comments)
}

/** subjectOf reads the text of a chapter. */
export async function subjectOf(game: Game, text: string): Promise<Answer<Subject>> {
  if (game === 'lancelot') {
    const answer = await lancelot.read(text)
    if (!answer.ok) return answer
    const { start, moves, comments, tags, result } = answer.value
    const all = { ...tags, ...(result !== '*' && { Result: result }) }
    return { ok: true, value: { variant: 'lancelot', start, moves: notedTurns(moves), comments, tags: all } }
  }
  const answer = await wotn.read('wotn', text)
  if (!answer.ok) return answer
  const { variant, start, moves, comments, tags, result } = answer.value
  const all = { ...tags, ...(result !== '*' && { Result: result }) }
  return { ok: true, value: { variant, start, moves, comments, tags: all } }
}

/** The address of a game of a match on this server. */
const matchAddress = /(?:^|\/)match\/([\w-]+)\/(\d+)(?:#\d*)?$/

/**
 * chaptersOf returns the games of a text as chapters: of several games, one position, moves in coordinates, or the address of a
 * finished game of a match. '' is the usual start position. It rejects with Refused or Unreachable.
 */
export async function chaptersOf(game: Game, variant: ReadVariant, text: string): Promise<Answer<FoundGame[]>> {
  const match = matchAddress.exec(text.trim())
  if (match?.[1]) return studies.split(game, variant, await matchRecord(match[1], Number(match[2])))
  const short = await readShort(game, variant, text)
  if (short) {
    if (!short.ok) return short
    const { subject, problems } = short.value
    const answer = await textOf(subject, '')
    if (!answer.ok) return answer
    return { ok: true, value: [{ title: '', text: answer.value, plies: subject.moves.length, left: [...problems] }] }
  }
  return studies.split(game, variant, text)
}
