/** What waits for the person on other pages. */
import { place } from '../ui/route.svelte.ts'
import { own } from './own.svelte.ts'
import { session } from './session.svelte.ts'
import { hasLeft } from './texts.ts'

/** calls returns the challenges and the games with running clocks that are not on the page: their number, and where they are. */
export function calls(): { count: number; path: string } {
  const { route } = place
  const shown = route.page === 'match' ? route.id : ''
  const games = own.matches.filter(
    (summary) =>
      summary.match !== shown &&
      summary.phase !== 'waiting' &&
      summary.settings.clock.kind === 'real-time' &&
      !hasLeft(summary, session.person?.id),
  )
  const challenges = own.challenges.filter(({ match }) => match !== shown)
  const [game] = games
  return {
    count: challenges.length + games.length,
    path: game && challenges.length === 0 && games.length === 1 ? `match/${game.match}` : 'play',
  }
}
