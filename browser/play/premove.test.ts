import { expect, test } from 'vitest'
import type { Choice } from '../board/props.ts'
import { premoves } from './premove.ts'

test('each destination has the capture and the promotions that the rules name', () => {
  const premove = {
    from: 'd4',
    to: ['c5', 'd5', 'e5'],
    captures: ['d5', 'e5'],
    promotes: ['e5'],
    promotions: ['N', 'Z'],
  }
  const all = premoves({ premoves: [premove] }, (key) => ({ key }) as Choice)
  expect([...all.keys()]).toEqual(['d4'])
  expect(
    (all.get('d4') ?? []).map(
      ({ square, captures, promotions }) =>
        `${captures ? 'x' : ''}${square}${(promotions ?? []).map(({ key }) => key).join('')}`,
    ),
  ).toEqual(['c5', 'xd5', 'xe5NZ'])
})
