import { expect, test } from 'vitest'
import { readAddress, type Source, writeAddress } from './address.ts'

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

test.each<[Source, string]>([
  [{ kind: 'position', variant: 'chess', start: '', moves: [] }, 'analysis/wotn#variant=chess'],
  [
    { kind: 'position', variant: 'wotn-alternative', start, moves: ['e2e4', 'd7d5', 'e4d5s'] },
    'analysis/wotn#variant=wotn-alternative&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1&moves=e2e4,d7d5,e4d5s',
  ],
  [{ kind: 'game', id: 'k3x', ply: 12, review: true }, 'analysis/wotn#game=k3x&ply=12&review=1'],
  [{ kind: 'match', id: 'Ab-9_', game: 2, ply: 0, review: false }, 'analysis/wotn#match=Ab-9_&number=2'],
  [{ kind: 'analysis', id: 'k3x' }, 'analysis/wotn#analysis=k3x'],
])('%o has an address', (source, address) => {
  expect(writeAddress(source)).toBe(address)
  expect(readAddress(address.replace(/^.*#/, '#'))).toEqual(source)
})

test('a foreign address shows the start position', () => {
  const plain = { kind: 'position', variant: 'wotn', start: '', moves: [] }
  for (const text of ['', '#', '#main', '#variant=go', '#game=%2F..', '#match=', '#analysis=a%20b', '#%%%']) {
    expect(readAddress(text), text).toEqual(plain)
  }
  expect(readAddress('#match=a&number=-3&ply=x')).toEqual({ kind: 'match', id: 'a', game: 0, ply: 0, review: false })
})
