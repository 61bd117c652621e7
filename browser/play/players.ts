import type { Color } from '../rules/contract.ts'
import type { Player, SavedGame, SavedWotn } from '../saved/game.ts'
import { characterName, computerText } from '../saved/levels.ts'
import { list, lookUp, t } from '../words/words.svelte.ts'

/** playerOf returns the player of a color. */
export function playerOf(saved: SavedWotn, color: Color): Player {
  return saved.players[color === 'w' ? saved.white : other(saved.white)]
}

export function other(player: 0 | 1): 0 | 1 {
  return player === 0 ? 1 : 0
}

/**
 * sideName returns the name of a player, else that of a computer's character, else that of the side. If both sides are the
 * same character, they have the names of the sides.
 */
export function sideName(saved: SavedWotn, color: Color): string {
  const player = playerOf(saved, color)
  const opponent = playerOf(saved, color === 'w' ? 'b' : 'w')
  const twins = opponent.by === 'computer' && opponent.level === player.level
  const character = player.by === 'computer' && !twins ? characterName(player.level) : ''
  return player.name || character || t(`color.${color}`)
}

/** playerName returns the name of a player by number; without one, the name of the player's side in this game. */
export function playerName(saved: SavedWotn, player: 0 | 1): string {
  return sideName(saved, player === saved.white ? 'w' : 'b')
}

export function seatName(players: readonly Player[], seat: number): string {
  return players[seat]?.name || lookUp(`seat.${seat}`)
}

export function winnerNames(saved: SavedGame, winners: readonly number[]): string {
  const names = winners.map((seat) =>
    saved.game === 'wotn' ? sideName(saved, seat === 0 ? 'w' : 'b') : seatName(saved.players, seat),
  )
  return list(names)
}

/** pairing returns "Ann – Gareth (computer, level 4)". */
export function pairing(saved: SavedGame): string {
  const one = (player: Player, side: string) =>
    player.name || (player.by === 'computer' ? computerText(player.level) : side)
  if (saved.game === 'lancelot')
    return saved.players.map((player, seat) => one(player, lookUp(`seat.${seat}`))).join(' – ')
  return (['w', 'b'] as const).map((color) => one(playerOf(saved, color), t(`color.${color}`))).join(' – ')
}
