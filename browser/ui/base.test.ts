import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { at, base, here } from './base.ts'
import { place } from './route.svelte.ts'

/** open simulates a page at an address, whose start page has this base. */
function open(address: string, folder: string): string[] {
  const visited: string[] = []
  const location = new URL(address)
  const document = { baseURI: new URL(folder, address).href }
  const move = (_: unknown, __: string, path: string) => {
    location.href = new URL(path, document.baseURI).href
    visited.push(location.href)
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('document', document)
  vi.stubGlobal('history', { pushState: move, replaceState: move })
  vi.stubGlobal('scrollTo', () => {})
  return visited
}

afterEach(() => vi.unstubAllGlobals())

describe.each([
  ['/', 'https://club.example/'],
  ['/tafelrunde/', 'https://club.example/tafelrunde/'],
  ['/games/tafelrunde/', 'https://club.example/games/tafelrunde/'],
])('under %s', (folder, home) => {
  test.each(['', 'play', 'match/Zt_3-x/2', 'rules/wotn#p3'])('"%s" is relative to the base', (path) => {
    open(`${home}${path}`, folder)
    expect(base().href).toBe(home)
    expect(here()).toBe(path.split('#')[0])
    expect(at(path)).toBe(`${home}${path}`)
  })

  test('pages are visited under the base', () => {
    const visited = open(`${home}wotn/new`, folder)
    place.go('match/Zt_3-x/2')
    expect(place.route).toEqual({ page: 'match', id: 'Zt_3-x', number: 2 })
    place.go(`${folder}people/Zt_3-x`, 'replace')
    expect(place.route).toEqual({ page: 'person', id: 'Zt_3-x' })
    place.go('./')
    expect(place.route).toEqual({ page: 'home' })
    expect(visited).toEqual([`${home}match/Zt_3-x/2`, `${home}people/Zt_3-x`, home])
  })
})

test('a page that is opened without the base path shows its address', () => {
  open('http://localhost:8080/rules/wotn', '/tafelrunde/')
  expect(here()).toBe('rules/wotn')
  expect(at('play')).toBe('http://localhost:8080/tafelrunde/play')
})

test('no link or request is relative to the root of the host', () => {
  const root = new URL('..', import.meta.url).pathname
  const wrong = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/^(node_modules|tests)\/|\.test\.ts$/.test(name))
    .flatMap((name) =>
      [
        ...readFileSync(`${root}${name}`, 'utf8').matchAll(
          /(?:href=["'`]|\b(?:go|fetch|at)\(["'`]|href=\{["'`])[/#].*/g,
        ),
      ].map(([found]) => `${name}: ${found}`),
    )
    // Its click is handled by the page, which moves the focus.
    .filter((found) => found !== 'app/App.svelte: href="#main"')
  expect(wrong).toEqual([])
})
