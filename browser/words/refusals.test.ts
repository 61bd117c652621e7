import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookUp } from './words.svelte.ts'

const folders = ['match', 'games', 'web'].map((name) => new URL(`../../internal/${name}/`, import.meta.url))
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8')),
)

/** Codes of refusals that only API clients receive. */
const forPrograms = new Set([
  'bot-needed',
  'bot-played',
  'clock-kind',
  'cross-origin',
  'first-seat',
  'game',
  'idempotency-key',
  'idempotency-reused',
  'lessons-many',
  'lessons-name',
  'lessons-person',
  'no-clock',
  'no-route',
  'no-downtime',
  'opened',
  'owner',
  'passkey-address',
  'player',
  'scope',
  'scope-none',
  'settings',
  'square',
  'stopping',
  'timeout',
  'token',
  'token-expires',
  'unknown-command',
  'variant',
  'visibility',
  'yourself',
])

test('all refusals that a page can receive have a text', () => {
  const codes = sources.flatMap((text) =>
    [...text.matchAll(/(?:Refuse\(|[pP]roblem\(http\.\w+, |Code: )"([a-z-]*[a-z])"/g)].map(([, code = '']) => code),
  )
  expect(codes.length).toBeGreaterThan(60)
  const texts = (code: string) => lookUp(`refusal.${code}`) || lookUp(`problem.${code}`)
  expect([...new Set(codes)].filter((code) => !texts(code) && !forPrograms.has(code))).toEqual([])
  expect([...forPrograms].filter((code) => !codes.includes(code))).toEqual([])
})
