import { expect, test, vi } from 'vitest'
import type { Person, TournamentBoard, WholeTournament } from '../server/api.ts'
import { tournamentName } from '../server/texts.ts'
import { speech } from '../words/words.svelte.ts'
import {
  boardText,
  byNumber,
  clubBoards,
  clubScore,
  crossTable,
  decided,
  fitting,
  formatsOf,
  hasTexts,
  lengthText,
  ownBoards,
  ownIn,
  placePoints,
  placesOf,
  pointsText,
  pointText,
  resultText,
  roundsOf,
  roundTable,
  startText,
  untilText,
  usualRounds,
} from './tournaments.ts'

const board = (round: number, entries: number[], points?: number[], absent?: number[]): TournamentBoard => ({
  number: round,
  pool: 1,
  round,
  entries,
  match: `m${round}${entries.join('')}`,
  ...(points && { result: { points, reason: 'checkmate', ...(absent && { absent }) } }),
})
const boards = [board(1, [1, 2], [1, 0]), board(2, [2, 3], [0.5, 0.5]), board(3, [3, 1])]
const tournament = {
  pools: [{ standing: [{ entry: 1 }, { entry: 2 }, { entry: 3 }] }],
  boards,
  round: 3,
} as unknown as WholeTournament

test('points are written as in cross tables', () => {
  expect([0, 0.5, 1, 2.5, 1 / 3, 1.625, 7 / 24].map(pointsText)).toEqual(['0', '½', '1', '2½', '⅓', '1⅝', '0.29'])
  expect(resultText(board(1, [1, 2], [0.5, 0.5]))).toBe('½ : ½')
  expect(resultText(board(1, [1, 2], [1, 0], [1]))).toBe('+ : −')
  expect(resultText(board(1, [1, 2]))).toBe('')
})

test('a game without a result is played, does not count or is not played', () => {
  const { match: _, ...unopened } = board(1, [1, 2])
  expect(boardText(board(1, [1, 2], [1, 0]), 'finished')).toBe('1 : 0')
  expect(boardText(board(1, [1, 2]), 'running')).toBe('being played')
  expect(boardText(board(1, [1, 2]), 'finished')).toBe('does not count')
  expect(boardText(unopened, 'finished')).toBe('not played')
})

test('a tournament without a name is called by its day', () => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  expect(tournamentName({ name: 'Cup', startsAt: 0 })).toBe('Cup')
  expect(tournamentName({ name: '', startsAt: Date.UTC(2026, 10, 30, 12) })).toMatch(/^Tournament of .*2026/)
  vi.unstubAllGlobals()
})

test('moderators remove what somebody wrote', () => {
  const none = { ...tournament, name: '', reason: 'too-few' }
  expect(hasTexts(none)).toBe(false)
  expect(hasTexts({ ...none, name: 'Cup' })).toBe(true)
  expect(hasTexts({ ...none, reason: 'rain' })).toBe(true)
  const corrected = { ...board(1, [1, 2]), result: { points: [0, 1], reason: 'correction', note: 'x' } }
  expect(hasTexts({ ...none, boards: [corrected] })).toBe(true)
})

test('absent players have a minus, at tables too', () => {
  const at = (entries: number[], points: number[], absent: number[]) => {
    const played = { ...board(1, entries), result: { points, absent, reason: 'checkmate' } }
    return entries.map((_, seat) => pointText(played, seat)).join(' ')
  }
  expect(at([1, 2], [0, 1], [0])).toBe('− +')
  expect(at([1, 2, 3], [0, 1, 0.5], [0])).toBe('− 1 ½')
})

test('a cross table has each board in two cells', () => {
  const rows = crossTable(tournament, 1)
  expect(
    rows.map(({ cells }) => cells.map((list) => list.map(({ board, seat }) => pointText(board, seat) || '·').join())),
  ).toEqual([
    ['', '1', '·'],
    ['0', '', '½'],
    ['·', '½', ''],
  ])
})

test('a table of rounds has each board in the rows of its players', () => {
  const rows = roundTable(tournament)
  expect(rows.map(({ entry, cells }) => [entry, ...cells.map((list) => list.map(({ seat }) => seat).join())])).toEqual([
    [1, '0', '', '1'],
    [2, '1', '0', ''],
    [3, '', '1', '0'],
  ])
})

test('the format fits the number of people and the time', () => {
  const evening = (hours: number) => ({ minutes: hours * 60, round: 26 })
  expect([2, 6, 8, 500].map((people) => fitting(false, people, evening(3)))).toEqual([
    'round-robin',
    'round-robin',
    'swiss',
    'arena',
  ])
  expect([1, 2, 3, 4].map((hours) => fitting(false, 8, evening(hours)))).toEqual([
    'arena',
    'arena',
    'swiss',
    'round-robin',
  ])
  expect(fitting(false, 12, evening(20))).toBe('swiss')
  expect([2, 10, 11].map((people) => fitting(false, people))).toEqual(['round-robin', 'round-robin', 'league'])
  expect([fitting(true, 4), fitting(true, 40, evening(1))]).toEqual(['tables', 'tables'])
  expect([2, 5, 6, 8, 9, 11, 1000].map((people) => usualRounds('swiss', people))).toEqual([1, 3, 3, 5, 5, 6, 11])
  expect(formatsOf(false, true)).not.toContain('arena')
})

test('places without points are drawn by lot', () => {
  expect(decided([{ points: 0 }, { points: 0 }])).toBe(false)
  expect(decided([{ points: 0.5 }, { points: 0 }])).toBe(true)
  expect(decided([])).toBe(false)
})

test('players of a part of a tournament are found by their numbers', () => {
  const player = { id: 'p', name: 'Anna', account: true }
  const part = {
    entries: [{ number: 7, player }],
    rows: 200,
    phase: 'running',
    director: player,
  } as unknown as WholeTournament
  const { entries } = byNumber(part)
  expect(entries[6]?.player.name).toBe('Anna')
  expect(ownIn(byNumber(part), { id: 'p', account: true } as unknown as Person).entry).toBe(7)
  expect(ownIn(byNumber(part), { id: 'q', account: true } as unknown as Person).entry).toBe(0)
})

test('a match between clubs has boards and a score', () => {
  const match = {
    entries: [{ team: 1 }, { team: 2 }],
    pools: [
      {
        standing: [
          { entry: 2, points: 1.5 },
          { entry: 1, points: 0.5 },
        ],
      },
    ],
    boards: boards.slice(0, 1),
  } as unknown as WholeTournament
  expect(clubBoards(match)).toEqual([{ pool: 1, entries: [1, 2], points: [0.5, 1.5], games: boards.slice(0, 1) }])
  const clubs = [
    { id: 'a', name: 'Knights' },
    { id: 'b', name: 'Bishops' },
  ]
  expect(
    clubScore({
      clubs: [
        { id: 'k', name: '' },
        { id: 'b', name: 'Bishops' },
      ],
    }),
  ).toBe('Removed club – Bishops')
  expect([clubScore({ clubs }), clubScore({ clubs, score: [0.5, 1.5] })]).toEqual([
    'Knights – Bishops',
    'Knights ½ : 1½ Bishops',
  ])
})

test('rounds are shown from the last one', () => {
  expect(roundsOf(boards).map(({ round }) => round)).toEqual([3, 2, 1])
  expect(ownBoards(tournament, 1).map(({ match }) => match)).toEqual(['m331'])
  expect(ownBoards(tournament, 0)).toEqual([])
})

test('the time until the start', () => {
  expect(lengthText(45)).toMatch(/^45/)
  expect(lengthText(80)).toMatch(/^1.*20/)
  expect(untilText(65_000)).toBe('1:05')
  expect(untilText(-5)).toBe('0:00')
  expect(untilText(3 * 3_600_000 + 120_000)).toMatch(/^3.*2/)
})

test('an order at a table gives points', () => {
  expect(placePoints([1, 2, 3])).toEqual([1, 0.5, 0])
  expect(placePoints([2, 1, 2, 4]).map(pointsText)).toEqual(['½', '1', '½', '0'])
  expect(placePoints([1, 1, 0, 0])).toEqual([5 / 6, 5 / 6, 0, 0])
  for (const points of [
    [1, 2 / 3, 1 / 3, 0],
    [0.5, 0.5, 0.5],
    [5 / 6, 5 / 6, 0, 0],
    [0, 0, 0, 0],
  ])
    expect(placePoints(placesOf(points))).toEqual(points)
})

test('the time until a start is a time from now', () => {
  const day = 86_400_000
  speech.language = 'de'
  expect([6.5 * day, day, 245_000].map(startText)).toEqual(['in 6 Tagen', 'in 24 h 0 min', 'in 4:05'])
  speech.language = 'en'
  expect(startText(6.5 * day)).toBe('in 6 days')
})

test('tables have as many rounds as fit into the time', () => {
  expect([1, 2, 6].map((hours) => usualRounds('tables', 8, { minutes: hours * 60, round: 40 }))).toEqual([1, 3, 5])
  expect(usualRounds('tables', 8)).toBe(5)
})
