/** The remarks of the rules about a move, as sentences. */
import type { LancelotRemark, Variant, WotnRemark } from '../rules/contract.ts'
import { goalName, nameOf, theName, victimName } from '../words/kinds.svelte.ts'
import { lineText, spokenTurn } from '../words/notation.ts'
import { counted, list, lookUp, sentence, t } from '../words/words.svelte.ts'

/** wotnRemarkText returns a remark about a move of Way of the Knight as a sentence. */
export function wotnRemarkText(remark: WotnRemark, variant: Variant): string {
  const { code, from, square, own, victim } = remark
  const kind = remark.kind && theName(remark.kind, variant)
  const other = remark.other && otherName(code)(remark.other, variant)
  return sentence(lookUp(`remark.${code}`, { kind, other, from, square, own, victim }))
}

/** otherName returns how the second kind of a remark is named: it is captured, what a piece becomes, or only mentioned. */
function otherName(code: WotnRemark['code']): (letter: string, variant: Variant) => string {
  if (code === 'promotes-capture' || code === 'promotes-rank') return goalName
  return code === 'too-weak' ? nameOf : victimName
}

/** The largest number of sentences about a move of the computer in a lesson. */
const most = 3

/**
 * essential returns the most important remarks about a move that is told with its piece, squares and captures: without those
 * that only repeat the capture.
 */
export function essential<R extends { code: string }>(remarks: readonly R[]): R[] {
  return remarks.filter(({ code }) => code !== 'captures').slice(0, most)
}

/**
 * upToDate reports whether a remark still holds after later moves: what can capture, and what can be captured, is where it
 * was.
 */
export function upToDate({ code, from, square }: WotnRemark, later: readonly string[]): boolean {
  if (code === 'threatens-mate') return later.length === 0
  if (code !== 'attacks' && code !== 'attacks-promoting' && code !== 'leaves') return true
  return !later.some((move) => [move.slice(0, 2), move.slice(2, 4)].some((s) => s === from || s === square))
}

/** lancelotRemarkText returns a remark about a turn of Lancelot as a sentence. `name` returns the name of a seat. */
export function lancelotRemarkText(remark: LancelotRemark, name: (seat: number) => string): string {
  const { code, n, square } = remark
  const [who, lines] = [name(remark.seat), list(remark.lines.map(lineText))]
  switch (code) {
    case 'captures-stones':
      return counted('remark.captures-stones', n, { lines })
    case 'remaining':
      return counted('remark.remaining', n)
    case 'threatens':
      return counted('remark.threatens', n, { lines, who, square })
    case 'prevents-target':
      return counted('remark.prevents-target', n, { who, square })
    case 'prevents-target-excalibur':
      return counted('remark.prevents-target-excalibur', n, { who, turn: spokenTurn(remark.turn) })
    case 'zugzwang':
      return counted('remark.zugzwang', n, { who })
    case 'zugzwang-target':
      return t('remark.zugzwang-target', { who })
    case 'leaves-target':
      return counted('remark.leaves-target', n, { who, square })
    case 'leaves-target-excalibur':
      return counted('remark.leaves-target-excalibur', n, { who, turn: spokenTurn(remark.turn) })
    case 'threatened':
      return counted('remark.threatened', n, { who, square })
    case 'saves':
      return counted('remark.saves', n, { who, square })
    case 'captures-stones-many':
      return t('remark.captures-stones-many', { lines, n })
    case 'reaches':
      return t('remark.reaches', { n })
    case 'closes':
      return t('remark.closes', { who, lines })
    case 'skips':
      return t('remark.skips', { who })
  }
}
