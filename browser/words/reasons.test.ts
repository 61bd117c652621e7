import { expect, it } from 'vitest'
import type { FaultFacts, Notation, PVMove, VariationGain } from '../rules/contract.ts'
import { betterReason, gainReason, missedReason, moveReasons, replyReason } from './reasons.ts'
import { speech } from './words.svelte.ts'

const move = (text: string, notation: Partial<Notation>): PVMove => ({
  text,
  san: '',
  notation: {
    castling: '',
    kind: 'N',
    origin: '',
    captured: '',
    to: text.slice(2, 4),
    promotion: '',
    check: '',
    ...notation,
  },
})

type Reason = typeof replyReason
const cases: [reason: Reason, move: PVMove, en: string, de: string][] = [
  [
    replyReason,
    move('d4e5', { kind: 'P', origin: 'd', captured: 'N', promotion: 'S' }),
    'Lets the d-pawn capture the Knight on e5 and promote to Squire.',
    'Danach kann der d-Bauer den Ritter auf e5 schlagen und zum Knappen aufsteigen.',
  ],
  [
    replyReason,
    move('d1d8', { kind: 'Q', captured: 'R', check: 'check' }),
    'Lets the Queen capture the Rook on d8 and give check.',
    'Danach kann die Dame den Turm auf d8 schlagen und Schach geben.',
  ],
  [
    missedReason,
    move('g3f5', { origin: 'g', captured: 'P', promotion: 'S', check: 'mate' }),
    'Here the Knight on g3 could capture the Pawn on f5, promote to Squire and deliver checkmate.',
    'Hier konnte der Ritter auf g3 den Bauern auf f5 schlagen, zum Knappen aufsteigen und matt setzen.',
  ],
  [
    betterReason,
    move('g1e2', { origin: 'g', check: 'check' }),
    'Better: Knight from g1 to e2 with check.',
    'Besser war Ritter von g1 nach e2 mit Schach.',
  ],
  [
    betterReason,
    move('e1g1', { kind: 'K', castling: 'short' }),
    'Better: castling kingside.',
    'Besser war die kurze Rochade.',
  ],
]

it.each(cases)('writes a reason of a review', (reason, given, en, de) => {
  speech.language = 'en'
  expect(reason(given, 'wotn')).toBe(en)
  speech.language = 'de'
  expect(reason(given, 'wotn')).toBe(de)
})

const none = { attacks: [], mate: false }
const fork = { attacks: ['a5', 'g5'].map((square) => ({ kind: 'R', square })), mate: false }

const threats: [Parameters<typeof replyReason>[2], en: string, de: string][] = [
  [fork, 'fork the Rook on a5 and the Rook on g5', 'den Turm auf a5 und den Turm auf g5 gleichzeitig angreifen'],
  [{ attacks: fork.attacks.slice(0, 1), mate: false }, 'attack the Rook on a5', 'den Turm auf a5 angreifen'],
  [{ attacks: [], mate: true }, 'threaten mate', 'mit Matt drohen'],
]

it.each(threats)('writes what a move threatens', (threat, en, de) => {
  speech.language = 'en'
  expect(replyReason(move('d2b3', {}), 'wotn', threat)).toBe(`Lets the Knight move to b3 and ${en}.`)
  expect(missedReason(move('d2b3', {}), 'wotn', threat)).toBe(`Here the Knight could move to b3 and ${en}.`)
  speech.language = 'de'
  expect(replyReason(move('d2b3', {}), 'wotn', threat)).toBe(`Danach kann der Ritter nach b3 ziehen und ${de}.`)
})

const gains: [VariationGain, en: string, de: string][] = [
  [
    { wins: [{ kind: 'R', square: 'e8' }], loses: [{ kind: 'B', square: 'c3' }], promotes: [] },
    'As a result, White wins the Rook on e8 for the Bishop.',
    'Die Folge: Weiß gewinnt den Turm auf e8 für den Bischof.',
  ],
  [
    { wins: [{ kind: 'P', square: 'e5' }], loses: [], promotes: [{ from: 'N', to: 'M' }] },
    'As a result, White wins the Pawn on e5 and promotes the Knight to Baron.',
    'Die Folge: Weiß gewinnt den Bauern auf e5 und lässt den Ritter zum Baron aufsteigen.',
  ],
  [
    { wins: [], loses: [{ kind: 'P', square: 'e5' }], promotes: [{ from: 'N', to: 'M' }] },
    'As a result, White gives up the Pawn and promotes the Knight to Baron.',
    'Die Folge: Weiß gibt den Bauern her und lässt den Ritter zum Baron aufsteigen.',
  ],
]

it.each(gains)('writes what a line wins', (gain, en, de) => {
  speech.language = 'en'
  expect(gainReason('reason.gain.reply', 0, gain, 'wotn')).toBe(en)
  speech.language = 'de'
  expect(gainReason('reason.gain.reply', 0, gain, 'wotn')).toBe(de)
})

it('names the best reply if nothing else explains a fault', () => {
  const quiet: FaultFacts = { reply: none, better: none, replyGain: null, betterGain: null }
  const fault = {
    seat: 1,
    best: move('d7d6', { kind: 'P' }),
    reply: move('e1e8', { kind: 'R' }),
    allowsMate: 0,
    missesMate: 0,
    facts: quiet,
  }
  const rook: VariationGain = { wins: [{ kind: 'R', square: 'e8' }], loses: [], promotes: [] }
  speech.language = 'en'
  expect(moveReasons(fault, 'wotn')).toEqual(['Allows Rook to e8.', 'Better: Pawn to d6.'])
  expect(moveReasons({ ...fault, facts: { ...quiet, reply: fork } }, 'wotn')).toEqual([
    'Lets the Rook move to e8 and fork the Rook on a5 and the Rook on g5.',
    'Better: Pawn to d6.',
  ])
  expect(moveReasons({ ...fault, facts: { ...quiet, replyGain: rook } }, 'wotn')).toEqual([
    'As a result, White wins the Rook on e8.',
    'Better: Pawn to d6.',
  ])
  expect(moveReasons({ ...fault, facts: { ...quiet, betterGain: rook } }, 'wotn')).toEqual([
    'Better: Pawn to d6.',
    'This way Black wins the Rook on e8.',
  ])
  // The capture says what it wins.
  const capture = move('e1e8', { kind: 'R', captured: 'R' })
  expect(moveReasons({ ...fault, reply: capture, facts: { ...quiet, replyGain: rook } }, 'wotn')).toEqual([
    'Lets the Rook capture the Rook on e8.',
    'Better: Pawn to d6.',
  ])
  expect(moveReasons({ ...fault, allowsMate: 2, facts: undefined }, 'wotn')).toEqual([
    'Allows mate in 2.',
    'Better: Pawn to d6.',
  ])
  speech.language = 'de'
  expect(moveReasons(fault, 'wotn')).toEqual(['Lässt Turm nach e8 zu.', 'Besser war Bauer nach d6.'])
})
