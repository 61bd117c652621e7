import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SavedAnalysis } from '../analysis/saved.svelte.ts'
import type { Store } from '../saved/games.svelte.ts'
import { Refused, Unreachable } from '../server/api.ts'
import { Saver } from '../server/saver.svelte.ts'
import { type Draft, Drafts } from './drafts.ts'

/** A storage of a browser, which can be full. */
class FakeStore implements Store {
  readonly all = new Map<string, string>()
  full = false
  get length() {
    return this.all.size
  }
  key(i: number) {
    return [...this.all.keys()][i] ?? null
  }
  getItem(key: string) {
    return this.all.get(key) ?? null
  }
  setItem(key: string, text: string) {
    if (this.full) throw new Error('full')
    this.all.set(key, text)
  }
  removeItem(key: string) {
    this.all.delete(key)
  }
}

const saved = (id: string, comment = ''): SavedAnalysis => ({
  id,
  changed: 0,
  variant: 'chess',
  start: '',
  tags: {},
  moves: [{ text: 'e2e4', san: 'e4', nags: [], before: [], after: [comment], variations: [] }],
  at: [0],
  flipped: false,
})

let store: FakeStore
let drafts: Drafts
/** The comments of the changes that were sent, with their versions. */
let sent: string[]
/** What the server answers. */
let server: (draft: Draft) => Promise<number>
const nobody = new Set<string>()

beforeEach(() => {
  vi.useFakeTimers()
  store = new FakeStore()
  drafts = new Drafts(store, 'study', 'tab1')
  sent = []
  server = async ({ base }) => base + 1
})
afterEach(() => {
  vi.useRealTimers()
})

function newSaver(version = 1): Saver<Draft> {
  return new Saver<Draft>(version, drafts, (draft) => {
    sent.push(`${draft.base}: ${draft.saved.moves[0]?.after[0]}`)
    return server(draft)
  })
}

const edit = (saver: Saver<Draft>, comment: string) => saver.edit({ title: 'Title', saved: saved('c', comment) })

test('changes are collected and sent with the version they are based on', async () => {
  const saver = newSaver(3)
  edit(saver, 'a')
  edit(saver, 'b')
  expect(saver.state).toBe('waiting')
  expect(drafts.take('c', nobody)?.saved.moves[0]?.after).toEqual(['b'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent).toEqual(['3: b'])
  expect(saver.state).toBe('saved')
  expect(saver.version).toBe(4)
  expect(store.all.size).toBe(0)
})

test('a change during a request is sent after it', async () => {
  const saver = newSaver()
  edit(saver, 'a')
  let answer = (_: number) => {}
  server = () => {
    server = async ({ base }) => base + 1
    return new Promise((resolve) => {
      answer = resolve
    })
  }
  await vi.advanceTimersByTimeAsync(2000)
  expect(saver.state).toBe('saving')
  edit(saver, 'b')
  answer(2)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['1: a', '2: b'])
  expect(saver.state).toBe('saved')
  expect(saver.version).toBe(3)
  expect(store.all.size).toBe(0)
})

test('without network a change stays in the browser and is sent again', async () => {
  const saver = newSaver()
  server = () => Promise.reject(new Unreachable('no network'))
  edit(saver, 'a')
  await vi.advanceTimersByTimeAsync(2000)
  expect(saver.state).toBe('offline')
  edit(saver, 'b')
  await vi.advanceTimersByTimeAsync(14_000)
  expect(sent).toEqual(['1: a', '1: b', '1: b'])
  expect(store.all.size).toBe(1)
  server = async ({ base }) => base + 1
  await saver.flush()
  expect(saver.state).toBe('saved')
  expect(store.all.size).toBe(0)
})

test.each([
  ['study-changed', 'conflict'],
  ['not-found', 'gone'],
])('after %s nothing is sent or lost', async (code, state) => {
  const saver = newSaver()
  server = () => Promise.reject(new Refused({ code, message: '' }))
  edit(saver, 'a')
  await vi.advanceTimersByTimeAsync(2000)
  edit(saver, 'b')
  await vi.advanceTimersByTimeAsync(60_000)
  await saver.flush()
  expect(saver.state).toBe(state)
  expect(sent).toEqual(['1: a'])
  expect(saver.draft?.saved.moves[0]?.after).toEqual(['b'])
  expect(drafts.take('c', nobody)?.saved.moves[0]?.after).toEqual(['b'])
  saver.discard()
  expect(saver.state).toBe('saved')
  expect(store.all.size).toBe(0)
})

test('a refused change is kept, and the next one is sent', async () => {
  const saver = newSaver()
  server = () => Promise.reject(new Refused({ code: 'chapter-nodes', message: '' }))
  edit(saver, 'a')
  await vi.advanceTimersByTimeAsync(2000)
  expect([saver.state, saver.refusal?.code]).toEqual(['refused', 'chapter-nodes'])
  server = async ({ base }) => base + 1
  edit(saver, 'b')
  await vi.advanceTimersByTimeAsync(2000)
  expect([saver.state, saver.refusal]).toEqual(['saved', undefined])
})

test('a draft of an earlier visit is sent, or conflicts', async () => {
  const draft = { base: 1, title: 'Title', saved: saved('c', 'old') }
  const saver = newSaver(1)
  saver.resume(draft)
  await vi.advanceTimersByTimeAsync(0)
  expect([saver.state, saver.version]).toEqual(['saved', 2])
  const late = newSaver(2)
  late.resume(draft)
  await vi.advanceTimersByTimeAsync(5000)
  expect([late.state, late.draft]).toEqual(['conflict', draft])
  expect(sent).toEqual(['1: old'])
})

test('a full storage is reported until the server has the change', async () => {
  store.full = true
  const saver = newSaver()
  edit(saver, 'a')
  expect(saver.unkept).toBe(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect([saver.state, saver.unkept]).toEqual(['saved', false])
})

test('drafts of tabs that are gone are taken over, those of open tabs are not', () => {
  const other = new Drafts(store, 'study', 'tab2')
  other.put({ base: 4, title: 'Theirs', saved: saved('c', 'x') })
  new Drafts(store, 'another', 'tab2').put({ base: 1, title: '', saved: saved('c') })
  store.setItem('tafelrunde.study.study.d.tab3', 'nonsense')
  store.setItem('tafelrunde.study.study.e.tab3', JSON.stringify({ version: 2, base: 1, title: '', saved: saved('e') }))
  expect(drafts.take('c', new Set(['tab2']))).toBeUndefined()
  expect(drafts.waiting(new Set(['tab2', 'tab3']))).toEqual([])
  expect(drafts.waiting(nobody)).toEqual(['c', 'd', 'e'])
  expect(drafts.take('d', nobody)).toBeUndefined()
  expect(drafts.take('e', nobody)).toBeUndefined()
  expect(drafts.take('c', nobody)).toMatchObject({ base: 4, title: 'Theirs' })
  expect(other.take('c', new Set(['tab1']))).toBeUndefined()
  expect(drafts.take('c', nobody)).toMatchObject({ base: 4 })
})
