import { expect, test } from 'vitest'
import type { Summary } from '../server/api.ts'
import { type Asked, DeclinedNews } from './declined.svelte.ts'

const table = (match: string, invited: string[], phase = 'waiting') =>
  ({ match, phase, settings: { game: 'wotn', variant: 'wotn', invited } }) as unknown as Summary

/** Tables whose invited people have declined, as the server answers, and the number of its answers. */
function newsOf(declined: Record<string, string[]>) {
  const asked: string[] = []
  const news = new DeclinedNews(async (match) => {
    asked.push(match)
    return { declined: declined[match], phase: 'closed', settings: {} } as unknown as Asked
  })
  return { news, asked }
}

test('a table that was closed because somebody declined is news, unless it is on the page', async () => {
  const { news } = newsOf({ a: ['Ben'], b: ['Cleo'] })
  await news.receive([table('a', ['Ben']), table('b', ['Cleo'])], '')
  expect(await news.receive([table('b', ['Cleo'])], '')).toMatchObject({ match: 'a', names: ['Ben'], closed: true })
  expect(news.shown?.match).toBe('a')
  expect(await news.receive([], 'b')).toBeUndefined()
  expect(news.shown?.match).toBe('a')
})

test('of a table that goes on waiting, everybody who declines is named once', async () => {
  const { news } = newsOf({ a: ['Ben'] })
  await news.receive([table('a', ['Ben', 'Cleo', 'Dora'])], '')
  expect((await news.receive([table('a', ['Cleo', 'Dora'])], ''))?.names).toEqual(['Ben'])
  // Dora is no longer invited, but has not declined.
  expect(await news.receive([table('a', ['Cleo'])], '')).toBeUndefined()
})

test('a game that begins, a table closed by its owner and the first list are no news', async () => {
  const { news, asked } = newsOf({})
  await news.receive([table('a', ['Ben']), table('b', ['Cleo']), table('c', [])], '')
  expect(await news.receive([table('a', ['Ben'], 'playing'), table('b', ['Cleo'])], '')).toBeUndefined()
  expect(asked).toEqual([])
  expect(await news.receive([], '')).toBeUndefined()
  expect(asked).toEqual(['b'])
  // Another person is logged in.
  await news.receive([table('d', ['Ben'])], '')
  await news.receive(undefined, '')
  expect(await news.receive([], '')).toBeUndefined()
  expect(asked).toEqual(['b'])
})
