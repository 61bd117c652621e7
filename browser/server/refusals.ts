import { problemText } from '../words/problems.ts'
import { lookUp } from '../words/words.svelte.ts'
import type { Refusal } from './api.ts'

/** A refusal in the language spoken now: the server's own reasons, else those of the rules. */
export function refusalText(refusal: Refusal): string {
  const { code, message } = refusal
  const args = refusal.args ?? {}
  return lookUp(`refusal.${code}`, args) || problemText({ code, args, message })
}
