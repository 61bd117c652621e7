import { beforeEach, describe, expect, it } from 'vitest'
import type { LancelotCandidate, LancelotRemark, Outcome } from '../rules/contract.ts'
import { candidateText, faultReasons, type ReviewedTurn, verdictText } from './advice.ts'
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
    'g8 captures nothing; nobody can then capture a stone of Ann; the win share of Ann (chance to win) is then 30%.',
    'g8 schlägt nichts; niemand kann dann einen Stein von Ann schlagen; die Gewinnchance von Ann beträgt dann 30\u00a0%.',
  ],
  [
    'kingmaking',
    { ...quiet, kingmaking: { instead: 'h4', seat: 2, change: 123 } },
    'g8 captures nothing; nobody can then capture a stone of Ann; the win share of Ann (chance to win) is then 30%; about as good for Ann as h4, but the win share of Cid (chance to win) is then 12 percentage points higher.',
    'g8 schlägt nichts; niemand kann dann einen Stein von Ann schlagen; die Gewinnchance von Ann beträgt dann 30\u00a0%; für Ann etwa so gut wie h4, aber die Gewinnchance von Cid ist dann um 12 Prozentpunkte höher.',
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
    'g8 captures 2 stones, 3 of 8 in total; Bob could then capture 2 stones of Ann with h8, Cid could then capture one stone of Ann with g3; the win share of Ann (chance to win) is then 52%; of the others, this helps Cid most.',
    'g8 schlägt 2 Steine, insgesamt 3 von 8; Bob könnte dann 2 Steine von Ann mit h8 schlagen, Cid könnte dann einen Stein von Ann mit g3 schlagen; die Gewinnchance von Ann beträgt dann 52\u00a0%; von den anderen nützt das am meisten Cid.',
  ],
  [
    'threats with Excalibur, larger than with a stone or instead of one',
    {
      ...quiet,
      threats: [{ by: 1, on: 'h8', captures: captures(0, 'g8') }],
      excaliburThreats: [
        { by: 1, turn: 'Xg6,h9', captures: captures(0, 'c8', 'g8', 'g9') },
        { by: 2, turn: 'e5,Xe9', captures: captures(0, 'c8', 'g8') },
      ],
    },
    "g8 captures nothing; Bob could then capture one stone of Ann with h8 or 3 with the king's power (Excalibur g6 · h9), Cid could then capture 2 stones of Ann with the king's power (e5 · Excalibur e9); the win share of Ann (chance to win) is then 30%.",
    'g8 schlägt nichts; Bob könnte dann einen Stein von Ann mit h8 schlagen oder 3 mit der Macht des Königs (Excalibur g6 · h9), Cid könnte dann mit der Macht des Königs 2 Steine von Ann schlagen (e5 · Excalibur e9); die Gewinnchance von Ann beträgt dann 30\u00a0%.',
  ],
  [
    'a threat with Excalibur alone',
    { ...quiet, excaliburThreats: [{ by: 2, turn: 'e5,Xe9', captures: captures(0, 'c8') }] },
    "g8 captures nothing; no single stone can then capture a stone of Ann, but Cid could then capture one stone of Ann with the king's power (e5 · Excalibur e9); the win share of Ann (chance to win) is then 30%.",
    'g8 schlägt nichts; kein einzelner Stein kann dann einen Stein von Ann schlagen, aber Cid könnte dann mit der Macht des Königs einen Stein von Ann schlagen (e5 · Excalibur e9); die Gewinnchance von Ann beträgt dann 30\u00a0%.',
  ],
  [
    'a proved loss against one opponent',
    { ...two, winShares: [0, 1000], proved: true, gains: 1, gain: 200 },
    'g8 captures nothing; nobody can then capture a stone of Ann; this loses if Bob plays well; this helps Bob.',
    'g8 schlägt nichts; niemand kann dann einen Stein von Ann schlagen; das verliert, wenn Bob gut spielt; das nützt Bob.',
  ],
  [
    'a proved win against one opponent',
    { ...two, winShares: [1000, 0], proved: true },
    'g8 captures nothing; nobody can then capture a stone of Ann; the win is then forced.',
    'g8 schlägt nichts; niemand kann dann einen Stein von Ann schlagen; der Sieg ist damit erzwungen.',
  ],
  [
    'a proved win against several opponents',
    { ...quiet, winShares: [1000, 0, 0], proved: true },
    'g8 captures nothing; nobody can then capture a stone of Ann; this wins if all players play perfectly.',
    'g8 schlägt nichts; niemand kann dann einen Stein von Ann schlagen; das gewinnt, wenn alle perfekt spielen.',
  ],
  [
    'a proved loss against several opponents',
    { ...quiet, winShares: [0, 1000, 0], proved: true },
    'g8 captures nothing; nobody can then capture a stone of Ann; this loses if the others play well.',
    'g8 schlägt nichts; niemand kann dann einen Stein von Ann schlagen; das verliert, wenn die anderen gut spielen.',
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
  ['inaccuracy', 'g8 was an inaccuracy', 'g8 war ungenau'],
  ['mistake', 'g8 was a mistake', 'g8 war ein Fehler'],
  ['blunder', 'g8 was a blunder', 'g8 war ein Patzer'],
] as const)('%s: the verdict has both turns', (kind, en, de) => {
  const verdict = { kind, loss: 55, only: false, solves: false, seat: 0, played: quiet, better: wins }
  const names = ['Ann', 'Bob', 'Cid']
  expect(verdictText(verdict, names)).toBe(
    `${en}. ${candidateText(quiet, names)} Better: ${candidateText(wins, names)}`,
  )
  speech.language = 'de'
  expect(verdictText(verdict, names)).toBe(
    `${de}. ${candidateText(quiet, names)} Besser: ${candidateText(wins, names)}`,
  )
})

it('the verdict on a good turn has no numbers', () => {
  const verdict = { kind: 'good', loss: 0, only: false, solves: true, seat: 0, played: quiet, better: quiet } as const
  expect(verdictText(verdict, ['Ann', 'Bob', 'Cid'])).toBe('g8 was good: nothing much better was found.')
})

const remark = (code: LancelotRemark['code'], rest: Partial<LancelotRemark> = {}): LancelotRemark => {
  return { code, lines: [], n: 0, seat: 0, square: '', turn: '', ...rest }
}
const row = (name: string) => ({ kind: 'row' as const, name })
const best: LancelotCandidate = { ...quiet, turn: 'h4', winShares: [424, 300, 276] }
const fault = (rest: Partial<ReviewedTurn>): ReviewedTurn => {
  return { played: quiet, better: best, remarks: [], betterRemarks: [], answers: [], reply: undefined, ...rest }
}
const faults: [name: string, turn: ReviewedTurn, en: string, de: string][] = [
  ['no facts', fault({}), `Better: h4.`, `Besser: h4.`],
  [
    'it closes a row of its own',
    fault({ remarks: [remark('closes', { lines: [row('6')] })] }),
    `Closes a line to Ann without capturing there: row 6. Better: h4.`,
    `Sperrt eine Linie für Ann, ohne dort zu schlagen: Reihe 6. Besser: h4.`,
  ],
  [
    'it closes a row that it captures on, or that the better turn closes too',
    fault({
      remarks: [
        remark('captures-stones', { n: 1, lines: [row('6')] }),
        remark('closes', { lines: [row('6'), row('7')] }),
      ],
      betterRemarks: [remark('closes', { lines: [row('7')] })],
    }),
    `Better: h4.`,
    `Besser: h4.`,
  ],
  [
    'the better turn threatens more',
    fault({
      remarks: [remark('threatens', { n: 1, lines: [row('6')] })],
      betterRemarks: [
        remark('threatens', { n: 1, lines: [row('6')] }),
        remark('threatens', { n: 3, lines: [row('7')] }),
      ],
    }),
    `Better: h4, which threatens to capture 3 stones.`,
    `Besser: h4 mit der Drohung, 3 Steine zu schlagen.`,
  ],
  [
    'a missed double capture',
    fault({
      better: { ...best, captures: captures(1, 'g5', 'h8', 'h9') },
      betterRemarks: [remark('captures-stones-many', { n: 3, lines: [row('4'), { kind: 'column', name: 'h' }] })],
    }),
    `Misses h4, which captures 3 stones on several lines at once: row 4 and column h.`,
    `Verpasst den Zug h4, der 3 Steine auf mehreren Linien zugleich schlägt: Reihe 4 und Spalte h.`,
  ],
  [
    'a missed capture',
    fault({ better: { ...best, captures: captures(1, 'g5') } }),
    `Misses h4, which captures one stone.`,
    `Verpasst den Zug h4, der einen Stein schlägt.`,
  ],
  [
    'fewer captures',
    fault({
      played: { ...quiet, captures: captures(1, 'g5') },
      better: { ...best, captures: captures(1, 'g5', 'g6') },
    }),
    `Captures fewer stones than h4, which captures 2.`,
    `Schlägt weniger Steine als der Zug h4, der 2 schlägt.`,
  ],
  ['a missed win', fault({ better: { ...wins, turn: 'h4' } }), 'Misses the win with h4.', 'Verpasst den Sieg mit h4.'],
  [
    'it lets another seat reach the target, who captures fewer stones',
    fault({
      played: { ...quiet, threats: [{ by: 1, on: 'h8', captures: captures(0, 'c8', 'g8') }] },
      remarks: [remark('leaves-target', { n: 2, seat: 1, square: 'h8' })],
      answers: [{ by: 1, turn: 'h9', n: 0, wins: false }],
    }),
    `Lets Bob reach the target with a stone on h8. Better: h4.`,
    `Danach kann Bob mit einem Stein auf h8 das Ziel erreichen. Besser: h4.`,
  ],
  [
    'both turns let another seat reach the target',
    fault({
      remarks: [remark('leaves-target', { n: 2, seat: 1, square: 'h8' })],
      betterRemarks: [remark('leaves-target', { n: 2, seat: 1, square: 'h8' })],
    }),
    `Better: h4.`,
    `Besser: h4.`,
  ],
  [
    'it lets another seat reach the target with Excalibur alone, who does not',
    fault({
      remarks: [remark('leaves-target-excalibur', { n: 2, seat: 1, turn: 'Xg6,h8' })],
      betterRemarks: [remark('leaves-target-excalibur', { n: 2, seat: 2, turn: 'Xg6,h8' })],
      answers: [{ by: 1, turn: 'h9', n: 0, wins: false }],
    }),
    `Lets Bob reach the target with the king's power (Excalibur g6 · h8). Better: h4.`,
    `Danach kann Bob mit der Macht des Königs das Ziel erreichen (Excalibur g6 · h8). Besser: h4.`,
  ],
  [
    'a stone reaches the target, and after the better turn only Excalibur does',
    fault({
      remarks: [remark('leaves-target', { n: 2, seat: 1, square: 'h8' })],
      betterRemarks: [remark('leaves-target-excalibur', { n: 2, seat: 1, turn: 'Xg6,h8' })],
    }),
    `Lets Bob reach the target with a stone on h8. Better: h4.`,
    `Danach kann Bob mit einem Stein auf h8 das Ziel erreichen. Besser: h4.`,
  ],
  [
    'more stones exposed to Excalibur',
    fault({
      played: {
        ...quiet,
        threats: [{ by: 1, on: 'h8', captures: captures(0, 'c8') }],
        excaliburThreats: [
          { by: 1, turn: 'Xg6,h8', captures: captures(0, 'c8', 'g8', 'g9') },
          { by: 2, turn: 'g3,Xg6', captures: captures(0, 'c8', 'g8') },
        ],
      },
      better: {
        ...best,
        threats: [{ by: 1, on: 'i5', captures: captures(0, 'c8') }],
        excaliburThreats: [{ by: 2, turn: 'g3,Xg6', captures: captures(0, 'c8') }],
      },
    }),
    `Lets Bob capture 3 stones of Ann with the king's power (Excalibur g6 · h8). Better: h4.`,
    `Danach kann Bob mit der Macht des Königs 3 Steine von Ann schlagen (Excalibur g6 · h8). Besser: h4.`,
  ],
  [
    'exposed stones, of which some were captured',
    fault({
      played: {
        ...quiet,
        threats: [
          { by: 1, on: 'h8', captures: captures(0, 'c8', 'g8') },
          { by: 2, on: 'g3', captures: captures(0, 'g8') },
        ],
      },
      better: { ...best, threats: [{ by: 1, on: 'i5', captures: captures(0, 'c8') }] },
      answers: [
        { by: 1, turn: 'Xg6,h8', n: 2, wins: false },
        { by: 2, turn: 'd4', n: 0, wins: false },
      ],
    }),
    `Bob then captured 2 stones of Ann with Excalibur g6 · h8. Lets Cid capture one stone of Ann with g3. Better: h4.`,
    `Bob schlug danach 2 Steine von Ann (Excalibur g6 · h8). Danach kann Cid einen Stein von Ann schlagen (g3). Besser: h4.`,
  ],
  [
    'another seat wins',
    fault({
      played: {
        ...quiet,
        winShares: [0, 1000, 0],
        proved: true,
        threats: [{ by: 1, on: 'h8', captures: captures(0, 'c8') }],
      },
      remarks: [remark('leaves-target', { n: 1, seat: 1, square: 'h8' })],
      answers: [{ by: 1, turn: 'h9', n: 1, wins: true }],
    }),
    'Bob then won with h9. Better: h4.',
    'Bob gewann danach mit h9. Besser: h4.',
  ],
  [
    'the best reply threatens a capture',
    fault({
      reply: { turn: 'Xe5,h8', by: 1, remarks: [remark('threatens', { n: 1 }), remark('threatens', { n: 2 })] },
    }),
    `Best reply: Excalibur e5 · h8, which threatens to capture 2 stones. Better: h4.`,
    `Stärkste Antwort: Excalibur e5 · h8 mit der Drohung, 2 Steine zu schlagen. Besser: h4.`,
  ],
  [
    'the best reply captures a stone of somebody else',
    fault({ reply: { turn: 'h8', by: 1, remarks: [remark('captures-stones', { n: 1 })] } }),
    `Best reply: h8, which captures one stone. Better: h4.`,
    `Stärkste Antwort: h8, womit ein Stein geschlagen wird. Besser: h4.`,
  ],
  [
    'the best reply takes the square of the better turn',
    fault({ reply: { turn: 'h4', by: 1, remarks: [remark('threatens', { n: 1 })] } }),
    `Leaves h4 to Bob: a stone there threatens to capture one stone. Better: h4.`,
    `Überlässt Bob das Feld h4: Ein Stein dort droht, einen Stein zu schlagen. Besser: h4.`,
  ],
  [
    'the best reply takes the square of the better turn and captures',
    fault({ reply: { turn: 'h4', by: 1, remarks: [remark('captures-stones', { n: 3 })] } }),
    `Leaves h4 to Bob: a stone there captures 3 stones. Better: h4.`,
    `Überlässt Bob das Feld h4: Ein Stein dort schlägt 3 Steine. Besser: h4.`,
  ],
  [
    'kingmaking',
    fault({ played: { ...quiet, kingmaking: { instead: 'h5', seat: 2, change: 123 } } }),
    `Kingmaking: g8 and h5 are about equal for Ann, but with g8 the win share of Cid is 12 percentage points higher. Better: h4.`,
    `Königsmacher: Für Ann sind g8 und h5 etwa gleich gut, aber mit g8 ist die Gewinnchance von Cid um 12 Prozentpunkte höher. Besser: h4.`,
  ],
  [
    'it spends the power of the king, and the best reply is quiet',
    fault({
      played: { ...quiet, turn: 'Xg6,g8', captures: captures(1, 'g5') },
      better: { ...best, captures: captures(1, 'g5') },
      reply: { turn: 'h8', by: 1, remarks: [] },
    }),
    `Uses the king's power without need. Best reply: h8. Better: h4.`,
    `Setzt die Macht des Königs ohne Not ein. Stärkste Antwort: h8. Besser: h4.`,
  ],
  [
    'a loss and a gain of another seat',
    fault({ played: { ...quiet, winShares: [0, 0, 1000], proved: true, gains: 2, gain: 300 } }),
    'Loses if the others play well. Better: h4. Of the others, g8 helps Cid most.',
    'Verliert, wenn die anderen gut spielen. Besser: h4. Von den anderen nützt g8 am meisten Cid.',
  ],
]

describe.each(faults)('a fault: %s', (_, turn, en, de) => {
  it('has reasons in both languages', () => {
    expect(faultReasons(turn, ['Ann', 'Bob', 'Cid']).join(' ')).toBe(en)
    speech.language = 'de'
    expect(faultReasons(turn, ['Ann', 'Bob', 'Cid']).join(' ')).toBe(de)
  })
})
