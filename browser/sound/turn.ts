import { settings } from '../ui/settings.svelte.ts'
import { playSound } from './sound.ts'

/** Milliseconds that a phone vibrates when it is the player's turn. */
const vibration = 80

/** vibrateTurn lets a phone vibrate because it is the player's turn, if the player wants that. */
export function vibrateTurn(): void {
  // Before the first tap browsers refuse it and report an error.
  if (settings.choices.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibration)
}

/** signalTurn says by sound and vibration that it is the player's turn in a game that is not on the page. */
export function signalTurn(): void {
  playSound('your-turn')
  vibrateTurn()
}
