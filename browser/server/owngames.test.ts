import { expect, test } from 'vitest'
import type { Summary } from './api.ts'
import { ownGames } from './owngames.svelte.ts'

const summary = (match: string, game: string, position: string, start?: string) =>
  ({
    match,
    phase: 'playing',
    settings: { game, variant: game === 'wotn' ? 'wotn' : 'basic', start },
    position,
  }) as Summary

const board = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR'
const stones = '8/8/8/8/8/8/8/a7'

test('games from a position are found from their beginning on', () => {
  const start = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  const empty = '8/8/8/8/8/8/8/8 a 0,3 20,20 - basic 7'
  ownGames.set('anna', [summary('m1', 'wotn', start, start), summary('m2', 'lancelot', empty, empty)])
  expect(ownGames.at('wotn', start)).toBe('m1')
  expect(ownGames.at('lancelot', empty)).toBe('m2')
})

test('positions of games in progress are found, whatever their counters say', () => {
  ownGames.set('anna', [
    summary('m1', 'wotn', `${board} w KQkq - 0 2`),
    summary('m2', 'wotn', '4k3/8/8/8/8/8/8/4K2R b K - 0 1'),
    summary('m3', 'lancelot', `${stones} b 0,0 29,30 - basic 7`),
    summary('m4', 'lancelot', '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7'),
    { ...summary('m5', 'wotn', '4k3/8/8/8/8/8/8/3K4 w - - 0 9'), phase: 'finished' },
  ])
  expect(ownGames.at('wotn', `${board} w KQkq - 0 2`)).toBe('m1')
  expect(ownGames.at('wotn', `${board} w - - 7 1`)).toBe('m1')
  expect(ownGames.at('lancelot', `${stones} b 0,0 29,30 - basic 9`)).toBe('m3')
  for (const [variant, position] of [
    ['wotn', `${board} b KQkq - 0 2`],
    ['chess', `${board} w KQkq - 0 2`],
    ['wotn', '4k3/8/8/8/8/8/8/4K2R b K - 0 1'], // the first move
    ['lancelot', '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7'], // no stone yet
    ['wotn', '4k3/8/8/8/8/8/8/3K4 w - - 0 9'], // over
  ]) {
    expect(ownGames.at(variant ?? '', position ?? '')).toBe('')
  }
})
