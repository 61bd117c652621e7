import { describe, expect, it } from 'vitest'
import { matchPieces, type Piece, type Placed, promotions, samePieces } from './pieces.ts'

const piece = (square: string, letter: string): Placed => ({
  square,
  art: { piece: letter.toUpperCase(), color: letter === letter.toUpperCase() ? 'w' : 'b' },
})
const withIds = (...placed: Placed[]): Piece[] => placed.map((p, i) => ({ ...p, id: i + 1 }))
const at = (pieces: Piece[]): Record<string, number> => Object.fromEntries(pieces.map((p) => [p.square, p.id]))

describe('matchPieces', () => {
  it('keeps the id of a piece that moves, captures and promotes', () => {
    const before = withIds(piece('d4', 'P'), piece('e5', 'p'), piece('a1', 'R'))
    const after = matchPieces(before, [piece('e5', 'D'), piece('a1', 'R')], [{ from: 'd4', to: 'e5' }])
    expect(at(after)).toEqual({ e5: 1, a1: 3 })
  })

  it('follows the same moves when they are taken back', () => {
    const before = withIds(piece('e5', 'D'), piece('a1', 'R'))
    const after = matchPieces(
      before,
      [piece('d4', 'P'), piece('e5', 'p'), piece('a1', 'R')],
      [{ from: 'd4', to: 'e5' }],
    )
    expect(at(after)).toEqual({ d4: 1, a1: 2, e5: 3 })
  })

  it('finds a move that was taken back without steps', () => {
    const before = withIds(piece('e5', 'D'), piece('a1', 'R'))
    expect(at(matchPieces(before, [piece('d4', 'P'), piece('e5', 'p'), piece('a1', 'R')])).d4).toBe(1)
  })

  it('follows both pieces of castling', () => {
    const before = withIds(piece('e1', 'K'), piece('h1', 'R'), piece('a1', 'R'))
    const after = matchPieces(
      before,
      [piece('g1', 'K'), piece('f1', 'R'), piece('a1', 'R')],
      [
        { from: 'e1', to: 'g1' },
        { from: 'h1', to: 'f1' },
      ],
    )
    expect(at(after)).toEqual({ g1: 1, f1: 2, a1: 3 })
  })

  it('matches the nearest piece that looks alike without steps', () => {
    const before = withIds(piece('a1', 'R'), piece('h1', 'R'))
    expect(at(matchPieces(before, [piece('a1', 'R'), piece('f1', 'R')]))).toEqual({ a1: 1, f1: 2 })
  })

  it('keeps the id of a piece that promotes in place', () => {
    expect(at(matchPieces(withIds(piece('e2', 'P')), [piece('e2', 'S')]))).toEqual({ e2: 1 })
  })

  it('never moves a stone', () => {
    const stone = (square: string, seat: number): Placed => ({ square, art: { stone: seat } })
    const before = withIds(stone('d4', 0), stone('d5', 1))
    expect(at(matchPieces(before, [stone('d4', 0), stone('k9', 1)]))).toEqual({ d4: 1, k9: 3 })
  })

  it('follows Excalibur', () => {
    const before = withIds({ square: 'g6', art: { excalibur: true } }, { square: 'g7', art: { stone: 2 } })
    const after = matchPieces(before, [{ square: 'c3', art: { excalibur: true } }])
    expect(at(after)).toEqual({ c3: 1 })
  })

  it('gives every piece a unique id in a long random walk', () => {
    let seed = 7
    const random = (n: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * n)
    }
    let pieces: Piece[] = []
    for (let i = 0; i < 300; i++) {
      const placed = new Map<string, Placed>()
      for (let k = 0; k < 12; k++) {
        const square = 'abcdefgh'.charAt(random(8)) + (1 + random(8))
        placed.set(square, piece(square, 'PpNnRrKk'.charAt(random(8))))
      }
      const from = 'abcdefgh'.charAt(random(8)) + (1 + random(8))
      const to = 'abcdefgh'.charAt(random(8)) + (1 + random(8))
      const next = matchPieces(pieces, [...placed.values()], random(2) ? [{ from, to }] : [])
      expect(new Set(next.map((p) => p.id)).size).toBe(placed.size)
      expect(new Set(next.map((p) => p.square)).size).toBe(placed.size)
      for (const piece of next) {
        const was = pieces.find((p) => p.id === piece.id)
        if (was && 'piece' in was.art && 'piece' in piece.art) expect(was.art.color).toBe(piece.art.color)
      }
      pieces = next
    }
  })
})

describe('samePieces', () => {
  it('compares ids, squares and looks', () => {
    const pieces = withIds(piece('d4', 'P'), piece('e5', 'p'))
    expect(samePieces(pieces, withIds(piece('d4', 'P'), piece('e5', 'p')))).toBe(true)
    expect(samePieces(pieces, withIds(piece('d4', 'P')))).toBe(false)
    expect(samePieces(pieces, withIds(piece('d4', 'P'), piece('e6', 'p')))).toBe(false)
    expect(samePieces(pieces, withIds(piece('d4', 'P'), piece('e5', 'd')))).toBe(false)
    expect(samePieces(pieces, [...pieces].reverse())).toBe(false)
  })
})

describe('promotions', () => {
  it('finds the pieces that are promoted, not those whose promotion is taken back', () => {
    const before = withIds(piece('d7', 'P'), piece('e5', 'D'), piece('a1', 'R'))
    const after = withIds(piece('d8', 'D'), piece('e5', 'P'), piece('a1', 'R'))
    expect(promotions(before, after, (square) => square === 'd8')).toEqual(new Map([[1, 'D']]))
  })

  it('takes a new piece for no promotion', () => {
    expect(promotions([], withIds(piece('d8', 'D')), () => true)).toEqual(new Map())
  })
})
