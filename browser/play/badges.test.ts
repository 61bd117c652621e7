import { expect, test } from 'vitest'
import { allBadges, localBadges, onlineBadges } from './badges.ts'

test('badges link to the position, if the match and the game are known', () => {
  const online = onlineBadges([
    { code: 'regicide', at: 1, match: 'Ab', game: 2, ply: 31 },
    { code: 'five-seats', at: 2 },
    { code: 'of-a-later-build', at: 3, match: 'x', game: 1, ply: 1 },
  ])
  expect(online).toEqual([
    { code: 'regicide', href: 'analysis/wotn#match=Ab&number=2&ply=31', local: false },
    { code: 'five-seats', href: '', local: false },
  ])
  const solved = {
    'badge-regicide/gone': { moves: 5, stars: 3 },
    'badge-by-a-hair/gone': { moves: 5, stars: 3 },
    'badge-by-a-hair/here': { moves: 41, stars: 3 },
  }
  const local = localBadges(solved, (id) => id === 'here')
  expect(local).toEqual([
    { code: 'regicide', href: '', local: true },
    { code: 'by-a-hair', href: 'analysis/lancelot#game=here&ply=41', local: true },
  ])
  expect(allBadges(online, local).map(({ code, local }) => `${code} ${local}`)).toEqual([
    'regicide false',
    'five-seats false',
    'by-a-hair true',
  ])
})
