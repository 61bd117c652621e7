import type { Argument, Problem } from '../rules/contract.ts'
import { kindName, kindOf } from './kinds.svelte.ts'
import { lineText } from './notation.ts'
import { list, lookUp, t } from './words.svelte.ts'

/**
 * problemText returns the text of a problem in the current language, else the English message of the rules. `names` are those of
 * the seats of a game of Lancelot, by default their colours.
 */
export function problemText(problem: Problem, names: readonly string[] = []): string {
  const { ply, move, number, reason } = problem.args
  const values = argumentTexts(problem.args, names)
  const text =
    lookUp(`problem.${reason}`, values) || lookUp(`problem.${problem.code}`, values) || sentence(problem.message)
  if (typeof ply !== 'number' || !move) return text
  return `${t('paste.move', { number: String(number || `${ply + 1}. `), move: String(move) })} ${text}`
}

/** Codes of problems that concern the whole game, or whose text quotes the place. */
const named = new Set(['assumed-chess', 'mark-text', 'tag-text', 'tag-repaired'])

/** placedText returns the text of a problem after the place in the text that has it, unless the problem names its move. */
export function placedText(problem: Problem, text: string): string {
  const { offset, args } = problem
  const words = problemText(problem)
  const placed = args.move || named.has(problem.code)
  if (offset === undefined || !text || placed) return words
  const found = excerpt(text, offset)
  return found ? t('paste.at', { text: found, problem: words }) : t('paste.at.end', { problem: words })
}

/** argumentTexts returns the texts of the arguments of a problem or refusal. */
export function argumentTexts(args: Problem['args'], names: readonly string[] = []): Record<string, string | number> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argumentText(name, value, args, names)]))
}

/** argumentText returns the text of an argument: the name of a color, seat, kind or line, else the value itself. */
function argumentText(name: string, value: Argument, args: Problem['args'], names: readonly string[]): string | number {
  if (Array.isArray(value)) return list(value.map(lineText))
  const text = String(value)
  switch (name) {
    case 'color':
      return lookUp(`color.${text}`) || value
    case 'seat':
      if (names[Number(text)]) return names[Number(text)] ?? ''
      return args.letter === undefined ? lookUp(`seat.${text}`) : `${lookUp(`seat.${text}`)} (${args.letter})`
    case 'kind': {
      const kind = kindOf(text)
      return kind ? kindName(kind) : value
    }
    case 'rules':
      return lookUp(`problem.rules.${text}`) || value
    case 'what':
      return lookUp(`problem.what.${text}`) || value
    default:
      return value
  }
}

const sentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1)

/** excerpt returns the first characters after a byte offset of the text, or '' at its end. */
export function excerpt(text: string, offset: number): string {
  const rest = new TextDecoder().decode(new TextEncoder().encode(text).slice(offset))
  const word = /^\s*\S{0,24}/.exec(rest)?.[0].trim() ?? ''
  return word.length === 24 ? `${word}…` : word
}
