import { expect, test } from 'vitest'
import type { Store } from '../saved/games.svelte.ts'
import { NoteDrafts } from './notes.ts'

function newStore(): Store {
  const all = new Map<string, string>()
  return {
    get length() {
      return all.size
    },
    key: (i) => [...all.keys()][i] ?? null,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, text) => void all.set(key, text),
    removeItem: (key) => void all.delete(key),
  }
}

test('tabs keep drafts of their own, which a later tab takes over one after the other', () => {
  const store = newStore()
  new NoteDrafts(store, 'm', 'one').put({ base: 1, person: 'anna', text: 'a' })
  new NoteDrafts(store, 'm', 'two').put({ base: 1, person: 'anna', text: 'b' })
  new NoteDrafts(store, 'm', 'three').put({ base: 1, person: 'ben', text: 'c' })
  new NoteDrafts(store, 'other', 'two').put({ base: 1, person: 'anna', text: 'd' })
  store.setItem('tafelrunde.note.m.four', 'nonsense')
  const later = () => new NoteDrafts(store, 'm', 'later')
  const texts = []
  for (let draft = later().take('anna'); draft; draft = later().take('anna')) {
    texts.push(draft.text)
    later().remove()
  }
  expect(texts).toEqual(['a', 'b'])
  expect(later().take('ben')?.text).toBe('c')
})

test('a browser without storage keeps nothing and says so', () => {
  const drafts = new NoteDrafts(undefined, 'm', 'one')
  expect(drafts.put({ base: 0, person: 'anna', text: 'a' })).toBe(false)
  expect(drafts.take('anna')).toBeUndefined()
})
