import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { read as readReview } from '../analysis/kept.ts'
import { read as readAnalysis } from '../analysis/saved.svelte.ts'
import { read as readGame } from '../saved/game.ts'
import { parse as readLessons } from '../saved/progress.svelte.ts'

vi.stubGlobal('document', { documentElement: { dataset: {} } })

/** What a browser has stored with the page of a commit, by key. */
function storedBy(commit: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`stored/${commit}.json`, import.meta.url), 'utf8'))
}

const stored = storedBy('fdfc8637')

function texts(prefix: string): string[] {
  return Object.keys(stored).flatMap((key) => (key.startsWith(prefix) ? (stored[key] ?? '') : []))
}

test('games that the page of fdfc8637 has saved and imported are read', () => {
  const games = [...texts('tafelrunde.game.'), ...texts('tafelrunde.imported.')].map(readGame)
  expect(games.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
  const moves = games.map((game) => (game.ok ? game.saved.moves.join(' ') : ''))
  expect(moves.sort()).toEqual(['d2d4 d7d6', 'e2e4 c7c5', 'e2e4 e7e5 g1f3', 'f2f3 e7e5 g2g4 d8h4', 'g7'])
  const noted = games.find((game) => game.ok && game.saved.notes?.[0]?.after[0] === 'the usual')
  expect(noted?.ok && noted.saved.notes?.[1]?.variations[0]?.[0]?.san).toBe('c5')
})

test('its analyses, reviews and lessons are read', () => {
  expect(texts('tafelrunde.analysis.').map((text) => readAnalysis(text)?.variant)).toEqual(['wotn', 'lancelot'])
  const [review] = texts('tafelrunde.review.').map(readReview)
  expect(review?.results.map((result) => result !== undefined)).toEqual([true, true])
  expect(readLessons(stored['tafelrunde.lessons'] ?? null)).toMatchObject({
    solved: { 'wotn-start/capture': { stars: 3 } },
    last: { place: 'wotn-start/5' },
  })
})

test('a game that was lost on time with the page of 8fd8e086 is read', () => {
  const game = readGame(storedBy('8fd8e086')['tafelrunde.game.z'] ?? '')
  expect(game.ok && game.saved).toMatchObject({
    end: { reason: 'time', winners: [1] },
    clock: {
      initial: 180_000,
      increment: 2000,
      times: [
        [0, 180_000],
        [1, 180_000],
      ],
      used: 180_001,
    },
  })
})
