/** Saved games as one text. */
import { notesOf, recordedGame, tagsOf } from '../play/tags.ts'
import { lancelot, RulesStopped, wotn } from '../rules/client.ts'
import type { SavedGame } from '../saved/game.ts'

/** How a game ended: the reason, and the sides that won. */
export interface Result {
  reason: string
  winners: readonly number[]
}

/** recordOf returns a game as text: PGN, or a record of Lancelot. It rejects if the rules do not accept the game. */
async function recordOf(saved: SavedGame, result: Result | undefined): Promise<string> {
  const tags = tagsOf(saved, result)
  const game = recordedGame(saved, result)
  const { start, moves } = saved
  const notes = notesOf(saved)
  const answer = await (saved.game === 'lancelot'
    ? lancelot.write(start, moves, tags, notes, game)
    : wotn.write(saved.variant, start, moves, tags, notes, game))
  if (!answer.ok) throw new Error(answer.problems[0]?.message)
  return answer.value
}

/**
 * recordsOf returns games as one text, with an empty line between them. `resultOf` returns undefined for games without a result.
 * Games that the rules do not accept are left out; `failed` is their number. It rejects with RulesStopped.
 */
export async function recordsOf(
  games: readonly SavedGame[],
  resultOf: (saved: SavedGame) => Result | undefined,
): Promise<{ text: string; failed: number }> {
  const texts: string[] = []
  for (const saved of games) {
    try {
      texts.push(`${(await recordOf(saved, resultOf(saved))).trimEnd()}\n`)
    } catch (reason) {
      if (reason instanceof RulesStopped) throw reason
    }
  }
  return { text: texts.join('\n'), failed: games.length - texts.length }
}
