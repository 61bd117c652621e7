import type { Color, RecordedGame, RecordMove } from '../rules/contract.ts'
import { controlTag, timesOf } from '../saved/clock.ts'
import { isTimeReason, type Player, type SavedGame } from '../saved/game.ts'
import { computerText } from '../saved/levels.ts'
import { playerOf, seatName, sideName } from './players.ts'
import { withTimes } from './times.ts'

/** dateTag returns the local date in PGN form, or question marks if the time is unknown. */
export function dateTag(started: number | undefined): string {
  if (started === undefined) return '????.??.??'
  const day = new Date(started)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${day.getFullYear()}.${two(day.getMonth() + 1)}.${two(day.getDate())}`
}

/** nameTag returns the name, else the computer's level, else ''. */
const nameTag = (player: Player | undefined) =>
  player?.name || (player?.by === 'computer' ? computerText(player.level) : '')

type End = { reason: string; winners: readonly number[] }

/** recordedGame returns the players of a game's record and the winners, if the game has ended. */
export function recordedGame(saved: SavedGame, result: End | undefined): RecordedGame {
  const winners = result && { winners: result.winners }
  if (saved.game === 'lancelot') {
    const players = saved.players.map((player, seat) => nameTag(player) || seatName(saved.players, seat))
    return { players, ...winners }
  }
  // The players of a pasted game without names are unknown.
  const side = (color: Color) => (saved.started === undefined ? '' : sideName(saved, color))
  const players = (['w', 'b'] as const).map((color) => nameTag(playerOf(saved, color)) || side(color))
  return { players, ...winners }
}

/**
 * tagsOf returns the tags of a game's record without those of players and result. A pasted game keeps its tags. `result` is
 * the end of the game, if it has ended.
 */
export function tagsOf(saved: SavedGame, result: End | undefined): Record<string, string> {
  const tags: Record<string, string> = { Event: 'Tafelrunde', Date: dateTag(saved.started), ...saved.tags }
  if (saved.game === 'wotn') {
    const { won, drawn } = saved.series
    const before = won[0] + won[1] + drawn
    if (before > 0) tags.Round = String(before + 1)
  }
  if (saved.clock) tags.TimeControl = controlTag(saved.clock)
  // A pasted game keeps the termination of its record.
  if (result?.reason !== 'recorded') tags.Termination = terminationOf(saved, result)
  return tags
}

function terminationOf(saved: SavedGame, result: { reason: string } | undefined): string {
  if (!result) return 'unterminated'
  if (saved.game === 'wotn' && isTimeReason(result.reason)) return 'time forfeit'
  return saved.game === 'wotn' ? 'normal' : result.reason
}

/** notesOf returns the annotations of a game's moves for its record, with the times of a clock as comments. */
export function notesOf({ moves, notes = [], clock }: SavedGame): RecordMove[] {
  if (!clock) return notes
  const times = timesOf(clock)
  return moves.map((text, i) => {
    const note = notes[i] ?? { text, san: text, nags: [], before: [], after: [], variations: [] }
    return { ...note, after: withTimes(note.after, times[i] ?? {}) }
  })
}

/** resultTag returns the result in a record of a game that these sides or seats won: all share the win if there are none. */
export function resultTag(winners: readonly number[], seats = 2): string {
  const won = winners.length === 0 ? Array.from({ length: seats }, (_, seat) => seat) : winners
  const share = won.length > 1 ? '1/2' : '1'
  return Array.from({ length: seats }, (_, seat) => (won.includes(seat) ? share : '0')).join('-')
}
