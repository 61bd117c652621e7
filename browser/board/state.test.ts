import { describe, expect, it } from 'vitest'
import type { Choice, Input, Shape } from './props.ts'
import { type BoardEvent, type Command, idle, step, type Ui } from './state.ts'

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

  it('refuses an illegal destination, and moves of a piece that cannot be selected', () => {
    expect(play(moves, press('e2'), release('a7')).commands).toEqual([{ type: 'illegal', from: 'e2', square: 'a7' }])
    expect(play(moves, ...click('a7')).commands).toEqual([{ type: 'illegal', from: 'a7', square: 'a7' }])
    expect(play(moves, press('a7'), release('a5')).commands).toEqual([{ type: 'illegal', from: 'a7', square: 'a5' }])
    expect(play(moves, press('a7'), { type: 'cancel' }, release('a5')).commands).toEqual([])
    expect(play({ mode: 'view' }, press('a7'), release('a5')).commands).toEqual([])
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
    const opened = play(moves, press('d5'), release('d6'))
    expect(opened.commands).toEqual([])
    expect(opened.ui.choosing?.choices.map((c) => c.key)).toEqual(['S', 'D'])
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

  it('keeps the chooser open while another piece moves, if its choices remain', () => {
    const { ui } = play(moves, press('d5'), release('d6'), { type: 'update' })
    expect(ui.choosing?.to).toBe('d6')
    const [next, command] = step(ui, { type: 'choose', key: 'd' }, moves)
    expect(next.choosing).toBeNull()
    expect(command).toEqual({ type: 'move', from: 'd5', to: 'd6', choice: 'D' })
  })

  it('resets everything except the focus when the position changes and the choice is gone', () => {
    const before = play(moves, { type: 'focus', square: 'd5', byKeys: true }, press('d5'), release('d6'))
    const [ui] = step(before.ui, { type: 'update' }, { mode: 'view' })
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
    expect(play(stones, ...click('d3')).commands).toEqual([{ type: 'illegal', from: '', square: 'd3' }])
  })

  it('moves Excalibur to another square', () => {
    expect(play(stones, press('g6'), release('h8')).commands).toEqual([
      { type: 'move', from: 'g6', to: 'h8', choice: '' },
    ])
    expect(play(stones, ...click('g6'), ...click('c3')).commands).toEqual([
      { type: 'illegal', from: 'g6', square: 'c3' },
    ])
  })
})

describe('choosing at a square', () => {
  const offers: Input = { mode: 'choose', offers: new Map([['e2', [choice('S'), choice('D')]]]) }

  it('opens the chooser even for one choice and sends the square', () => {
    const { commands } = play(offers, ...click('e2'), { type: 'choose', key: 'S' })
    expect(commands).toEqual([{ type: 'choose', square: 'e2', choice: 'S' }])
  })

  it('refuses squares without an offer', () => {
    expect(play(offers, enter('e1')).commands).toEqual([{ type: 'illegal', from: '', square: 'e1' }])
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

describe('a finger on a board with a loupe', () => {
  const aim = (square: string): BoardEvent => ({ type: 'aim', square })
  const release = (square: string): BoardEvent => ({ type: 'release', square })

  it('previews the square under it and does not place there', () => {
    const { ui, commands } = play(stones, press('d3', true), aim('d3'), aim('c3'), release('c3'))
    expect(commands).toEqual([])
    expect(ui).toMatchObject({ aiming: '', previewed: 'c3', hover: 'c3' })
  })

  it('places on the previewed square with a second touch, also a long one', () => {
    const { commands } = play(stones, press('c3', true), release('c3'), press('c3', true), aim('c3'), release('c3'))
    expect(commands).toEqual([{ type: 'place', square: 'c3' }])
  })

  it('does not place if it slides away', () => {
    const away = play(
      stones,
      press('c3', true),
      release('c3'),
      press('c3', true),
      aim('c3'),
      aim('c4'),
      aim('c3'),
      release('c3'),
    )
    expect(away.commands).toEqual([])
  })
})
