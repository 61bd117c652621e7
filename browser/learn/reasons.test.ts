import { beforeAll, expect, test } from 'vitest'
import type { LessonState } from '../rules/contract.ts'
import { loadTexts, speech } from '../words/words.svelte.ts'
import { failureText } from './reasons.ts'

beforeAll(async () => {
  await Promise.all([loadTexts('en'), loadTexts('de')])
  speech.language = 'en'
})

const cause = { name: '', args: [], not: false, value: 0 }

function lancelot(
  fact: LessonState['fact'],
  name: string,
  args: string[],
  not: boolean,
  value: number,
  refutation: string[] = [],
) {
  const game = { toAct: 1, lines: [{ kind: 'row', name: '7' }], outcome: { over: false, winners: [], reason: '' } }
  return {
    fact,
    cause: { name, args, not, value },
    refutation,
    learner: 0,
    levels: [0, 0],
    wotn: null,
    lancelot: game,
  } as unknown as LessonState
}

function wotn(fact: LessonState['fact'], extra: object, game: object = {}) {
  const state = { variant: 'wotn', pieces: [], outcome: { over: false, winners: [], reason: '' }, ...game }
  return {
    fact,
    cause,
    refutation: [],
    learner: 0,
    levels: [0, 0],
    wotn: state,
    lancelot: null,
    ...extra,
  } as unknown as LessonState
}

test('failures in Lancelot name the lead, the capture or the square', () => {
  expect(failureText(lancelot('unmet', 'lead', ['a', '7', '2'], false, 1))).toBe(
    'Row 7: your lead is +1, and the task is +2.',
  )
  expect(failureText(lancelot('unmet', 'lead', ['b', '7', '1'], true, 1))).toBe('Row 7: Blue still leads by 1.')
  expect(failureText(lancelot('unmet', 'exposed', ['a', '1'], true, 2, ['d7']))).toBe(
    'Blue places a stone on d7 and captures 2 of yours.',
  )
  expect(failureText(lancelot('unmet', 'piece', ['g7', '*'], false, 0))).toBe('Excalibur is not on g7.')
  expect(failureText(lancelot('reached', 'captures', ['b', '2'], true, 2))).toBe('Blue has captured 2 stones.')
})

test('lost games say why', () => {
  expect(failureText(wotn('reached', { cause: { name: 'level', args: ['b', '3'], not: true, value: 0 } }))).toBe(
    'Black has a piece of level 3.',
  )
  const mate = { outcome: { over: true, winners: [1], reason: 'checkmate' } }
  expect(failureText(wotn('game-over', {}, mate))).toMatch(/^Black wins by checkmate\. /)
  const drawn = { outcome: { over: true, winners: [], reason: 'stalemate' } }
  expect(failureText(wotn('game-over', {}, drawn))).toMatch(/^Draw by stalemate \(no legal move, but no check\)\. /)
})

test('a refutation names the piece that moves', () => {
  const pieces = [
    { square: 'd3', kind: 'S', color: 'b' },
    { square: 'e3', kind: 'R', color: 'w' },
  ]
  expect(failureText(wotn('promotes', { refutation: ['d3e3n'] }, { pieces }))).toMatch(/^Squire captures on e3 /)
  expect(failureText(wotn('promotes', { refutation: ['d3d2n'] }, { pieces }))).toMatch(/^Squire goes to d2 /)
  expect(failureText(wotn('recaptured', { refutation: ['d3e3n'] }, { pieces }))).toMatch(
    /^Squire captures your piece on e3/,
  )
})
