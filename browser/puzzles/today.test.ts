import { expect, test } from 'vitest'
import { Memory } from '../saved/memory.ts'
import type { ShownPuzzle } from '../server/api.ts'
import { todaysPuzzle } from './today.ts'

const answer: ShownPuzzle = {
  date: '2026-12-01',
  game: { variant: 'lancelot', number: 3, ply: 7, start: '', moves: '' },
  puzzle: {
    id: 'abcdefg',
    rating: 900,
    plays: 2,
    start: 's',
    lastMove: 'l',
    fen: 'f',
    solution: ['m'],
    also: [[]],
    themes: [],
  },
}

test('the server is asked once a day for the puzzle of a game', async () => {
  const store = new Memory()
  const asked: string[] = []
  const server = async (game: string, date: string) => {
    asked.push(`${game} ${date}`)
    return { ...answer, date }
  }
  const on = (game: 'wotn' | 'lancelot', date: string) => todaysPuzzle(game, date, store, server)
  const first = await on('lancelot', '2026-12-01')
  expect(first).toMatchObject({ position: 'f', puzzle: { id: 'abcdefg', previous: 'l', rules: 'lancelot', game: 3 } })
  expect(await on('lancelot', '2026-12-01')).toEqual(first)
  await on('wotn', '2026-12-01')
  await on('lancelot', '2026-12-02')
  expect(asked).toEqual(['lancelot 2026-12-01', 'wotn 2026-12-01', 'lancelot 2026-12-02'])
})

test('without the server the puzzle is that of the collection', async () => {
  const offline = () => Promise.reject(new Error('offline'))
  const daily = await todaysPuzzle('wotn', '2026-12-01', undefined, offline)
  expect(daily?.puzzle.id).toMatch(/^[0-9a-z]{7}$/)
  expect(daily?.position).toBe('')
})
