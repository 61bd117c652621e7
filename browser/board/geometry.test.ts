import { describe, expect, it } from 'vitest'
import { layOut, neighbour, overlaps, placeBeside, sideOf, squareAt } from './geometry.ts'

const chess = { columns: [...'abcdefgh'], rows: [1, 2, 3, 4, 5, 6, 7, 8], checkered: true }
const field = { columns: [...'cdefghijkl'], rows: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12], checkered: false }

describe('layout', () => {
  it('puts the first seat at the bottom and reverses both directions when flipped', () => {
    expect(layOut(chess).rows[0]?.[0]).toBe('a8')
    expect(layOut(chess).rows[7]?.[7]).toBe('h1')
    expect(layOut(chess, true).rows[0]?.[0]).toBe('h1')
    expect(layOut(chess, true).rowNames.join('')).toBe('12345678')
    expect(layOut(field).spots.get('l12')).toEqual({ x: 9, y: 0 })
  })

  it('darkens the lower left square, from either side', () => {
    expect(layOut(chess).dark.has('a1')).toBe(true)
    expect(layOut(chess, true).dark.has('h1')).toBe(false)
    expect(layOut(chess).dark.size).toBe(32)
    expect(layOut(field).dark.size).toBe(0)
  })

  it('finds squares by position', () => {
    expect(squareAt(layOut(chess), 0.99, 0.01)).toBe('h8')
    expect(squareAt(layOut(field), 0, 0.999)).toBe('c3')
    expect(squareAt(layOut(chess), 1.2, 0.5)).toBe('')
    expect(squareAt(layOut(chess), -0.01, 0.5)).toBe('')
  })

  it.each([
    ['e4', 'ArrowUp', 'e5'],
    ['e4', 'ArrowLeft', 'd4'],
    ['a4', 'ArrowLeft', 'a4'],
    ['e4', 'Home', 'a4'],
    ['e4', 'End', 'h4'],
    ['e4', 'PageUp', 'e8'],
    ['e4', 'PageDown', 'e1'],
  ])('goes from %s by %s to %s', (from, key, to) => {
    expect(neighbour(layOut(chess), from, key)).toBe(to)
  })

  it('follows the screen on a flipped board, and ignores other keys', () => {
    expect(neighbour(layOut(chess, true), 'e4', 'ArrowUp')).toBe('e3')
    expect(neighbour(layOut(chess, true), 'e4', 'ArrowLeft')).toBe('f4')
    expect(neighbour(layOut(chess), 'e4', 'x')).toBeUndefined()
  })
})

describe.each([
  ['on a phone', 48, { x: 0, y: -130, width: 384, height: 780 }],
  ['on a small phone', 44, { x: 0, y: -130, width: 352, height: 580 }],
  ['on a phone in landscape', 42, { x: 0, y: -50, width: 336, height: 386 }],
  ['on a large screen', 82, { x: 0, y: -70, width: 656, height: 800 }],
])('the chooser %s', (_, side, room) => {
  const { spots } = layOut(chess)
  const box = (square: string) => {
    const { x, y } = spots.get(square) ?? { x: 0, y: 0 }
    return { x: x * side, y: y * side, width: side, height: side }
  }
  const squares = [...spots.keys()]

  it.each([2, 3, 4])('is in the room and beside both squares with %i choices', (choices) => {
    const size = { width: Math.min(320, side * 8), height: 46 + choices * 53 }
    for (const to of squares) {
      for (const from of squares) {
        const placed = placeBeside(size, room, [box(to), box(from)])
        const name = `${from} ${to}: ${JSON.stringify(placed)}`
        expect(overlaps(placed, box(to)) || overlaps(placed, box(from)), name).toBe(false)
        expect(placed.x >= room.x && placed.x + placed.width <= room.x + room.width, name).toBe(true)
        expect(placed.y >= room.y && placed.y + placed.height <= room.y + room.height, name).toBe(true)
        // Two choices without scrolling.
        expect(placed.height, name).toBeGreaterThanOrEqual(Math.min(size.height, 110))
      }
    }
  })
})

describe('the side of a badge', () => {
  const board = layOut(chess)
  const side = (square: string, victims: string[], others: string[] = []) =>
    sideOf(board, square, new Set([...victims, ...others]), new Set(victims))

  it('is the first free one', () => {
    expect(side('e5', ['e5'])).toBe('above')
    expect(side('e8', ['e8'])).toBe('below')
    expect(side('e5', ['e5'], ['e6'])).toBe('below')
    expect(side('e5', ['e5'], ['e6', 'e4'])).toBe('right')
    expect(side('h5', ['h5'], ['h6', 'h4'])).toBe('left')
  })

  it('is never that of another victim', () => {
    expect(side('c4', ['c4', 'c5', 'c3'])).toBe('right')
    expect(side('c4', ['c4', 'c5', 'c3'], ['d4', 'b4'])).toBe('right')
    expect(side('c4', ['c4', 'c5', 'c3', 'd4'], ['b4'])).toBe('left')
    expect(side('a1', ['a1', 'a2', 'b1'])).toBeUndefined()
  })
})
