import { expect, test } from 'vitest'
import { Memory } from './memory.ts'
import { keepPerson, lastPerson } from './person.ts'

test('the person whom the server named last is known, of earlier builds only that there was one', () => {
  const store = new Memory()
  expect(lastPerson(store)).toBeUndefined()
  keepPerson(store, { name: 'Kuno', account: true })
  expect(lastPerson(store)).toEqual({ name: 'Kuno', account: true })
  keepPerson(store, undefined)
  expect(lastPerson(store)).toBeUndefined()
  store.setItem('tafelrunde.person', '1')
  expect(lastPerson(store)).toEqual({ name: '', account: false })
})
