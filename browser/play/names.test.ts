import { expect, test } from 'vitest'
import type { MatchView } from '../server/api.ts'
import { seatedName } from '../server/texts.ts'
import { speech } from '../words/words.svelte.ts'
import {
  colorOf,
  distinctNames,
  matchTitle,
  nameAt,
  noteAt,
  outcomeText,
  recordName,
  scoreText,
  seatOf,
  sideOf,
} from './names.ts'

function view(...players: object[]): MatchView {
  const seats = players.map((player, seat) => ({ player, side: 'abcde'.charAt(seat) }))
  return { settings: { game: 'lancelot' }, seats } as unknown as MatchView
}

test('all seats have different names in sentences', () => {
  speech.language = 'en'
  expect(distinctNames(view({ id: '1', name: 'Ann' }, { engine: 7 }, { engine: 7 }))).toEqual(['Ann', 'Blue', 'Green'])
  expect(distinctNames(view({ id: '1', name: 'Ann' }, { id: '2', name: 'Ben' }, { id: '3', name: 'Ann' }))).toEqual([
    'Red',
    'Ben',
    'Green',
  ])
  const match = view({ id: '1', name: 'Ann' }, { engine: 11 }, { engine: 7 })
  expect([0, 1, 2].map((seat) => nameAt(match, seat))).toEqual(['Ann', 'Dagonet', 'Gawain'])
  expect(recordName(match, 1)).toContain('Dagonet (computer')
})

test('a name that a page gave a guest is in the language of the reader', () => {
  const guests = view({ id: '1', name: 'Gast 3734' }, { id: '2', name: 'Guest 7432' })
  speech.language = 'en'
  expect(distinctNames(guests)).toEqual(['Guest 3734', 'Guest 7432'])
  speech.language = 'de'
  expect(distinctNames(guests)).toEqual(['Gast 3734', 'Gast 7432'])
})

test('guests and bots are marked, in both languages', () => {
  const guest = { id: '1', name: 'Ann' }
  const all = view(guest, { id: '2', name: 'Ben', account: true }, { engine: 7 }, { id: 'gone-3', name: '–' }, {})
  for (const [language, mark] of [
    ['en', 'guest'],
    ['de', 'Gast'],
  ] as const) {
    speech.language = language
    expect(seatedName(guest)).toBe(`Ann (${mark})`)
    const bot = { id: '4', name: 'Robo', account: true, bot: true }
    const botMark = language === 'en' ? 'bot' : 'Bot'
    expect(seatedName(bot)).toBe(`Robo (${botMark})`)
    expect(noteAt(view(bot), 0, [])).toBe(botMark)
    expect(nameAt(all, 0)).toBe('Ann')
    expect(all.seats.map((_, seat) => noteAt(all, seat, []))).toEqual([mark, '', '', '', ''])
  }
  speech.language = 'en'
  expect(noteAt(all, 0, [true])).toBe('guest, away')
  expect(seatedName({ id: '2', name: 'Ben', account: true })).toBe('Ben')
  expect(seatedName({})).toBe('')
})

test('seats have the colors that the server sends', () => {
  speech.language = 'en'
  const seats = ['b', 'w'].map((side) => ({ player: {}, side }))
  const match = { settings: { game: 'wotn' }, seats } as unknown as MatchView
  expect([colorOf(match, 0), colorOf(match, 1)]).toEqual(['b', 'w'])
  expect([seatOf(match, 'w'), seatOf(match, 'b')]).toEqual([1, 0])
  expect(sideOf(match, 0)).toBe('Black')
})

test('a score is distinct from a level', () => {
  const match = view({ id: '1', name: 'Ann' }, { engine: 2 })
  speech.language = 'en'
  expect(scoreText({ ...match, score: [0, 1] })).toBe('Ann: 0 · Bedivere: 1')
  speech.language = 'de'
  expect(scoreText({ ...match, score: [0.5, 1.5] })).toContain('Ann: 0,5 · ')
  speech.language = 'en'
  expect(scoreText({ ...view({ name: 'A' }, { name: 'B' }, { name: 'C' }), score: [1 / 3, 1 / 3, 1 / 3] })).toBe(
    'A: 0.33 · B: 0.33 · C: 0.33',
  )
})

test('an aborted game has its reason, if it is known', () => {
  const match = { ...view({ id: '1', name: 'Ann' }, { id: '2', name: 'Ben' }), endedBy: 1 }
  const abort = (cause?: MatchView['outcome']['cause']) => ({
    ...match,
    outcome: { over: true, reason: 'abort', ...(cause && { cause }) },
  })
  expect(outcomeText(abort('first-move'), 0).reason).toBe('(Ben did not make the first move in time)')
  const { endedBy: _, ...ended } = abort('moderator')
  expect(outcomeText(ended as MatchView, 0).reason).toBe('(a moderator ended the game)')
  expect(outcomeText(abort(), 0)).toEqual({ heading: 'Game aborted', reason: '' })
  const { endedBy, ...old } = abort('player')
  expect([endedBy, outcomeText(old as MatchView, 0).reason]).toEqual([1, ''])
})

test('the opponent of a player who does not come to a tournament game gets the point', () => {
  speech.language = 'en'
  const match = view({ id: '1', name: 'Ann' }, { id: '2', name: 'Ben' })
  const text = (you: number, cause: 'first-move' | 'engine' | 'moderator') =>
    outcomeText(
      {
        ...match,
        you,
        settings: { ...match.settings, tournament: 't' },
        ...(cause !== 'moderator' && { endedBy: 1 }),
        outcome: { over: true, reason: 'abort', cause },
      } as MatchView,
      0,
    )
  const reason = '(Ben did not come)'
  expect(text(0, 'first-move')).toEqual({ heading: 'You get the point', reason })
  expect([text(1, 'first-move'), text(-1, 'first-move')]).toEqual([
    { heading: 'Ann gets the point', reason },
    { heading: 'Ann gets the point', reason },
  ])
  expect(text(0, 'engine').reason).toBe('(the computer playing Ben failed)')
  expect(text(0, 'moderator').heading).toBe('Game aborted')
})

test('a result is that of the person at this screen, where the reason is true of that side', () => {
  speech.language = 'en'
  const seats = [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Ben' },
  ] as const
  const heading = (you: number, reason: string, winners: number[], ...more: { name: string }[]) =>
    outcomeText({ ...view(...seats, ...more), you, outcome: { over: true, reason, winners } } as MatchView, 7).heading
  expect([-1, 0, 1].map((you) => heading(you, 'checkmate', [1]))).toEqual(['Ben wins', 'You lost', 'You won'])
  expect(heading(0, 'absence', [1])).toBe('Ben wins')
  expect(heading(0, 'resignation', [1], { name: 'Cem' })).toBe('Ben wins')
  expect(heading(0, 'resignation', [1, 2], { name: 'Cem' })).toBe('You lost')
  expect(heading(0, 'target', [0, 1])).toBe('Ann and Ben share the win')
  expect([0, 1].map((you) => heading(you, 'no-turn', [1]))).toEqual(['You lost', 'You won'])
  expect(heading(0, 'no-turn', [1], { name: 'Cem' })).toBe('Ben wins')
})

test('a win by captured stones names the target', () => {
  const match = { ...view({ name: 'A' }, { name: 'B' }), outcome: { over: true, reason: 'target', winners: [0] } }
  speech.language = 'en'
  const to = (you: number) => Object.values(outcomeText({ ...match, you } as MatchView, 7)).join(' ')
  expect(to(-1)).toBe('A wins (target of 7 stones reached)')
  expect(to(0)).toBe('You won (target of 7 stones reached)')
  expect(to(1)).toBe('You lost (A reached the target of 7 stones)')
  const three = { ...view({ name: 'A' }, { name: 'B' }, { name: 'C' }), outcome: match.outcome, you: 2 } as MatchView
  expect(outcomeText(three, 12)).toEqual({ heading: 'You lost', reason: '(A reached the target of 12 stones)' })
})

test('the title of a match has its players, White first, and the turn of the person at this screen', () => {
  speech.language = 'en'
  const seats = ['b', 'w'].map((side, i) => ({ player: { id: `${i}`, name: ['Ann', 'Ben'][i] }, side, engine: 0 }))
  const match = { settings: { game: 'wotn' }, phase: 'playing', seats, you: 0, toAct: 1 } as unknown as MatchView
  expect(matchTitle(match)).toBe('Ben – Ann')
  expect(matchTitle({ ...match, toAct: 0 })).toBe('Your move · Ben – Ann')
  const waiting = { ...match, phase: 'waiting', seats: [{ player: { name: 'Ann' } }, { player: {} }] } as MatchView
  expect(matchTitle(waiting)).toBe('Way of the Knight: Ann')
})
