/** What the captures and moves of a piece do for its experience, in words: a hint for first games while the piece is selected. */
import type { Variant, WotnMove, WotnRemark } from '../rules/contract.ts'
import { victimName } from '../words/kinds.svelte.ts'
import { t } from '../words/words.svelte.ts'

/** The largest number of moves that are looked at. */
const most = 8

/** A move with the remarks of the rules about it. */
export interface Remarked {
  move: WotnMove
  remarks: readonly WotnRemark[]
}

/** notable returns the moves of a piece that capture or promote, one for each target: a promotion can be chosen. */
export function notable(moves: readonly WotnMove[], from: string): WotnMove[] {
  const found = new Map<string, WotnMove>()
  for (const move of moves) {
    if (move.from === from && (move.captures || move.promotion) && !found.has(move.to)) found.set(move.to, move)
  }
  // Captures first.
  return [...found.values()].sort((a, b) => Number(b.captures !== '') - Number(a.captures !== '')).slice(0, most)
}

/**
 * pickupTexts returns at most two sentences: the capture that promotes and whose victim has the highest level, else one that
 * does not promote; and the rank that promotes.
 */
export function pickupTexts(all: readonly Remarked[], variant: Variant): string[] {
  const of = (code: WotnRemark['code']) =>
    all
      .flatMap(({ move, remarks }) => remarks.filter((r) => r.code === code).map((remark) => ({ move, remark })))
      .sort((a, b) => b.remark.victim - a.remark.victim)[0]
  const promotes = of('promotes-capture')
  const weak = of('too-weak')
  const rank = of('promotes-rank')
  const capture = promotes ?? weak
  const texts: string[] = []
  if (capture) {
    const { move, remark } = capture
    const { own, victim } = remark
    const values = { kind: victimName(remark.kind, variant), square: move.captures, own, victim }
    texts.push(promotes ? t('pickup.promotes', values) : t('pickup.too-weak', values))
  }
  if (rank) {
    const { kind, own } = rank.remark
    texts.push(t('pickup.rank', { kind: victimName(kind, variant), rank: own, square: rank.move.to }))
  }
  return texts
}
