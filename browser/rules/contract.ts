/**
 * The functions of the WASM program, which is compiled from the Go packages of the rules and engines.
 *
 * Arguments and results are plain data. Squares are text ("e4", "g10"), moves and positions have the text form of
 * docs/formats, kinds of pieces are capital letters, colors are "w" and "b". Seats are numbered from 0 (White, or "a").
 * Calls are stateless: a game is given by its start and its moves.
 *
 * The word "turn" has two meanings. In Way of the Knight and chess `turn` is the side to move, as in a FEN. In Lancelot a turn
 * is all that a seat does at once: a stone, Excalibur, or both; the seat to move is `toAct`. In edits of positions `do: 'turn'`
 * sets the side or the seat to move.
 */

import type { Engines, ReviewRules } from './contract/computers.ts'
import type { ExplorerRules } from './contract/explorer.ts'
import type { LancelotRules } from './contract/lancelot.ts'
import type { LessonRules } from './contract/lessons.ts'
import type { StudyRules } from './contract/studies.ts'
import type { WotnRules } from './contract/wotn.ts'

export * from './contract/common.ts'
export * from './contract/computers.ts'
export * from './contract/explorer.ts'
export * from './contract/lancelot.ts'
export * from './contract/lessons.ts'
export * from './contract/studies.ts'
export * from './contract/wotn.ts'

/** The object that the WASM program puts on globalThis as `tafelrunde`. */
export interface Tafelrunde {
  wotn: WotnRules
  lancelot: LancelotRules
  engines: Engines
  review: ReviewRules
  studies: StudyRules
  explorer: ExplorerRules
  lessons: LessonRules
}
