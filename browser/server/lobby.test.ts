import { expect, test } from 'vitest'
import type { NumberedTables, Summary } from './api.ts'
import { changedTables } from './lobby.ts'

const table = (match: string, game = 0) => ({ match, game }) as Summary
const shown = (tables: NumberedTables | undefined) =>
  tables && [tables.waiting, tables.playing].map((list) => list.map(({ match, game }) => `${match}${game}`).join(' '))

const tables: NumberedTables = {
  version: 4,
  waiting: [table('a'), table('b'), table('c')],
  playing: [table('x')],
  moreWaiting: false,
  morePlaying: false,
}

test('tables are added, changed, removed, and move to the other list when their game begins', () => {
  const after = changedTables(tables, {
    version: 5,
    waiting: {
      removed: ['b', 'c'],
      inserted: [
        { at: 0, table: table('n') },
        { at: 2, table: table('c', 1) },
      ],
    },
    playing: { inserted: [{ at: 0, table: table('b', 1) }] },
    moreWaiting: true,
    morePlaying: false,
  })
  expect(shown(after)).toEqual(['n0 a0 c1', 'b1 x0'])
  expect(after).toMatchObject({ version: 5, moreWaiting: true })
  expect(shown(tables)).toEqual(['a0 b0 c0', 'x0'])
})

test('a change that is not the next one is refused', () => {
  for (const version of [3, 4, 6])
    expect(changedTables(tables, { version, waiting: {}, playing: {}, moreWaiting: false, morePlaying: false })).toBe(
      undefined,
    )
})
