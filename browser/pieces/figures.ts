/** Silhouettes of pieces. Those of the game-icons collection are drawn on 512 × 512, the others on 100 × 100; see CREDITS.md. */

import cannonPath from 'game-icons:cannon'
import bishopPath from 'game-icons:chess-bishop'
import kingPath from 'game-icons:chess-king'
import knightPath from 'game-icons:chess-knight'
import pawnPath from 'game-icons:chess-pawn'
import queenPath from 'game-icons:chess-queen'
import rookPath from 'game-icons:chess-rook'
import eaglePath from 'game-icons:eagle-emblem'
import jesterPath from 'game-icons:jester-hat'
import lionPath from 'game-icons:lion'

/** A silhouette: path data (even-odd filled) and the box around it, [left, top, width, height] in the path's own units. */
export interface Figure {
  /** The author of a figure from the game-icons collection. */
  by?: 'Delapouite' | 'Lorc' | 'Skoll'
  path: string
  box: readonly [number, number, number, number]
}

export const pawn: Figure = { by: 'Skoll', path: pawnPath, box: [106, 138, 300, 340] }
export const knight: Figure = { by: 'Skoll', path: knightPath, box: [61, 104, 390, 373] }
export const bishop: Figure = { by: 'Skoll', path: bishopPath, box: [93, 35, 325, 442] }
export const rook: Figure = { by: 'Skoll', path: rookPath, box: [106, 91, 300, 393] }
export const queen: Figure = { by: 'Skoll', path: queenPath, box: [34, 93, 443, 390] }
export const king: Figure = { by: 'Skoll', path: kingPath, box: [67, 55, 378, 422] }
export const jester: Figure = { by: 'Delapouite', path: jesterPath, box: [19, 19, 474, 473] }
export const cannon: Figure = { by: 'Lorc', path: cannonPath, box: [21, 116, 472, 284] }
export const lion: Figure = { by: 'Lorc', path: lionPath, box: [20, 20, 466, 458] }
export const eagle: Figure = { by: 'Lorc', path: eaglePath, box: [19, 22, 481, 480] }

export const horseshoe: Figure = {
  path:
    'M12 100C3 76 0 60 0 48C0 19 21 0 49 0C77 0 98 19 98 48C98 60 95 76 86 100H62C70 76 73 62 73 50C73 34 63 25 49 25' +
    'C35 25 25 34 25 50C25 62 28 76 36 100Z',
  box: [0, 0, 98, 100],
}

export const cross: Figure = {
  path: 'M34 0H66L60 29L90 24V54L60 49L68 100H32L40 49L10 54V24L40 29Z',
  box: [10, 0, 80, 100],
}

export const helm: Figure = {
  path:
    'M10 9C34-3 66-3 90 9L95 62C88 84 72 95 50 100C28 95 12 84 5 62Z' +
    'M16 35V48H45V35ZM55 35V48H84V35ZM22 58V74H30V58ZM36 58V82H44V58ZM56 58V82H64V58ZM70 58V74H78V58Z',
  box: [5, 0, 90, 100],
}

export const mitre: Figure = {
  path:
    'M50 0C26 14 10 34 6 58L10 74H90L94 58C90 34 74 14 50 0ZM44 20H56V34H70V46H56V66H44V46H30V34H44Z' +
    'M11 81H89V100H11Z',
  box: [6, 0, 88, 100],
}

export const banner: Figure = {
  path: 'M46 0H54V6H100V16H0V6H46ZM10 21H90V76L76.7 99L63.3 76L50 99L36.7 76L23.3 99L10 76ZM50 28L30 50L50 72L70 50Z',
  box: [0, 0, 100, 99],
}

export const halberd: Figure = {
  path: 'M53 0L61 22H66L96 28C82 34 70 42 61 54V100H45V62C32 62 20 68 10 80C-3 60-3 32 10 12C20 24 32 28 45 28V22Z',
  box: [0, 0, 96, 100],
}

export const cog: Figure = {
  path: 'M45 0H55V6H88C98 22 98 40 88 56H55V62H100C98 84 86 98 66 100H34C14 98 2 84 0 62H45V56H12C22 40 22 22 12 6H45Z',
  box: [0, 0, 100, 100],
}

export const nightrider: Figure = {
  path:
    'M58 0A51 51 0 1 0 100 72A43 43 0 0 1 20 40C22 20 38 4 58 0Z' +
    'M64 22L71 13L76 25C87 30 93 40 100 54L91 62L79 56C74 55 70 57 68 60C70 66 76 71 82 74C68 84 48 82 38 72C38 54 46 34 64 22Z',
  box: [0, 0, 100, 101],
}

export const watchtower: Figure = {
  path: 'M53 0C56 10 70 16 70 30C70 39 62 44 50 44C38 44 30 39 30 30C30 23 35 19 37 12C41 15 43 18 44 22C49 16 52 9 53 0ZM16 49H84L76 66H24ZM32 71H68L76 100H24Z',
  box: [16, 0, 68, 100],
}

export const galero: Figure = {
  path:
    'M26 24C26-4 74-4 74 24C92 26 104 31 104 38C104 46 80 50 50 50C20 50-4 46-4 38C-4 31 8 26 26 24Z' +
    'M26 52H34L22 64H27L32 82H6L11 64H14ZM74 52H66L78 64H73L68 82H94L89 64H86Z' +
    'M3 85H14L18 100H-1ZM24 85H35L39 100H20ZM97 85H86L82 100H101ZM76 85H65L61 100H80Z',
  box: [-4, 3, 108, 97],
}

export const giraffe: Figure = {
  path:
    'M18 100C26 74 30 50 34 30L20 22L34 17L36 2H44L45 14L52 14L54 2H62L60 17C76 22 90 32 97 44C99 52 92 57 84 54' +
    'C74 50 66 48 58 48C56 64 58 82 64 100ZM52 25A4 4 0 1 0 60 25A4 4 0 1 0 52 25Z' +
    'M38 52L48 50L46 62L36 64ZM30 74L42 71L44 84L29 87Z',
  box: [18, 2, 80, 98],
}

export const key: Figure = {
  path:
    'M32 0A28 28 0 0 1 40 54V62H76V76H66V83H76V98H60V90H52V98H40V100H24V54A28 28 0 0 1 32 0Z' +
    'M32 14A14 14 0 1 0 32 42A14 14 0 1 0 32 14Z',
  box: [4, 0, 72, 100],
}
