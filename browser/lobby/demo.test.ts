import { expect, test } from 'vitest'
import { isKey } from '../words/words.svelte.ts'
import demos from './demo.json'

test('every position of the demonstration has a caption', () => {
  const missing = demos
    .flatMap(({ frames }) => frames.map(({ text }) => `home.demo.${text}`))
    .filter((key) => !isKey(key))
  expect(missing).toEqual([])
})
