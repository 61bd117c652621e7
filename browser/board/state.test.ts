import { describe, expect, it } from 'vitest'
import {
  type BoardEvent,
  type Choice,
  type Command,
  type Input,
  idle,
  layOut,
  matchPieces,
  neighbour,
  type Piece,
  type Placed,
  type Shape,
  squareAt,
  step,
  type Ui,
} from './state.ts'

const chess = { columns: [...'abcdefgh'], rows: [1, 2, 3, 4, 5, 6, 7, 8], checkered: true }
const field = { columns: [...'cdefghijkl'], rows: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12], checkered: false }

const piece = (square: string, letter: string): Placed => ({
  square,
  art: { piece: letter.toUpperCase(), color: letter === letter.toUpperCase() ? 'w' : 'b' },
})
const withIds = (...placed: Placed[]): Piece[] => placed.map((p, i) => ({ ...p, id: i + 1 }))
const at = (pieces: Piece[]): Record<string, number> => Object.fromEntries(pieces.map((p) => [p.square, p.id]))

const choice = (key: string): Choice => ({ key, art: { piece: key, color: 'w' }, name: key, detail: '' })
const moves: Input = {
  mode: 'move',
  destinations: new Map([
    ['e2', [{ square: 'e3' }, { square: 'e4' }]],
    [
      'd5',
      [
        { square: 'd6', promotions: [choice('S'), choice('D')] },
        { square: 'c6', captures: true, promotions: [choice('D')] },
      ],
    ],
  ]),
}
const stones: Input = {
  mode: 'place',
  art: { stone: 0 },
  squares: new Map([
    ['c3', { legal: true, closed: false, captures: ['c7', 'c8'] }],
    ['d3', { legal: false, closed: true, captures: [] }],
  ]),
  lift: { from: 'g6', squares: new Map([['h8', { legal: true, closed: false, captures: [] }]]) },
}

/** Sends events and returns the commands that the page receives. */
function play(input: Input, ...events: BoardEvent[]): { ui: Ui; commands: Command[] } {
  let ui = idle
  const commands: Command[] = []
  for (const event of events) {
    const [next, command] = step(ui, event, input)
    ui = next
    if (command) commands.push(command)
  }
  return { ui, commands }
}
const press = (square: string, touch = false): BoardEvent => ({ type: 'press', square, touch })
const release = (square: string): BoardEvent => ({ type: 'release', square })
const click = (square: string): BoardEvent[] => [press(square), release(square)]
const tap = (square: string): BoardEvent[] => [press(square, true), release(square)]
const enter = (square: string): BoardEvent => ({ type: 'activate', square })

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

describe('moving', () => {
  it('moves by two clicks', () => {
    const { ui, commands } = play(moves, ...click('e2'), ...click('e4'))
    expect(commands).toEqual([{ type: 'move', from: 'e2', to: 'e4', choice: '' }])
    expect(ui.selected).toBe('')
    expect(ui.pending).toEqual({ from: 'e2', to: 'e4' })
  })

  it('moves by dragging', () => {
    expect(play(moves, press('e2'), release('e3')).commands).toEqual([
      { type: 'move', from: 'e2', to: 'e3', choice: '' },
    ])
  })

  it('moves by keys', () => {
    expect(play(moves, enter('e2'), enter('e3')).commands).toEqual([{ type: 'move', from: 'e2', to: 'e3', choice: '' }])
  })

  it('deselects by a second click, a second Enter, Escape and a drop outside the board', () => {
    for (const back of [click('e2'), [enter('e2')], [{ type: 'cancel' } as const], [press('e2'), release('')]]) {
      const { ui, commands } = play(moves, ...click('e2'), ...back)
      expect(ui.selected).toBe('')
      expect(commands).toEqual([])
    }
  })

  it('refuses an illegal destination, and ignores clicks without a selection', () => {
    expect(play(moves, press('e2'), release('a7')).commands).toEqual([{ type: 'illegal', square: 'a7' }])
    expect(play(moves, ...click('a7')).commands).toEqual([])
    expect(play({ mode: 'view' }, ...click('e2')).ui.selected).toBe('')
  })

  it('selects another piece by pressing it', () => {
    expect(play(moves, ...click('e2'), ...click('d5')).ui.selected).toBe('d5')
  })

  it('promotes without a chooser if there is one choice', () => {
    expect(play(moves, ...click('d5'), ...click('c6')).commands).toEqual([
      { type: 'move', from: 'd5', to: 'c6', choice: 'D' },
    ])
  })

  it('opens the chooser if there are more, and accepts the letter', () => {
    const asked = play(moves, press('d5'), release('d6'))
    expect(asked.commands).toEqual([])
    expect(asked.ui.choosing?.choices.map((c) => c.key)).toEqual(['S', 'D'])
    const chosen = play(moves, press('d5'), release('d6'), { type: 'choose', key: 'x' }, { type: 'choose', key: 'd' })
    expect(chosen.commands).toEqual([{ type: 'move', from: 'd5', to: 'd6', choice: 'D' }])
    expect(chosen.ui.choosing).toBeNull()
  })

  it('closes the chooser by Escape and by a press elsewhere without a move', () => {
    for (const leave of [{ type: 'cancel' } as const, press('e2')]) {
      const { ui, commands } = play(moves, press('d5'), release('d6'), leave)
      expect(ui.choosing).toBeNull()
      expect(ui.selected).toBe('')
      expect(commands).toEqual([])
    }
  })

  it('resets everything except the focus when the position changes', () => {
    const { ui } = play(moves, { type: 'focus', square: 'd5', byKeys: true }, press('d5'), release('d6'), {
      type: 'update',
    })
    expect(ui).toEqual({ ...idle, focus: 'd5', focused: true })
  })
})

describe('placing', () => {
  it('places by one mouse click, or Enter', () => {
    expect(play(stones, ...click('c3')).commands).toEqual([{ type: 'place', square: 'c3' }])
    expect(play(stones, enter('c3')).commands).toEqual([{ type: 'place', square: 'c3' }])
  })

  it('shows the effect by a first touch and places by a second on the same square', () => {
    expect(play(stones, ...tap('c3')).commands).toEqual([])
    expect(play(stones, ...tap('c3')).ui.hover).toBe('c3')
    expect(play(stones, ...tap('d3'), ...tap('c3')).commands).toEqual([])
    expect(play(stones, ...tap('c3'), ...tap('c3')).commands).toEqual([{ type: 'place', square: 'c3' }])
    expect(play({ ...stones, touchTwice: false }, ...tap('c3')).commands).toEqual([{ type: 'place', square: 'c3' }])
  })

  it('does nothing if the pointer is released on another square', () => {
    expect(play(stones, press('c3'), release('c4')).commands).toEqual([])
  })

  it('refuses a closed square', () => {
    expect(play(stones, ...click('d3')).commands).toEqual([{ type: 'illegal', square: 'd3' }])
  })

  it('moves Excalibur to another square', () => {
    expect(play(stones, press('g6'), release('h8')).commands).toEqual([
      { type: 'move', from: 'g6', to: 'h8', choice: '' },
    ])
    expect(play(stones, ...click('g6'), ...click('c3')).commands).toEqual([{ type: 'illegal', square: 'c3' }])
  })
})

describe('choosing at a square', () => {
  const offers: Input = { mode: 'choose', offers: new Map([['e2', [choice('S'), choice('D')]]]) }

  it('opens the chooser even for one choice and sends the square', () => {
    const { commands } = play(offers, ...click('e2'), { type: 'choose', key: 'S' })
    expect(commands).toEqual([{ type: 'choose', square: 'e2', choice: 'S' }])
  })

  it('refuses squares without an offer', () => {
    expect(play(offers, enter('e1')).commands).toEqual([{ type: 'illegal', square: 'e1' }])
  })
})

describe('drawing', () => {
  const draw = (from: string, to: string, brush: Shape['brush'] = 'green'): BoardEvent[] => [
    { type: 'draw', square: from, brush },
    { type: 'draw-move', square: to },
    { type: 'draw-end' },
  ]

  it('keeps arrows and circles, removes one drawn twice and replaces the colour', () => {
    expect(play(moves, ...draw('e2', 'e4'), ...draw('d5', 'd5')).ui.drawn).toHaveLength(2)
    expect(play(moves, ...draw('e2', 'e4'), ...draw('e2', 'e4')).ui.drawn).toEqual([])
    expect(play(moves, ...draw('e2', 'e4'), ...draw('e2', 'e4', 'red')).ui.drawn).toEqual([
      { from: 'e2', to: 'e4', brush: 'red' },
    ])
  })

  it('clears the drawings on a press', () => {
    expect(play(moves, ...draw('e2', 'e4'), ...click('a7')).ui.drawn).toEqual([])
  })
})
