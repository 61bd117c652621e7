import type { LobbyChange, NumberedTables, Summary, Tables } from './api.ts'

type ListChange = LobbyChange['waiting']

function changed(list: readonly Summary[], { removed, inserted }: ListChange): Summary[] {
  const gone = new Set(removed)
  const result = list.filter(({ match }) => !gone.has(match))
  for (const { at, table } of inserted ?? []) result.splice(at, 0, table)
  return result
}

/** changedTables returns the public tables after a change, or undefined if the change is not the next one. */
export function changedTables(tables: NumberedTables, change: LobbyChange): NumberedTables | undefined {
  if (change.version !== tables.version + 1) return undefined
  const { version, moreWaiting, morePlaying } = change
  const lists: Tables = {
    waiting: changed(tables.waiting, change.waiting),
    playing: changed(tables.playing, change.playing),
    moreWaiting,
    morePlaying,
  }
  return { version, ...lists }
}
