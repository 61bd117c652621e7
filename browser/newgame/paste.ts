import type { Game } from '../ui/route.svelte.ts'

/**
 * Whether a pasted text means a position or a game. A position is one line that begins with rows between slashes; both games'
 * positions do, and no move is written so. Reading it, and saying what is wrong with it, is left to the rules.
 */
export function kindOfText(game: Game, text: string): 'position' | 'game' {
  const first = text.trim().split(/\s+/)[0] ?? ''
  const rows = first.split('/').length
  const alphabet = game === 'wotn' ? /^[a-z1-9/]+$/i : /^[a-e0-9*/]+$/i
  return rows >= 4 && !text.trim().includes('\n') && alphabet.test(first) ? 'position' : 'game'
}
