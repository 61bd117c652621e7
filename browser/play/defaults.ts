import { computer, fullStrength, type Player } from '../saved/game.ts'
import { browserStore, type Store } from '../saved/games.svelte.ts'

const key = 'tafelrunde.computer'

/** Easy enough that who has just read the rules may win. */
const firstLevel = 3

/** The computer as it was last asked to play in this browser. */
export function defaultComputer(store: Store | undefined = browserStore()): Player {
  const usual = computer(1000, firstLevel)
  try {
    const { milliseconds, level } = JSON.parse(store?.getItem(key) ?? '{}') as Record<string, unknown>
    if (isWhole(milliseconds, 60_000)) usual.milliseconds = milliseconds
    if (isWhole(level, fullStrength)) usual.level = level
  } catch {
    // What is stored is not ours; a first game begins so.
  }
  return usual
}

function isWhole(x: unknown, most: number): x is number {
  return Number.isInteger(x) && Number(x) >= 1 && Number(x) <= most
}

/** Keeps how the computer plays in this game, for the next one. */
export function rememberComputer(players: readonly Player[], store: Store | undefined = browserStore()): void {
  const asked = players.find(({ by }) => by === 'computer')
  if (!asked) return
  try {
    store?.setItem(key, JSON.stringify({ milliseconds: asked.milliseconds, level: asked.level }))
  } catch {
    // Nothing is lost but the choice itself.
  }
}
