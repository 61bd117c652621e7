import { argumentTexts, problemText } from '../words/problems.ts'
import { lookUp } from '../words/words.svelte.ts'
import type { Refusal } from './api.ts'

/** refusalText returns the text of a refusal by the server or the rules in the current language. */
export function refusalText(refusal: Refusal): string {
  const { code, message } = refusal
  const args = refusal.args ?? {}
  return lookUp(`refusal.${code}`, argumentTexts(args)) || problemText({ code, args, message })
}
