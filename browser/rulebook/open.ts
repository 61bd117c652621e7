import { person, type SavedGame } from '../saved/game.ts'
import { savedGames } from '../saved/games.svelte.ts'
import { newId } from '../ui/id.ts'
import { place } from '../ui/route.svelte.ts'
import { type Start, tried } from './start.ts'

/** Opens a position as a game of two people on this screen. */
function open({ game, variant, position, seats }: Start): void {
  const base = {
    version: 1 as const,
    id: newId(),
    changed: Date.now(),
    end: null,
    start: position,
    moves: [],
    tags: {},
  }
  const saved: SavedGame =
    game === 'wotn'
      ? {
          ...base,
          game,
          variant,
          players: [person(), person()],
          white: 0,
          flipped: false,
          series: { points: [0, 0], won: [0, 0], drawn: 0 },
          notes: [],
        }
      : { ...base, game, players: Array.from({ length: seats }, () => person()) }
  // It is listed from its first move on.
  savedGames.save(saved)
  place.go(`${game}/${saved.id}`)
}

/** openTried opens the position that a clicked button of a diagram offers. */
export function openTried(event: MouseEvent): void {
  const start = tried(event.target)
  if (start) open(start)
}
