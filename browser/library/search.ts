/** What the saved games of this browser are searched by. */

import { playerOf } from '../play/players.ts'
import type { Player, SavedGame } from '../saved/game.ts'
import { computerText } from '../saved/levels.ts'
import { type Conditions, noConditions, readChoice, readConditions, readName, readQuery } from '../ui/gamesearch.ts'

export interface Search extends Conditions {
  /** A part of the name of a player. */
  player: string
  /** "won" and "lost" are meant for the player, if one is given. */
  result: '' | (typeof results)[number]
}

export const results = ['won', 'lost', 'drawn', 'open'] as const

export const noSearch: Search = { player: '', result: '', ...noConditions }

/** readSearch parses the text after "#". Values that are not allowed are left out. */
export function readSearch(text: string): Search {
  const query = readQuery(text)
  return { player: readName(query, 'player'), result: readChoice(query, 'result', results), ...readConditions(query) }
}

/** dayOf returns the day of a game: that of its record, else of its start or last change. */
export function dayOf(saved: SavedGame): string {
  const [, year, month, day] = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(saved.tags.Date ?? '') ?? []
  if (year) return `${year}-${month === '??' ? '01' : month}-${day === '??' ? '01' : day}`
  const at = new Date(saved.started ?? saved.changed)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The players of a game, White first or by seat. */
export function playersOf(saved: SavedGame): readonly Player[] {
  return saved.game === 'lancelot' ? saved.players : [playerOf(saved, 'w'), playerOf(saved, 'b')]
}

/** found reports whether a game meets all conditions. `winners` are the sides that won, undefined if it has no result. */
export function found(search: Search, saved: SavedGame, winners: readonly number[] | undefined): boolean {
  const { player, against, variant, result, min, max, from, until } = search
  const wanted = player.trim().toLocaleLowerCase()
  const seats = playersOf(saved).flatMap((one, seat) => {
    const name = one.name || (one.by === 'computer' ? computerText(one.level) : '')
    return name.toLocaleLowerCase().includes(wanted) ? [seat] : []
  })
  const computers = saved.players.some(({ by }) => by === 'computer')
  const plies = saved.moves.length
  const day = dayOf(saved)
  const ended = () => {
    switch (result) {
      case 'won':
        return winners !== undefined && seats.some((seat) => winners.includes(seat))
      case 'lost':
        return winners !== undefined && winners.length > 0 && seats.some((seat) => !winners.includes(seat))
      case 'drawn':
        return winners?.length === 0
      case 'open':
        return winners === undefined
      default:
        return true
    }
  }
  return (
    (wanted === '' || seats.length > 0) &&
    (against === '' || computers === (against === 'computer')) &&
    (variant === '' || variant === (saved.game === 'wotn' ? saved.variant : 'lancelot')) &&
    ended() &&
    (min === '' || plies >= Number(min)) &&
    (max === '' || plies <= Number(max)) &&
    (from === '' || day >= from) &&
    (until === '' || day <= until)
  )
}
