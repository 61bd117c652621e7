/** What waits for the person on other pages. */
import { place } from '../ui/route.svelte.ts'
import type { Summary } from './api.ts'
import { own } from './own.svelte.ts'
import { session } from './session.svelte.ts'
import { hasLeft } from './texts.ts'

/** shownMatch returns the match on the page, or ''. The addresses of the games of a series begin with that of the match. */
export function shownMatch(): string {
  const { route } = place
  return route.page === 'match' ? route.id : ''
}

/** liveGames returns the person's games with running clocks that are not on the page. */
export function liveGames(): readonly Summary[] {
  const shown = shownMatch()
  return own.matches.filter(
    (summary) =>
      summary.match !== shown &&
      summary.phase !== 'waiting' &&
      summary.settings.clock.kind === 'real-time' &&
      !hasLeft(summary, session.person?.id),
  )
}

/** notifiedChallenges returns the challenges that the person wants to be notified of. */
export function notifiedChallenges(): readonly Summary[] {
  return own.challenges.filter(({ match }) => own.notified.includes(match))
}

/** otherChallenges returns those of them that are not on the page. */
export function otherChallenges(): readonly Summary[] {
  const shown = shownMatch()
  return notifiedChallenges().filter(({ match }) => match !== shown)
}

/** calls returns the challenges and the games with running clocks that are not on the page: their number, and where they are. */
export function calls(): { count: number; path: string } {
  const games = liveGames()
  const challenges = otherChallenges()
  const [game] = games
  return {
    count: challenges.length + games.length,
    path: game && challenges.length === 0 && games.length === 1 ? `match/${game.match}` : 'play',
  }
}
