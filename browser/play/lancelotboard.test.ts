import { expect, test } from 'vitest'
import type { LancelotLine } from '../rules/contract.ts'
import { speech } from '../words/words.svelte.ts'
import { leadText } from './lancelotboard.ts'

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
