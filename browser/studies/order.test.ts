import { expect, test } from 'vitest'
import { Refused, type WholeStudy } from '../server/api.ts'
import { ChapterOrder, moved, placeAt } from './order.svelte.ts'
import type { OpenStudy } from './study.svelte.ts'

test('elements move, and heights are places', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a'], 5, 0)).toEqual(['a'])
  expect([5, 15, 25, 35].map((height) => placeAt([10, 20, 30], height))).toEqual([0, 1, 2, 3])
})

/** A study whose changes of the order are answered by the test. */
function study(ids: string) {
  const chapters = (names: string) => [...names].map((id) => ({ id }))
  const one = {
    chapters: chapters(ids) as WholeStudy['chapters'],
    sent: [] as string[],
    answers: [] as ((refused: boolean) => void)[],
    change({ order = [] }: { order?: string[] }): Promise<void> {
      one.sent.push(order.join(''))
      return new Promise((resolve, reject) => {
        one.answers.push((refused) => {
          if (refused) reject(new Refused({ code: 'study-changed', message: '' }))
          else {
            one.chapters = chapters(order.join('')) as WholeStudy['chapters']
            resolve()
          }
        })
      })
    },
  }
  return { one, order: new ChapterOrder(one as unknown as OpenStudy) }
}
const shown = (order: ChapterOrder) => order.chapters.map(({ id }) => id).join('')
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a new order is shown at once, and what changes while it is sent is sent after it', async () => {
  const { one, order } = study('abc')
  order.move('a', 1)
  expect(shown(order)).toBe('bac')
  const done = order.commit()
  order.move('a', 2)
  void order.commit()
  expect(shown(order)).toBe('bca')
  one.answers[0]?.(false)
  await settled()
  expect(one.sent).toEqual(['bac', 'bca'])
  one.answers[1]?.(false)
  await done
  expect(shown(order)).toBe('bca')
  // Places outside of the list are its ends.
  order.move('a', 9)
  order.move('b', -1)
  expect(shown(order)).toBe('bca')
})

test('a refused order is that of the study again', async () => {
  const { one, order } = study('abc')
  order.move('c', 0)
  const done = order.commit()
  one.answers[0]?.(true)
  await done
  expect([shown(order), order.refusal?.code]).toEqual(['abc', 'study-changed'])
  order.dragged = 'a'
  order.move('a', 2)
  order.reset()
  expect([shown(order), order.dragged]).toEqual(['abc', ''])
})

test('chapters that were added meanwhile are the last ones', () => {
  const { one, order } = study('abc')
  order.move('c', 0)
  one.chapters = [...one.chapters.slice(1), { id: 'd' } as WholeStudy['chapters'][number]]
  expect(shown(order)).toBe('cbd')
})
