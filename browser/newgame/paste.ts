import type { Game } from '../ui/route.svelte.ts'

/**
 * kindOfText reports whether a pasted text is a position or a game. Positions of both games are one line that begins with
 * rows between slashes, as no move does. The rules parse the text and find its problems.
 */
export function kindOfText(game: Game, text: string): 'position' | 'game' {
  const first = text.trim().split(/\s+/)[0] ?? ''
  const rows = first.split('/').length
  const alphabet = game === 'wotn' ? /^[a-z1-9/]+$/i : /^[a-e0-9*/]+$/i
  return rows >= 4 && !text.trim().includes('\n') && alphabet.test(first) ? 'position' : 'game'
}
