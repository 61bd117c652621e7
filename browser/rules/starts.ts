import built from './built/starts.json'
import type { LancelotOptions, LancelotState, Variant, WotnState } from './contract.ts'

/** What the rules say about the usual start positions. They are known before the rules are loaded. */
const starts = built as unknown as {
  wotn: WotnState
  lancelot: { options: LancelotOptions; start: string; state: LancelotState }
}

/** The usual start of Lancelot as options and as a position: two seats and the basic rules. */
export const usualOptions = starts.lancelot.options
export const usualStart = starts.lancelot.start
/** The state of Lancelot there; its board stands for one that is not known yet. */
export const usualState = starts.lancelot.state

/** usualWotn returns the state of a game of Way of the Knight in the usual start position, undefined for any other. */
export function usualWotn(variant: Variant, start: string, moves: readonly string[]): WotnState | undefined {
  return variant === 'wotn' && start === '' && moves.length === 0 ? starts.wotn : undefined
}

/** usualLancelot returns the state of a game of Lancelot in its usual start position, undefined for any other. */
export function usualLancelot(start: string, moves: readonly string[]): LancelotState | undefined {
  return start === usualStart && moves.length === 0 ? usualState : undefined
}
