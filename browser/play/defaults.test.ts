import { expect, test } from 'vitest'
import { computer, person } from '../saved/game.ts'
import type { Store } from '../saved/games.svelte.ts'
import { defaultComputer, rememberComputer } from './defaults.ts'

function storing(text?: string): Store & { text: string | undefined } {
  return {
    text,
    length: 1,
    key: () => null,
    getItem() {
      return this.text ?? null
    },
    setItem(_, value) {
      this.text = value
    },
    removeItem() {},
  }
}

test('the defaults are those of the last game', () => {
  const store = storing()
  rememberComputer([person('Ann'), computer(3000, 7, 'Merlin')], store)
  expect(defaultComputer(store)).toEqual(computer(3000, 7))
  rememberComputer([person(), person()], store)
  expect(defaultComputer(store)).toEqual(computer(3000, 7))
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['null', 'null'],
  ['an invalid level', '{"milliseconds":0,"level":18}'],
  ['text', '{"milliseconds":"long","level":"4"}'],
])('%s in the storage: the defaults are those of a first game', (_, text) => {
  expect(defaultComputer(storing(text))).toEqual(computer(1000, 14))
})

test('without storage the defaults are used', () => {
  const full = storing()
  full.setItem = () => {
    throw new Error('the storage is full')
  }
  rememberComputer([computer(300, 5)], full)
  rememberComputer([computer(300, 5)], undefined)
  expect(defaultComputer(undefined)).toEqual(computer(1000, 14))
})
