import { beforeEach, describe, expect, it } from 'vitest'
import type { LancelotCandidate, Outcome } from '../rules/contract.ts'
import { candidateText, verdictText } from './advice.ts'
import { speech } from './words.svelte.ts'

beforeEach(() => {
  speech.language = 'en'
})

const running: Outcome = { over: false, reason: '', winners: [] }
const over = (...winners: number[]): Outcome => ({ over: true, reason: 'target', winners })
const captures = (seat: number, ...squares: string[]) => squares.map((square) => ({ square, seat }))

const quiet: LancelotCandidate = {
  turn: 'g8',
  seat: 0,
  winShares: [304, 350, 346],
  proved: false,
  outcome: running,
  captures: [],
  captured: 0,
  target: 8,
  threats: [],
  gains: -1,
  gain: 0,
  kingmaking: null,
  pv: ['g8'],
}
const two = { ...quiet, target: 7 }
const wins = { ...quiet, winShares: [1000, 0, 0], outcome: over(0), captures: captures(1, 'g5') }

const cases: [name: string, candidate: LancelotCandidate, en: string, de: string][] = [
  [
    'a turn without captures',
    quiet,
    'g8 captures nothing; no single stone can then capture a stone of Ann; the win share of Ann is then 30%.',
    'g8 schlägt nichts; kein einzelner Stein kann dann einen Stein von Ann schlagen; die Gewinnchance von Ann beträgt dann 30 %.',
  ],
  [
    'kingmaking',
    { ...quiet, kingmaking: { instead: 'h4', seat: 2, change: 123 } },
    'g8 captures nothing; no single stone can then capture a stone of Ann; the win share of Ann is then 30%; about equal for Ann with h4, but the win share of Cid is 12 percentage points higher.',
    'g8 schlägt nichts; kein einzelner Stein kann dann einen Stein von Ann schlagen; die Gewinnchance von Ann beträgt dann 30 %; für Ann etwa gleich gut wie h4, aber die Gewinnchance von Cid ist um 12 Prozentpunkte höher.',
  ],
  [
    'captures and threats',
    {
      ...quiet,
      winShares: [515, 240, 245],
      captured: 3,
      captures: captures(1, 'g5', 'g6'),
      threats: [
        { by: 1, on: 'h8', captures: captures(0, 'c8', 'g8') },
        { by: 2, on: 'g3', captures: captures(0, 'g8') },
      ],
      gains: 2,
      gain: 60,
    },
    'g8 captures 2 stones, 3 of 8 in total; Bob could then capture 2 stones of Ann with h8, Cid could then capture one stone of Ann with g3; among the others Cid benefits most; the win share of Ann is then 52%.',
    'g8 schlägt 2 Steine, insgesamt 3 von 8; Bob könnte dann 2 Steine von Ann mit h8 schlagen, Cid könnte dann einen Stein von Ann mit g3 schlagen; von den anderen hat Cid am meisten davon; die Gewinnchance von Ann beträgt dann 52 %.',
  ],
  [
    'a proved loss against one opponent',
    { ...two, winShares: [0, 1000], proved: true, gains: 1, gain: 200 },
    'g8 captures nothing; no single stone can then capture a stone of Ann; Bob benefits; this loses if Bob plays well.',
    'g8 schlägt nichts; kein einzelner Stein kann dann einen Stein von Ann schlagen; das nützt Bob; das verliert, wenn Bob gut spielt.',
  ],
  [
    'a proved win against one opponent',
    { ...two, winShares: [1000, 0], proved: true },
    'g8 captures nothing; no single stone can then capture a stone of Ann; the win is then forced.',
    'g8 schlägt nichts; kein einzelner Stein kann dann einen Stein von Ann schlagen; der Sieg ist damit erzwungen.',
  ],
  [
    'a proved win against several opponents',
    { ...quiet, winShares: [1000, 0, 0], proved: true },
    'g8 captures nothing; no single stone can then capture a stone of Ann; this wins if all players play perfectly.',
    'g8 schlägt nichts; kein einzelner Stein kann dann einen Stein von Ann schlagen; das gewinnt, wenn alle perfekt spielen.',
  ],
  [
    'a proved loss against several opponents',
    { ...quiet, winShares: [0, 1000, 0], proved: true },
    'g8 captures nothing; no single stone can then capture a stone of Ann; this loses if the others play well.',
    'g8 schlägt nichts; kein einzelner Stein kann dann einen Stein von Ann schlagen; das verliert, wenn die anderen gut spielen.',
  ],
  ['a win', wins, 'g8 captures 1 stone and wins the game.', 'g8 schlägt 1 Stein und gewinnt die Partie.'],
  ['a win without captures', { ...wins, captures: [] }, 'g8 wins the game.', 'g8 gewinnt die Partie.'],
  [
    'a shared win',
    { ...two, winShares: [500, 500], outcome: over(0, 1) },
    'g8 ends the game with a shared win.',
    'g8 beendet die Partie mit einem geteilten Sieg.',
  ],
  [
    'a loss',
    { ...two, winShares: [0, 1000], outcome: over(1) },
    'g8 ends the game and loses it.',
    'g8 beendet die Partie und verliert sie.',
  ],
]

const named = (candidate: LancelotCandidate) => ['Ann', 'Bob', 'Cid'].slice(0, candidate.winShares.length)

describe.each(cases)('%s', (_, candidate, en, de) => {
  it('is a sentence in both languages', () => {
    expect(candidateText(candidate, named(candidate))).toBe(en)
    speech.language = 'de'
    expect(candidateText(candidate, named(candidate))).toBe(de)
  })
})

it.each([
  ['inaccuracy', 'g8 was an inaccuracy and cost 6 percentage points', 'g8 war ungenau und kostete 6 Prozentpunkte'],
  ['mistake', 'g8 was a mistake and cost 6 percentage points', 'g8 war ein Fehler und kostete 6 Prozentpunkte'],
  ['blunder', 'g8 was a blunder and cost 6 percentage points', 'g8 war ein Patzer und kostete 6 Prozentpunkte'],
] as const)('%s: the verdict has the loss and both turns', (kind, en, de) => {
  const verdict = { kind, loss: 55, solves: false, seat: 0, played: quiet, better: wins }
  const names = ['Ann', 'Bob', 'Cid']
  expect(verdictText(verdict, names)).toBe(
    `${en} of win share. ${candidateText(quiet, names)} Better: ${candidateText(wins, names)}`,
  )
  speech.language = 'de'
  expect(verdictText(verdict, names)).toBe(
    `${de} Gewinnchance. ${candidateText(quiet, names)} Besser: ${candidateText(wins, names)}`,
  )
})

it('the verdict on a good turn has no numbers', () => {
  const verdict = { kind: 'good', loss: 0, solves: true, seat: 0, played: quiet, better: quiet } as const
  expect(verdictText(verdict, ['Ann', 'Bob', 'Cid'])).toBe('g8 was good: nothing much better was found.')
})
