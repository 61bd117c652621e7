import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './en.ts'

const folder = new URL('..', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !/node_modules|\.test\.ts$|^tests|words\/(en|de)\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')

/** Texts are named whole, by the stem of what is counted, or by a template for the last part of the name. */
function isUsed(key: string): boolean {
  const stem = key.replace(/\.(one|other)$/, '')
  const parent = key.replace(/[^.]*$/, '')
  return [`'${key}'`, `'${stem}'`, `\`${parent}\${`].some((use) => sources.includes(use))
}

/** Names put together from more than one part: ways and kind. */
const composed = /^kind\./

test('every text is used somewhere', () => {
  expect(Object.keys(en).filter((key) => !isUsed(key) && !composed.test(key))).toEqual([])
})
