/** Writes the results of the engine from White's side. */
import type { Color, WotnPV } from '../rules/contract.ts'
import { decimalPoint, t } from '../words/words.svelte.ts'

/** forWhite returns a number of the side to move for White. */
function forWhite(n: number, turn: Color): number {
  return turn === 'w' ? n : -n
}

/** scoreText returns a score for White: "+0.4", "0.0", "−1.3", "#3" or "#−3". */
export function scoreText({ score, mate }: Pick<WotnPV, 'score' | 'mate'>, turn: Color): string {
  if (mate !== 0) {
    const n = forWhite(mate, turn)
    return n > 0 ? `#${n}` : `#−${-n}`
  }
  const tenths = Math.round(forWhite(score, turn) / 10)
  const size = (Math.abs(tenths) / 10).toFixed(1).replace('.', decimalPoint())
  return tenths > 0 ? `+${size}` : tenths < 0 ? `−${size}` : size
}

/** whiteShare returns White's win share, from 0 to 1. */
export function whiteShare({ wdl: [win, draw, loss] }: Pick<WotnPV, 'wdl'>, turn: Color): number {
  return ((turn === 'w' ? win : loss) + draw / 2) / 1000
}

/** spokenScore returns the evaluation in words: "White is better by 0.4 pawns". */
export function spokenScore(pv: Pick<WotnPV, 'score' | 'mate'>, turn: Color): string {
  if (pv.mate !== 0) {
    const n = forWhite(pv.mate, turn)
    return t('analysis.spoken.mate', { side: t(n > 0 ? 'color.w' : 'color.b'), n: Math.abs(n) })
  }
  const tenths = Math.round(forWhite(pv.score, turn) / 10)
  if (tenths === 0) return t('analysis.spoken.equal')
  const n = (Math.abs(tenths) / 10).toFixed(1).replace('.', decimalPoint())
  return t('analysis.spoken.better', { side: t(tenths > 0 ? 'color.w' : 'color.b'), n })
}
