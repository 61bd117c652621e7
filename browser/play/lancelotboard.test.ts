import { expect, test } from 'vitest'
import type { LancelotLine, LancelotState } from '../rules/contract.ts'
import { speech } from '../words/words.svelte.ts'
import { label, leadText } from './lancelotboard.ts'

const line: LancelotLine = {
  kind: 'row',
  name: '6',
  squares: ['d6', 'e6'],
  leads: [1, -1, -3, 0, 2],
  status: ['captures', 'open', 'open', 'open', 'closed'],
}

test('a lead says what it means', () => {
  expect([0, 1, 2, 3, 4].map((seat) => leadText(line, seat))).toEqual([
    'Row 6: lead +1, one more stone captures',
    'Row 6: lead −1, 1 stone fewer than the others',
    'Row 6: lead −3, 3 stones fewer than the others',
    'Row 6: lead 0',
    'Row 6: lead +2, closed to you',
  ])
  speech.language = 'de'
  expect(leadText(line, 1)).toBe('Reihe 6: Übermacht −1, 1 Stein weniger als die anderen')
})

test('the label of a square has the effects and the leads of one seat', () => {
  speech.language = 'en'
  const game: Partial<LancelotState> = {
    phase: 'turn',
    toAct: 1,
    cells: [],
    lines: [line],
    stoneSquares: [{ square: 'd6', legal: true, closedBy: [], captures: [{ square: 'e6', seat: 0 }] }],
  }
  const of = (seat: number) => label(game as LancelotState, [], 'd6', seat)
  expect(of(0)).toBe('d6, empty. Row 6: lead +1, one more stone captures')
  expect(of(1)).toContain('captures 1 stone')
  expect(of(4)).toBe('d6, empty, closed by chivalry, the lead would exceed 2: row 6. Row 6: lead +2, closed to you')
})
