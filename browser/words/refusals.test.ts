import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { fill } from './fill.ts'
import { lookUp } from './words.svelte.ts'

const folders = ['match', 'web'].map((name) => new URL(`../../internal/${name}/`, import.meta.url))
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
  'computers-clock',
  'cross-origin',
  'device',
  'first-seat',
  'game',
  'idempotency-key',
  'idempotency-reused',
  'lessons-many',
  'lessons-name',
  'lessons-person',
  'mistake',
  'no-clock',
  'no-route',
  'no-downtime',
  'no-push',
  'notification-settings',
  'opened',
  'owner',
  'passkey-address',
  'player',
  'puzzle-date',
  'puzzle-later',
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

/** Refusals of the server that the sources create, with the names of their arguments. */
function declared(): { code: string; args: string[] }[] {
  const found: { code: string; args: string[] }[] = []
  /** The end of the call whose opening bracket is before `from`. */
  const end = (text: string, from: number) => {
    let depth = 1
    const tokens = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)+'|[()]/g
    tokens.lastIndex = from
    for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
      if (token[0] === '(') depth++
      if (token[0] === ')' && --depth === 0) return tokens.lastIndex
    }
    throw new Error('a call has no end')
  }
  for (const text of sources) {
    for (const call of text.matchAll(/(?:Refuse\(|NewProblem\()/g)) {
      const start = call.index + call[0].length
      const [, code = ''] = /^(?:http\.\w+, )?"([a-z-]*[a-z])"/.exec(text.slice(start, start + 99)) ?? []
      if (!code) continue
      const args: string[] = []
      let at = end(text, start)
      for (;;) {
        const next = /^\.\s*(\w+)\(/.exec(text.slice(at, at + 40))
        if (!next) break
        const [whole, method] = next
        if (method === 'With') args.push(/^"(\w+)"/.exec(text.slice(at + whole.length))?.[1] ?? '')
        at = end(text, at + whole.length)
      }
      found.push({ code, args })
    }
  }
  return found
}

test('the texts of refusals need no argument that the server does not send', () => {
  const list = declared()
  expect(list.length).toBeGreaterThan(150)
  expect(list.filter(({ args }) => args.length > 1).length).toBeGreaterThan(4)
  const unfilled = list.flatMap(({ code, args }) =>
    [en, de].flatMap((words: Record<string, string>) => {
      const text = words[`refusal.${code}`] ?? words[`problem.${code}`] ?? ''
      const filled = fill(text, Object.fromEntries(args.map((name) => [name, 1])))
      return filled.includes('{') ? [`${code} with ${args.join(', ') || 'no arguments'}: ${filled}`] : []
    }),
  )
  expect(unfilled).toEqual([])
})
