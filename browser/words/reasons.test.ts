import { expect, it } from 'vitest'
import type { Notation, PVMove } from '../rules/contract.ts'
import { betterReason, missedReason, replyReason } from './reasons.ts'
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
