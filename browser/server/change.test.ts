import { expect, test } from 'vitest'
import { changedView, type MatchView, type NumberedEvent } from './api'

const view = { seq: 5, seats: [], moves: [], you: 0, ratings: [] } as unknown as MatchView
const event = (change: object) =>
  ({ seq: 6, event: {}, change: { from: 5, keptMoves: 0, ...change } }) as unknown as NumberedEvent

test('a change begins, continues and removes the replay', () => {
  const first = changedView(view, event({ replay: { start: 's', keptMoves: 0, moves: ['a>b', 'c'] } }))
  expect(first.replay).toEqual({ start: 's', moves: ['a>b', 'c'] })
  const second = changedView(first, event({ replay: { start: 's', keptMoves: 1, moves: ['c>a', 'd'] } }))
  expect(second.replay).toEqual({ start: 's', moves: ['a>b', 'c>a', 'd'] })
  expect(changedView(second, event({})).replay).toEqual(second.replay)
  expect(changedView(second, event({ gone: ['replay'] })).replay).toBeUndefined()
})
