import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** untagged returns how many tests of a file `make test` runs; of those with auditIf at least one is. */
function untagged(source: string): number {
  const title = /(`[^`]*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\w+)/.source
  const tests = [...source.matchAll(new RegExp(`^ *test\\(\\s*${title},\\s*(audit,)?`, 'gm'))]
  return tests.filter(([, , tag]) => tag === undefined).length
}

test('a tag is recognized', () => {
  expect(untagged("test('a', audit, async () => {})\n")).toBe(0)
  expect(untagged("  test('it’s', auditIf(game === 'wotn'), async () => {})\n  test(game, async () => {})\n")).toBe(2)
  expect(untagged('test(`a`, audit, async ({\n  page,\n}) => {})\ntest.describe(name, () => {})\n')).toBe(0)
})

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'))

test.each(files)('make test runs a test of %s', (name) => {
  expect(untagged(readFileSync(new URL(name, folder), 'utf8'))).toBeGreaterThan(0)
})
