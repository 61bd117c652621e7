import { computer, type Player } from '../saved/game.ts'
import { browserStore, type Store } from '../saved/games.svelte.ts'
import { firstLevel, isLevel } from '../saved/levels.ts'

const key = 'tafelrunde.computer'

/** defaultComputer returns a computer with the time and level of the last game in this browser. */
export function defaultComputer(store: Store | undefined = browserStore()): Player {
  const usual = computer(1000, firstLevel)
  try {
    const { milliseconds, level } = JSON.parse(store?.getItem(key) ?? '{}') as Record<string, unknown>
    if (isWhole(milliseconds, 60_000)) usual.milliseconds = milliseconds
    if (isLevel(level)) usual.level = level
  } catch {
    // Unreadable settings are ignored.
  }
  return usual
}

function isWhole(x: unknown, most: number): x is number {
  return Number.isInteger(x) && Number(x) >= 1 && Number(x) <= most
}

/** rememberComputer stores the time and level of a game's computer for the next game. */
export function rememberComputer(players: readonly Player[], store: Store | undefined = browserStore()): void {
  const player = players.find(({ by }) => by === 'computer')
  if (!player) return
  try {
    store?.setItem(key, JSON.stringify({ milliseconds: player.milliseconds, level: player.level }))
  } catch {
    // The choice is not remembered.
  }
}
