import type { Player, SavedGame } from '../saved/game.ts'
import { computerText } from '../saved/levels.ts'
import { playerOf, seatName } from './players.ts'

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

/**
 * tagsOf returns the tags of a game's record. A pasted game keeps its tags except for the names of the players. `result`
 * is the end of the game, if it has ended. `sides` are the letters of the seats of Lancelot.
 */
export function tagsOf(
  saved: SavedGame,
  result: { reason: string; winners: readonly number[] } | undefined,
  sides: readonly string[] = [],
): Record<string, string> {
  const tags: Record<string, string> = { Event: 'Tafelrunde', Date: dateTag(saved.started), ...saved.tags }
  if (saved.game === 'lancelot') {
    sides.forEach((side, seat) => {
      tags[`Seat${side.toUpperCase()}`] = nameTag(saved.players[seat]) || seatName(saved.players, seat)
    })
  } else {
    const { won, drawn } = saved.series
    const before = won[0] + won[1] + drawn
    if (before > 0) tags.Round = String(before + 1)
    tags.White = nameTag(playerOf(saved, 'w')) || '?'
    tags.Black = nameTag(playerOf(saved, 'b')) || '?'
    if (result) tags.Result = ['1-0', '0-1'][result.winners[0] ?? 2] ?? '1/2-1/2'
  }
  // A pasted game keeps the termination of its record.
  if (result?.reason !== 'recorded') tags.Termination = terminationOf(saved, result)
  return tags
}

function terminationOf(saved: SavedGame, result: { reason: string } | undefined): string {
  if (!result) return 'unterminated'
  return saved.game === 'wotn' ? 'normal' : result.reason
}
