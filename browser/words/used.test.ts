import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './en.ts'

const folder = new URL('..', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      /\.(ts|svelte)$/.test(name) && !/node_modules|^\.svelte-check|\.test\.ts$|^tests|words\/(en|de)\.ts$/.test(name),
  )
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')

/** isUsed reports whether the sources contain the key, its stem without the number form, or a template for its last part. */
function isUsed(key: string): boolean {
  const stem = key.replace(/\.(one|other)$/, '')
  const parent = key.replace(/[^.]*$/, '')
  return [`'${key}'`, `'${stem}'`, `\`${parent}\${`].some((use) => sources.includes(use))
}

/** Keys that the sources build from several parts. */
const composed =
  /^arms\.(shield|division|charge)\.|^stats\.(won|drawn|lost)\.|^kind\.|^badge\.|^character\.(won|lost)\.|^scene\.(wotn|lancelot)\./

test('all texts are used', () => {
  expect(Object.keys(en).filter((key) => !isUsed(key) && !composed.test(key))).toEqual([])
})
