import { expect, test } from 'vitest'
import { merge, Progress, parse, type Store } from './progress.svelte.ts'

function memory(text?: string): Store & { text: string | null } {
  return {
    text: text ?? null,
    getItem() {
      return this.text
    },
    setItem(_: string, text: string) {
      this.text = text
    },
  }
}

test('what is stored is read again', () => {
  const store = memory()
  const progress = new Progress()
  progress.open(store)
  expect(progress.chess).toBeUndefined()
  progress.answerChess(true)
  progress.visit('first', 3)
  progress.add({ 'first/a': { moves: 2, stars: 2 } })
  progress.keepGame('first', 'g', ['e2e4'])
  const again = new Progress()
  again.open(store)
  expect([again.chess, again.last, again.starsOf('first', 'a'), again.starsOf('first', 'b')]).toEqual([
    true,
    'first/3',
    2,
    0,
  ])
  expect(again.gameOf('first', 'g')).toEqual(['e2e4'])
  again.keepGame('first', 'g', [])
  expect(again.gameOf('first', 'g')).toEqual([])
})

test('the better result stays, also that of another tab', () => {
  const store = memory()
  const [one, two] = [new Progress(), new Progress()]
  one.open(store)
  two.open(store)
  one.add({ 's/a': { moves: 1, stars: 3 } })
  two.add({ 's/a': { moves: 4, stars: 1 }, 's/b': { moves: 2, stars: 3 } })
  expect(two.solved).toEqual({ 's/a': { moves: 1, stars: 3 }, 's/b': { moves: 2, stars: 3 } })
  expect(merge({ x: { moves: 5, stars: 1 } }, { x: { moves: 3, stars: 2 } })).toEqual({ x: { moves: 3, stars: 2 } })
})

test('damaged data is left out', () => {
  for (const text of [null, '', '{', '7', 'null', '{"version":2}']) expect(parse(text).solved).toEqual({})
  const text = JSON.stringify({
    version: 1,
    solved: { a: { moves: 1, stars: 3 }, b: { moves: 0, stars: 3 }, c: { moves: 1, stars: 9 }, d: null },
    games: { g: ['e2e4'], h: 'e2e4', i: [4] },
    chess: 'yes',
  })
  expect(parse(text)).toEqual({ version: 1, solved: { a: { moves: 1, stars: 3 } }, games: { g: ['e2e4'] } })
})

test('a blocked storage is no obstacle', () => {
  const progress = new Progress()
  progress.open({
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('blocked')
    },
  })
  progress.add({ 's/a': { moves: 1, stars: 3 } })
  expect(progress.starsOf('s', 'a')).toBe(3)
})
