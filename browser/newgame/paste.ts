import type { Problem, ReadVariant, Variant } from '../rules/contract.ts'
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

/**
 * variantOf returns the variant by which a position or a line of coordinates is read: the chosen one, or that of Way of the
 * Knight which has its kinds. The rules detect the variant of records.
 */
export function variantOf(chosen: ReadVariant, text: string): Variant {
  if (chosen !== 'detect') return chosen
  const board = /^\s*(\S*\/\S*)/.exec(text)?.[1] ?? ''
  const promotions = [...text.matchAll(/\b[a-h][1-8][a-h][1-8]([a-z])\b/g)].map(([, kind]) => kind).join('')
  const kinds = (board + promotions).toLowerCase()
  return /[giytxz]/.test(kinds) ? 'wotn-alternative' : 'wotn'
}

const lancelotPosition = /^[a-e0-9*/]+\s+[a-e]\s+\d+(?:,\d+)+\s/
/** A FEN with the side to move and the castling rights. */
const fen = /^[a-z1-8]+(?:\/[a-z1-8]+){7}\s+[wb]\s+(?:-|[kq]+)(?:\s|$)/i
const lancelotTurn = /^X?[a-n](?:1[0-4]|[1-9])(?:,X?[a-n](?:1[0-4]|[1-9]))*$/
/** A square that a chessboard does not have, or Excalibur. */
const onlyLancelot = /X|[i-n]|9|1[0-4]/
/** A move of a piece, a capture or castling. No turn of Lancelot is written so. */
const pieceMove = /^(?:O-O(?:-O)?[+#]?|(?:[A-WYZ]|\([A-Za-z]+\))[a-h]?[1-8]?x?[a-h][1-8]\S*|[a-h]x[a-h][1-8]\S*)$/

/** gameOfText returns the game that a text belongs to, undefined if tags, position and moves do not show it. */
export function gameOfText(text: string): Game | undefined {
  const trimmed = text.trim()
  if (/^\s*\[Position\s+"/m.test(trimmed) || lancelotPosition.test(trimmed)) return 'lancelot'
  if (/^\s*\[(?:FEN|Variant|White|Black)\s+"/m.test(trimmed) || fen.test(trimmed)) return 'wotn'
  const words = trimmed
    .replace(/\{[^}]*\}|^\s*\[.*\]\s*$/gm, ' ')
    .replace(/\s*·\s*/g, ',')
    .replace(/\bX\s+/g, 'X')
    .split(/\s+/)
    .map((word) => word.replace(/^\(?\d+\.+/, ''))
    .filter((word) => word && !/^(?:\*|\$\d+|[\d/½]+(?:-[\d/½]+)+)$/.test(word))
  if (words.some((word) => pieceMove.test(word))) return 'wotn'
  const turns = words.map((word) => word.replace(/[()]/g, '')).filter(Boolean)
  return turns.every((word) => lancelotTurn.test(word)) && turns.some((word) => onlyLancelot.test(word))
    ? 'lancelot'
    : undefined
}

/** The longest part of a text by which the game of a file is recognised. */
const longest = 100_000

/** gameOfFile returns the game that the first record of a text with many belongs to, undefined if nothing shows it. */
export function gameOfFile(text: string): Game | undefined {
  const begin = text.slice(0, longest)
  // The tags after its moves are those of the next record.
  const first = /^\s*(?:\[[^\n]*\n\s*)*[^[\s][\s\S]*?(?=\n[ \t]*\[[A-Za-z]|$)/.exec(begin)
  return gameOfText(first?.[0] ?? begin)
}

/** otherGame returns the problem of a text that belongs to the other game. */
export function otherGame(game: Game, text: string): Problem[] {
  const found = gameOfText(text)
  if (!found || found === game) return []
  return [{ code: `text-of-${found}`, args: {}, message: 'the text belongs to the other game' }]
}
