import { expect, test } from 'vitest'
import { readAddress, type Source, writeAddress } from './address.ts'

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

test.each<[Source, string]>([
  [{ kind: 'position', variant: 'chess', start: '', moves: [] }, 'analysis/wotn#variant=chess'],
  [
    { kind: 'position', variant: 'wotn-alternative', start, moves: ['e2e4', 'd7d5', 'e4d5s'] },
    'analysis/wotn#variant=wotn-alternative&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1&moves=e2e4,d7d5,e4d5s',
  ],
  [
    { kind: 'position', variant: 'wotn', start: '', moves: ['e2e4', 'd7d5', 'e4d5'], ply: 2 },
    'analysis/wotn#variant=wotn&moves=e2e4,d7d5,e4d5&ply=2',
  ],
  [{ kind: 'game', id: 'k3x', ply: 12, review: true }, 'analysis/wotn#game=k3x&ply=12&review=1'],
  [{ kind: 'match', id: 'Ab-9_', game: 2, ply: 0, review: false }, 'analysis/wotn#match=Ab-9_&number=2'],
  [{ kind: 'analysis', id: 'k3x' }, 'analysis/wotn#analysis=k3x'],
  [{ kind: 'setup', variant: 'chess', position: '' }, 'analysis/wotn#variant=chess&setup='],
  [
    { kind: 'setup', variant: 'lancelot', position: '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7' },
    'analysis/lancelot#setup=8/8/8/8/8/8/8/8_a_0,0_30,30_-_basic_7',
  ],
  [{ kind: 'position', variant: 'lancelot', start: '', moves: [] }, 'analysis/lancelot'],
  [
    {
      kind: 'position',
      variant: 'lancelot',
      start: '8/8/8/8/8/8/8/8 b 0,0 30,30 ab diagonals+excalibur 7',
      moves: ['Xg6', 'd4', 'g8,Xg7'],
    },
    'analysis/lancelot#position=8/8/8/8/8/8/8/8_b_0,0_30,30_ab_diagonals%2Bexcalibur_7&turns=Xg6;d4;g8,Xg7',
  ],
])('%o has an address', (source, address) => {
  const game = address.includes('/lancelot') ? 'lancelot' : 'wotn'
  expect(writeAddress(source, game)).toBe(address)
  expect(readAddress(address.includes('#') ? address.replace(/^.*#/, '#') : '', game)).toEqual(source)
})

test.each(['position', 'setup'])('a plus sign in %s need not be escaped', (field) => {
  const start = '8/8/8/8/8/8/8/8 b 0,0 30,30 ab diagonals+excalibur 7'
  for (const plus of ['+', '%2B', '%20', '_']) {
    const source = readAddress(`#${field}=${start.replaceAll(' ', '_').replace('+', plus)}`, 'lancelot')
    expect(source.kind === 'setup' ? source.position : source.kind === 'position' && source.start).toBe(start)
  }
})

test('a foreign address shows the start position', () => {
  const plain = { kind: 'position', variant: 'wotn', start: '', moves: [] }
  for (const text of ['', '#', '#main', '#variant=go', '#game=%2F..', '#match=', '#analysis=a%20b', '#%%%']) {
    expect(readAddress(text, 'wotn'), text).toEqual(plain)
  }
  expect(readAddress('#match=a&number=-3&ply=x', 'wotn')).toEqual({
    kind: 'match',
    id: 'a',
    game: 0,
    ply: 0,
    review: false,
  })
})
