/** The part of the analysis board's address after "#", which is not sent to the server. */
import { type AnyVariant, variants } from '../rules/contract.ts'
import { withPlus } from '../rules/position.ts'
import type { Game } from '../ui/route.svelte.ts'

export type Source =
  /**
   * The start position of a variant, or another position, with moves from it. `ply`: how many of them are shown, all if it is missing.
   * `review`: the moves are reviewed at once.
   */
  | { kind: 'position'; variant: AnyVariant; start: string; moves: string[]; ply?: number; review?: true }
  /** A game saved in this browser. `review`: it is reviewed at once. */
  | { kind: 'game'; id: string; ply: number; review: boolean }
  /** A finished game of a match on the server. */
  | { kind: 'match'; id: string; game: number; ply: number; review: boolean }
  /** The editor, with a position to begin with. */
  | { kind: 'setup'; variant: AnyVariant; position: string }
  /** An analysis saved in this browser. */
  | { kind: 'analysis'; id: string }

/** The largest number of moves in an address. Browsers limit its length. */
export const maxMoves = 400

/** gameOf returns the game of a variant. */
export function gameOf(variant: AnyVariant): Game {
  return variant === 'lancelot' ? 'lancelot' : 'wotn'
}

/** freshAddress returns the address of a board with the start position of a variant. */
export function freshAddress(variant: AnyVariant): string {
  // Without anything behind "#" the address keeps the board that is open.
  return variant === 'lancelot' ? 'analysis/lancelot#new' : `analysis/wotn#variant=${variant}`
}

/** readAddress parses the part of an address behind "#". Without one it is the start position of the game. */
export function readAddress(hash: string, game: Game): Source {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const number = (name: string) => Math.min(1e9, Math.max(0, Math.floor(Number(fields.get(name) ?? '') || 0)))
  const id = (name: string) => {
    const value = fields.get(name) ?? ''
    return /^[\w-]{1,64}$/.test(value) ? value : ''
  }
  if (id('analysis')) return { kind: 'analysis', id: id('analysis') }
  if (id('game')) return { kind: 'game', id: id('game'), ply: number('ply'), review: fields.has('review') }
  if (id('match'))
    return { kind: 'match', id: id('match'), game: number('number'), ply: number('ply'), review: fields.has('review') }
  if (fields.has('setup')) {
    const position = withPlus((fields.get('setup') ?? '').replaceAll('_', ' '))
    const variant = variants.find((known) => known === fields.get('variant')) ?? 'wotn'
    return { kind: 'setup', variant: game === 'lancelot' ? game : variant, position }
  }
  const shown = {
    ...(fields.has('ply') && { ply: number('ply') }),
    ...(fields.has('review') && { review: true as const }),
  }
  if (game === 'lancelot') {
    // A turn can have a comma, and "+" joins the rules of a position.
    const moves = (fields.get('turns') ?? '').split(/[\s;]+/).filter(Boolean)
    const start = withPlus((fields.get('position') ?? '').replaceAll('_', ' '))
    return { kind: 'position', variant: 'lancelot', start, moves, ...shown }
  }
  const variant = variants.find((known) => known === fields.get('variant')) ?? 'wotn'
  const moves = (fields.get('moves') ?? '').split(/[\s,]+/).filter(Boolean)
  return { kind: 'position', variant, start: (fields.get('fen') ?? '').replaceAll('_', ' '), moves, ...shown }
}

/** writeAddress returns the address of a source of a game, relative to the base. */
export function writeAddress(source: Source, game: Game): string {
  const fields = new URLSearchParams()
  const set = (name: string, value: string | number) => {
    if (value) fields.set(name, String(value))
  }
  if (source.kind === 'setup') {
    if (game === 'wotn') set('variant', source.variant)
    fields.set('setup', source.position.replaceAll(' ', '_'))
  } else if (source.kind === 'analysis') set('analysis', source.id)
  else if (source.kind === 'game') set('game', source.id)
  else if (source.kind === 'match') {
    set('match', source.id)
    set('number', source.game)
  } else if (game === 'lancelot') {
    set('position', source.start.replaceAll(' ', '_'))
    set('turns', source.moves.join(';'))
  } else {
    set('variant', source.variant)
    set('fen', source.start.replaceAll(' ', '_'))
    set('moves', source.moves.join(','))
  }
  if (source.kind === 'game' || source.kind === 'match' || source.kind === 'position') {
    set('ply', source.ply ?? 0)
    set('review', source.review ? 1 : 0)
  }
  // Readable: these characters need no escape behind "#".
  const text = fields.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3B', ';')
  return `analysis/${game}${text ? `#${text}` : ''}`
}
