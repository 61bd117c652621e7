/** The drawings of the badges: pieces, stones and signs on a medal. Places and sizes are percentages of the medal. */
import type { BadgeCode } from '../rules/contract.ts'

export type Charge = { x: number; y: number; size: number; fallen?: boolean } & (
  | { kind: string; color: 'w' | 'b' }
  | { seat: number }
  | { excalibur: true }
  | { text: string }
)

const white = (kind: string, x: number, y: number, size: number): Charge => ({ kind, color: 'w', x, y, size })
const fallen = (kind: string, x: number, y: number, size: number): Charge => ({
  kind,
  color: 'b',
  x,
  y,
  size,
  fallen: true,
})
const stone = (seat: number, x: number, y: number, size: number): Charge => ({ seat, x, y, size })
const sword = (x: number, y: number, size: number): Charge => ({ excalibur: true, x, y, size })
const text = (value: string, x: number, y: number, size: number): Charge => ({ text: value, x, y, size })

/** ring returns stones of these seats in a circle. */
function ring(seats: readonly number[], radius: number, size: number): Charge[] {
  return seats.map((seat, i) => {
    const angle = (2 * Math.PI * i) / seats.length - Math.PI / 2
    return stone(seat, 50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle), size)
  })
}

export const charges: Readonly<Record<BadgeCode, readonly Charge[]>> = {
  'first-lord': [white('L', 50, 48, 66)],
  'chancellor-king': [white('V', 32, 58, 42), white('K', 64, 44, 56)],
  'two-kings': [white('K', 34, 50, 52), white('K', 66, 50, 52)],
  'corner-castle': [white('K', 36, 48, 54), white('C', 67, 54, 44)],
  'against-handicap': [white('N', 40, 54, 58), text('+3', 72, 32, 34)],
  'humble-mate': [fallen('K', 62, 66, 46), white('S', 40, 42, 56)],
  'from-the-ranks': [white('P', 28, 62, 34), white('E', 60, 46, 60)],
  'four-steps': [white('S', 20, 61, 24), white('N', 37, 55, 28), white('M', 55, 49, 31), white('R', 74, 43, 34)],
  regicide: [fallen('K', 50, 54, 68)],
  'giant-slayer': [fallen('L', 60, 62, 52), white('P', 36, 44, 50)],
  'three-lines': [stone(1, 50, 24, 24), stone(1, 24, 62, 24), stone(1, 76, 62, 24), stone(0, 50, 52, 34)],
  'great-capture': ring([1, 1, 1, 1, 1], 25, 27),
  'all-colors': [stone(1, 33, 42, 36), stone(2, 67, 42, 36), stone(3, 50, 66, 36)],
  'sword-capture': [stone(1, 66, 60, 38), sword(38, 48, 58)],
  'without-excalibur': [sword(40, 48, 56), text('×', 74, 46, 38)],
  'five-seats': ring([0, 1, 2, 3, 4], 25, 27),
  'few-stones': [stone(0, 38, 50, 48), text('12', 72, 46, 32)],
  unscathed: [stone(0, 50, 50, 62)],
  'by-a-hair': [stone(0, 36, 50, 46), text('–1', 70, 46, 32)],
  'shared-win': [stone(0, 37, 50, 44), stone(1, 63, 50, 44)],
}
