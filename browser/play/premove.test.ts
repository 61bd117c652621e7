import { expect, test } from 'vitest'
import type { Choice } from '../board/props.ts'
import type { KindInfo, WotnState } from '../rules/contract.ts'
import { premoves } from './premove.ts'

const none = { wotn: [], 'wotn-alternative': [] }
const kinds = [
  {
    letter: 'P',
    leaps: ['d5'],
    lines: [],
    level: 1,
    promotesOnCaptureFrom: 1,
    promotionRank: 6,
    promotions: { ...none, wotn: ['S', 'D'] },
  },
  {
    letter: 'S',
    leaps: ['c5', 'e5', 'c3', 'e3', 'd6', 'd2'],
    lines: [],
    level: 2,
    promotesOnCaptureFrom: 1,
    promotionRank: 7,
    promotions: { ...none, wotn: ['N'] },
  },
  {
    letter: 'H',
    leaps: [],
    lines: [
      ['e6', 'f8'],
      ['f3', 'h2'],
    ],
    level: 6,
    promotesOnCaptureFrom: 3,
    promotionRank: 0,
    promotions: { ...none, wotn: ['C'] },
  },
  {
    letter: 'K',
    leaps: ['d5', 'e4', 'd3', 'c4'],
    lines: [],
    level: 11,
    promotesOnCaptureFrom: 0,
    promotionRank: 0,
    promotions: none,
  },
] as unknown as KindInfo[]

function destinations(pieces: string, color: 'w' | 'b', rights = '-') {
  const game = {
    variant: 'wotn',
    position: `8/8 w ${rights} - 0 1`,
    pieces: pieces.split(' ').map((text) => ({
      kind: text.charAt(0).toUpperCase(),
      color: text.charAt(0) === text.charAt(0).toUpperCase() ? 'w' : 'b',
      square: text.slice(1),
    })),
  } as unknown as WotnState
  const all = premoves(
    game,
    color,
    (letter) => kinds.find((kind) => kind.letter === letter),
    (key) => ({ key }) as Choice,
  )
  return (square: string) =>
    (all.get(square) ?? [])
      .map((to) => `${to.captures ? 'x' : ''}${to.square}${(to.promotions ?? []).map(({ key }) => key).join('')}`)
      .sort()
}

test('a pawn moves one square forward, two from its start, and diagonally to capture', () => {
  expect(destinations('Pe2', 'w')('e2')).toEqual(['d3SD', 'e3', 'e4', 'f3SD'])
  expect(destinations('pe7 Sd6', 'b')('e7')).toEqual(['e5', 'e6', 'f6SD', 'xd6SD'])
  expect(destinations('Pa5', 'w')('a5')).toEqual(['a6SD', 'b6SD'])
})

test('premoves ignore pieces in between, and moves from d4 apply to all squares', () => {
  expect(destinations('Ha1 Pb3', 'w')('a1')).toEqual(['b3C', 'c5', 'd7'])
  expect(destinations('Sd4 pd6', 'w')('d4')).toEqual(['c3', 'c5', 'd2', 'e3', 'e5', 'xd6N'])
  expect(destinations('sd5', 'b')('d5')).toEqual(['c4', 'c6', 'd3', 'd7', 'e4', 'e6'])
})

test('only a capture of a high level promotes, and an own piece may be captured first', () => {
  expect(destinations('Ha1 pb3', 'w')('a1')).toContain('xb3')
  expect(destinations('Ha1 hb3', 'w')('a1')).toContain('xb3C')
})

test('a king castles while it has the right', () => {
  expect(destinations('Ke1', 'w', 'Kq')('e1')).toContain('g1')
  expect(destinations('Ke1', 'w', 'Kq')('e1')).not.toContain('c1')
  expect(destinations('ke8', 'b', 'Kq')('e8')).toContain('c8')
})
