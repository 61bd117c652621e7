import { expect, test } from 'vitest'
import type { Choice } from '../board/props.ts'
import type { KindInfo, WotnState } from '../rules/contract.ts'
import { premoves } from './premove.ts'

const squire = { letter: 'S', promotions: { wotn: ['N'], 'wotn-alternative': ['N', 'Z'] } } as unknown as KindInfo

const state = {
  variant: 'wotn',
  turn: 'b',
  pieces: [
    { kind: 'S', color: 'w', square: 'd4' },
    { kind: 'P', color: 'w', square: 'd5' },
    { kind: 'P', color: 'b', square: 'e5' },
  ],
  premoves: [{ from: 'd4', to: ['c5', 'd5', 'e5'], promotes: ['e5'] }],
} as unknown as WotnState

function destinations(of: WotnState) {
  const all = premoves(
    of,
    (letter) => (letter === 'S' ? squire : undefined),
    (key) => ({ key }) as Choice,
  )
  return (all.get('d4') ?? []).map(
    ({ square, captures, promotions }) =>
      `${captures ? 'x' : ''}${square}${(promotions ?? []).map(({ key }) => key).join('')}`,
  )
}

test('a premove captures pieces of the side to move, and offers the promotions of the variant', () => {
  expect(destinations(state)).toEqual(['c5', 'd5', 'xe5N'])
  expect(destinations({ ...state, variant: 'wotn-alternative' })).toEqual(['c5', 'd5', 'xe5NZ'])
})
