import type { Color } from '../rules/contract.ts'
import type { Kept, KeptWotn, Player } from '../saved/kept.ts'
import { list, lookUp, t } from '../words/words.svelte.ts'

/** Who plays a colour. */
export function playerOf(kept: KeptWotn, color: Color): Player {
  return kept.players[color === 'w' ? kept.white : other(kept.white)]
}

export function other(player: 0 | 1): 0 | 1 {
  return player === 0 ? 1 : 0
}

/** The name of a player: as typed, else "Computer", else that of the side. */
function named(player: Player | undefined, side: string): string {
  return player?.name || side
}

export function sideName(kept: KeptWotn, color: Color): string {
  return named(playerOf(kept, color), t(`color.${color}`))
}

/** A player by number; without a typed name by the side that he now has. */
export function playerName(kept: KeptWotn, player: 0 | 1): string {
  return sideName(kept, player === kept.white ? 'w' : 'b')
}

export function seatName(players: readonly Player[], seat: number): string {
  return named(players[seat], lookUp(`seat.${seat}`))
}

export function winnerNames(kept: Kept, winners: readonly number[]): string {
  const names = winners.map((seat) =>
    kept.game === 'wotn' ? sideName(kept, seat === 0 ? 'w' : 'b') : seatName(kept.players, seat),
  )
  return list(names)
}

/** "Ann – Computer" */
export function pairing(kept: Kept): string {
  const one = (player: Player, side: string) =>
    player.name ||
    (player.by === 'computer' ? `${side} (${t('player.computer.level', { level: player.level })})` : side)
  if (kept.game === 'lancelot')
    return kept.players.map((player, seat) => one(player, lookUp(`seat.${seat}`))).join(' – ')
  return (['w', 'b'] as const).map((color) => one(playerOf(kept, color), t(`color.${color}`))).join(' – ')
}
