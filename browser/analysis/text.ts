/** A position and moves from it, as coordinates. */
export interface CoordinateMoves {
  /** A FEN, or '' for the usual start position. */
  start: string
  moves: string[]
}

const move = /^[a-h][1-8][a-h][1-8][a-z]?$/

/**
 * coordinateMoves reads moves such as "e2e4 d7d5 e4d5s", also with the words of UCI before them: "position startpos moves" or
 * "position fen … moves". It returns undefined if the text is something else. The rules check the position and the moves.
 */
export function coordinateMoves(text: string): CoordinateMoves | undefined {
  const [, fen = '', rest = ''] = /^(?:position\s+)?(?:startpos|fen\s+(.*?))(?:\s+moves(.*))?$/s.exec(text.trim()) ?? [
    '',
    '',
    text,
  ]
  const words = rest.split(/[\s,]+/).filter(Boolean)
  const named = rest !== text
  if (!named && words.length === 0) return undefined
  if (!words.every((word) => move.test(word))) return undefined
  return { start: fen.trim(), moves: words }
}
