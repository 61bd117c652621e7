import { expect, test } from 'vitest'
import type { WotnMove, WotnRemark } from '../rules/contract.ts'
import { notable, pickupTexts } from './pickup.ts'

const move = (text: string, captures = '', promotion = '') =>
  ({ text, from: text.slice(0, 2), to: text.slice(2, 4), captures, promotion }) as WotnMove
const remark = (code: WotnRemark['code'], own: number, victim = 0) =>
  ({ code, kind: 'N', other: 'M', from: '', square: '', own, victim }) as WotnRemark

test('captures and promotions of the piece are notable, captures first, each target once', () => {
  const moves = [move('e5e6', '', 'S'), move('e5d6', 'd6', 'S'), move('e5d6', 'd6', 'D'), move('a2a3'), move('e5e7')]
  expect(notable(moves, 'e5').map(({ to }) => to)).toEqual(['d6', 'e6'])
  expect(notable(moves, 'a2')).toEqual([])
  const many = Array.from({ length: 12 }, (_, i) => move(`a1a${i}`, 'x'))
  expect(notable(many, 'a1').length).toBe(8)
})

test('the best capture is named with its reason, and the rank', () => {
  const strong = { move: move('c3d5', 'd5', 'M'), remarks: [remark('captures', 3), remark('promotes-capture', 3, 2)] }
  const weak = { move: move('c3b5', 'b5'), remarks: [remark('too-weak', 3, 1)] }
  expect(pickupTexts([weak, strong], 'wotn')).toEqual([
    'Capturing on d5 promotes your Knight: the captured piece has level 2, at least half of 3.',
  ])
  expect(pickupTexts([weak], 'wotn')).toEqual([
    'Capturing on b5 does not promote your Knight: the captured piece has level 1, less than half of 3.',
  ])
  const rank = { move: move('c6d8', '', 'M'), remarks: [remark('promotes-rank', 8)] }
  expect(pickupTexts([weak, rank], 'wotn')).toHaveLength(2)
  expect(pickupTexts([rank], 'wotn')).toEqual(['On rank 8 your Knight is promoted, for example on d8.'])
  expect(pickupTexts([], 'wotn')).toEqual([])
})
