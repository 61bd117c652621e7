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

/** ownName returns the name of a player as typed, else that of a computer's character, '' for a person without a name. */
export function ownName(player: Player): string {
  return player.name || (player.by === 'computer' ? characterName(player.level) : '')
}

/**
 * namesOf returns the names of all sides of a game, which are the same everywhere in it: those of the players, and those of the
 * sides for players without a name or with that of another player or side.
 */
export function namesOf(players: readonly Player[], sides: readonly string[]): string[] {
  const names = players.map(ownName)
  return names.map((name, i) => {
    const distinct = name !== '' && names.indexOf(name) === names.lastIndexOf(name) && !sides.includes(name)
    return distinct ? name : (sides[i] ?? '')
  })
}

/** shortName returns a name of a record without the level of a computer, or the mark of a guest or bot, in parentheses behind it. */
export function shortName(name: string): string {
  return name.replace(/ \([^()]*\)$/, '')
}

/** sideName returns the name of a side of Way of the Knight. */
export function sideName(saved: SavedWotn, color: Color): string {
  const colors = ['w', 'b'] as const
  const names = namesOf(
    colors.map((one) => playerOf(saved, one)),
    colors.map((one) => t(`color.${one}`)),
  )
  return names[colors.indexOf(color)] ?? ''
}

/** playerName returns the name of a player by number; without one, the name of the player's side in this game. */
export function playerName(saved: SavedWotn, player: 0 | 1): string {
  return sideName(saved, player === saved.white ? 'w' : 'b')
}

/** seatName returns the name of a seat of Lancelot. */
export function seatName(players: readonly Player[], seat: number): string {
  const seats = players.map((_, other) => lookUp(`seat.${other}`))
  return namesOf(players, seats)[seat] ?? lookUp(`seat.${seat}`)
}

export function winnerNames(saved: SavedGame, winners: readonly number[]): string {
  const names = winners.map((seat) =>
    saved.game === 'wotn' ? sideName(saved, seat === 0 ? 'w' : 'b') : seatName(saved.players, seat),
  )
  return list(names)
}

/** pairing returns "Ann – Gareth (computer, strength 9 of 15)". */
export function pairing(saved: SavedGame): string {
  const one = (player: Player, side: string) =>
    player.name || (player.by === 'computer' ? computerText(player.level) : side)
  if (saved.game === 'lancelot')
    return saved.players.map((player, seat) => one(player, lookUp(`seat.${seat}`))).join(' – ')
  return (['w', 'b'] as const).map((color) => one(playerOf(saved, color), t(`color.${color}`))).join(' – ')
}
