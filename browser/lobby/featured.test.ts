import { expect, test } from 'vitest'
import { easyGame } from '../saved/easy.ts'
import type { SavedGame } from '../saved/game.ts'
import type { Activity, Summary } from '../server/api.ts'
import { clocksOf, featuredGame, lastFinished, replayable } from './featured.ts'

type LiveGame = Activity['games'][number]

const game = (match: string, ...ratings: number[]) =>
  ({ match, ratings: ratings.map((shown) => (shown ? { shown, provisional: false } : null)) }) as LiveGame

test('the strongest players are shown, until their game ends', () => {
  const games = [game('new', 0, 0), game('weak', 1400, 1500), game('strong', 1900, 1800)]
  expect(featuredGame(games, '')?.match).toBe('strong')
  expect(featuredGame(games, 'weak')?.match).toBe('weak')
  expect(featuredGame(games.slice(0, 2), 'strong')?.match).toBe('weak')
  expect(featuredGame([game('a', 0), game('b', 0)], '')?.match).toBe('a')
  expect(featuredGame([], 'a')).toBeUndefined()
})

test('aborted games are not replayed', () => {
  const ended = (match: string, reason: string) => ({ match, outcome: { over: true, reason } }) as Summary
  const all = [ended('a', 'abort'), ended('b', 'checkmate'), { match: 'c' } as Summary, ended('d', 'time')]
  expect(replayable(all).map(({ match }) => match)).toEqual(['b', 'd'])
})

test('of the games of this browser the last finished one is replayed, if it was played here and has some moves', () => {
  const saved = (id: string, fields: Partial<SavedGame>) =>
    ({ ...easyGame({ game: 'wotn', variant: 'wotn', start: '' }), id, ...fields }) as SavedGame
  const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6']
  const pasted = saved('pasted', { moves, winners: [0] })
  delete pasted.started
  const all = [saved('running', { moves }), pasted, saved('short', { moves: moves.slice(1), winners: [1] })]
  expect(lastFinished(all)).toBeUndefined()
  expect(
    lastFinished([...all, saved('drawn', { moves, winners: [] }), saved('old', { moves, winners: [0] })])?.id,
  ).toBe('drawn')
})

test('only the clock of the seat to act runs, also where the time of the browser is wrong', () => {
  const playing = { ...game('a'), clocks: [60_000, 50_000], turnAt: 100_000, toAct: 1 }
  expect(clocksOf(playing, 104_000, 103_000, false)).toEqual([60_000, 46_000])
  // The browser is a minute behind, or ahead.
  expect(clocksOf(playing, 44_000, 43_000, false)).toEqual([60_000, 49_000])
  expect(clocksOf(playing, 164_000, 163_000, true)).toEqual([60_000, 42_000])
  expect(clocksOf(playing, 900_000, 100_000, false)).toEqual([60_000, 0])
  expect(clocksOf({ ...playing, turnAt: 0 }, 104_000, 103_000, false)).toEqual([60_000, 50_000])
  expect(clocksOf(game('a'), 0, 0, false)).toEqual([])
})
