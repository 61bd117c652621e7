/** What was played in a position. */
import type { Answer } from './common.ts'

/** A move that was played, with the results for the side that made it. */
export interface MoveCount {
  /** In coordinate notation; in Lancelot one of the equal turns of a symmetric position. */
  move: string
  wins: number
  draws: number
  losses: number
}

/** The moves that were played in a position, the most frequent first. */
export interface EngineMoves {
  /** Number of games of the table, and the nodes of each search in them. */
  games: number
  nodes: number
  moves: MoveCount[]
}

export interface ExplorerRules {
  /** Returns the name of the kind of game whose table has a position; '' if none has. */
  set(game: 'wotn' | 'lancelot', variant: string, position: string): Answer<string>
  /** Looks a position up in a table (docs/formats/explorer.md). Problem 'explorer-table' for other data. */
  find(game: 'wotn' | 'lancelot', variant: string, position: string, table: Uint8Array): Answer<EngineMoves>
}
