import { problemText } from '../words/problems.ts'
import { lookUp } from '../words/words.svelte.ts'
import type { Refusal } from './api.ts'

/** refusalText returns a refusal in the current language: of the server, else of the rules. */
export function refusalText(refusal: Refusal): string {
  const { code, message } = refusal
  const args = refusal.args ?? {}
  return lookUp(`refusal.${code}`, args) || problemText({ code, args, message })
}
