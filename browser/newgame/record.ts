import { wotn } from '../rules/client.ts'
import type { Answer, ReadVariant, Variant, WotnRecord } from '../rules/contract.ts'

/**
 * readRecord reads a game that was pasted into a dialog of a game of Way of the Knight or orthodox chess. If the variant is to be
 * detected, moves without tags are of the variant of the dialog, unless only the detected one can have them. It rejects with
 * RulesStopped.
 */
export async function readRecord(chosen: ReadVariant, own: Variant, text: string): Promise<Answer<WotnRecord>> {
  const bare = chosen === 'detect' && !/^\s*\[[A-Za-z]/m.test(text)
  const answer = await wotn.read(bare ? own : chosen, text)
  if (answer.ok || !bare) return answer
  const detected = await wotn.read(chosen, text)
  return detected.ok ? detected : answer
}
