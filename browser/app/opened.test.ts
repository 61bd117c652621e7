import { expect, test } from 'vitest'
import type { Notification, Summary } from '../server/api.ts'
import { OpenedNews } from './opened.svelte.ts'

const table = (match: string, kind = 'real-time') => ({ match, settings: { clock: { kind } } }) as Summary
const about = (match: string, at: number, kind: Notification['kind'] = 'table') => ({ kind, match, at, read: false })

test('a table that a followed person opens is news once', async () => {
  let list: Notification[] = [about('old', 1)]
  const tables = [table('old'), table('new'), table('slow', 'correspondence'), table('turn')]
  const news = new OpenedNews(async () => ({ notifications: list, tables }) as never)
  const receive = async (unread: number | undefined) => (await news.receive(unread))?.match
  expect(await receive(undefined)).toBeUndefined()
  expect(await receive(1)).toBeUndefined()

  list = [about('new', 2), ...list]
  expect(await receive(2)).toBe('new')
  expect(await receive(1)).toBeUndefined()
  expect(await receive(2)).toBeUndefined()

  list = [about('slow', 3), ...list]
  expect(await receive(3)).toBeUndefined()
  list = [about('turn', 4, 'turn'), about('old', 1)]
  expect(await receive(4)).toBeUndefined()
})
