import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { screens } from './style/screens.ts'

/** The folders of the front end. Each may import from those before it and from itself. */
const order = [
  'style',
  'rules',
  'words',
  'ui',
  'sound',
  'pieces',
  'saved',
  'server',
  'board',
  'play',
  'newgame',
  'analysis',
  'library',
  'lobby',
  'home',
  'people',
  'studies',
  'tournaments',
  'clubs',
  'settings',
  'admin',
  'rulebook',
  'learn',
  'puzzles',
  'gallery',
  'app',
  'prerender',
]

const root = new URL('.', import.meta.url).pathname
const files = order.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte|css)$/.test(name))
    .map((name) => `${folder}/${name}`),
)

/** The folders that a file imports from, without those outside of the front end. */
function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)[ (]+'(\.[^']+)'/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)).split('/')[0] ?? '')
    .filter((folder) => folder !== '..' && folder !== 'public')
}

test('only isolated unit tests reset or mock modules', () => {
  const tests = files.filter((file) => file.endsWith('.test.ts') && !file.endsWith('.isolated.test.ts'))
  expect(tests.length).toBeGreaterThan(50)
  expect(
    tests.filter((file) => /vi\.(resetModules|mock|doMock)\(/.test(readFileSync(join(root, file), 'utf8'))),
  ).toEqual([])
})

test('every folder has a place in the order', () => {
  const others = ['node_modules', 'public', 'tests']
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !others.includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => readdirSync(join(root, name)).length > 0)
  expect(folders.sort()).toEqual([...order].sort())
})

test('folders import from earlier folders only', () => {
  const wrong = files.flatMap((file) => {
    const place = order.indexOf(file.split('/')[0] ?? '')
    return imports(file)
      .filter((folder) => order.indexOf(folder) > place || !order.includes(folder))
      .map((folder) => `${file} imports from ${folder}`)
  })
  expect(wrong).toEqual([])
})

test('media queries write a size out only if it is that of one component', () => {
  const sizes = (text: string) =>
    [...text.matchAll(/(?:width|height) (?:<|>=) [\d.]+rem/g)].map(([size]) => size.replace(/<|>=/, ''))
  const named = Object.values(screens).filter((condition) => !condition.startsWith('(('))
  const places = new Map(named.flatMap(sizes).map((size) => [size, new Set(['style/screens.ts'])]))
  for (const file of files.filter((name) => name !== 'style/screens.ts' && !name.includes('.test.'))) {
    const text = readFileSync(join(root, file), 'utf8')
    const queries = text.match(/@media[^{]+|(?:MediaQuery|matchMedia)\([^\n]+/g) ?? []
    for (const size of queries.flatMap(sizes)) places.set(size, (places.get(size) ?? new Set()).add(file))
  }
  expect(places.size).toBeGreaterThan(10)
  expect([...places].filter(([, where]) => where.size > 1).map(([size, where]) => [size, ...where])).toEqual([])
})
