import { describe, expect, it } from 'vitest'
import { layOut, neighbour, squareAt } from './geometry.ts'

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
