/** Silhouettes. Those of the game-icons collection are drawn on 512 × 512, ours on 100 × 100; see CREDITS.md. */

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
import keyPath from 'game-icons:skeleton-key'

/** A silhouette: path data (even-odd filled) and the box around it, [left, top, width, height] in the path's own units. */
export interface Figure {
  path: string
  box: readonly [number, number, number, number]
}

export const pawn: Figure = { path: pawnPath, box: [106, 138, 300, 340] }
export const knight: Figure = { path: knightPath, box: [61, 104, 390, 373] }
export const bishop: Figure = { path: bishopPath, box: [93, 35, 325, 442] }
export const rook: Figure = { path: rookPath, box: [106, 91, 300, 393] }
export const queen: Figure = { path: queenPath, box: [34, 93, 443, 390] }
export const king: Figure = { path: kingPath, box: [67, 55, 378, 422] }
export const jester: Figure = { path: jesterPath, box: [19, 19, 474, 473] }
export const cannon: Figure = { path: cannonPath, box: [21, 116, 472, 284] }
export const key: Figure = { path: keyPath, box: [20, 18, 475, 477] }
export const lion: Figure = { path: lionPath, box: [20, 20, 466, 458] }
export const eagle: Figure = { path: eaglePath, box: [19, 22, 481, 480] }

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
    'M10 8C34-3 66-3 90 8L94 66C88 84 72 94 50 100C28 94 12 84 6 66ZM17 36V49H44V36ZM56 36V49H83V36Z' +
    'M57 62H64V69H57ZM70 62H77V69H70ZM57 75H64V82H57ZM36 62H43V69H36ZM23 62H30V69H23ZM36 75H43V82H36Z',
  box: [6, 0, 88, 100],
}

export const mitre: Figure = {
  path:
    'M50 0C26 14 10 34 6 58L10 74H90L94 58C90 34 74 14 50 0ZM44 20H56V34H70V46H56V66H44V46H30V34H44Z' +
    'M11 81H89V100H11Z',
  box: [6, 0, 88, 100],
}

export const banner: Figure = {
  path: 'M9 0L18 10V100H0V10ZM24 10H100L82 35L100 60H24ZM42 26V44H64V26Z',
  box: [0, 0, 100, 100],
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
  path: 'M50 0L88 34H12ZM18 40H82V64H18ZM30 46V58H42V46ZM58 46V58H70V46ZM26 70H74L80 100H60V84H40V100H20Z',
  box: [12, 0, 76, 100],
}

export const galero: Figure = {
  path:
    'M24 26C26 4 74 4 76 26C92 28 100 32 100 38C100 46 78 51 50 51C22 51 0 46 0 38C0 32 8 28 24 26Z' +
    'M15 53L26 72H4ZM85 53L96 72H74ZM8 76L18 96H-2ZM29 76L39 96H19ZM92 76L102 96H82ZM71 76L81 96H61Z',
  box: [-2, 8, 104, 88],
}

export const giraffe: Figure = {
  path:
    'M18 100C26 74 30 50 34 30L20 22L34 17L36 2H44L45 14L52 14L54 2H62L60 17C76 22 90 32 97 44C99 52 92 57 84 54' +
    'C74 50 66 48 58 48C56 64 58 82 64 100ZM52 25A4 4 0 1 0 60 25A4 4 0 1 0 52 25Z' +
    'M38 52L48 50L46 62L36 64ZM30 74L42 71L44 84L29 87Z',
  box: [18, 2, 80, 98],
}
