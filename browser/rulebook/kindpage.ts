import type { Marked } from 'marked'
import { type Diagrams, figure } from './render.ts'
import type { Start } from './start.ts'

/** A drawn diagram of the moves of a piece on d4. */
export interface Moves {
  svg: string
  quiet: string[]
  captures: string[]
  promotions: string[]
  try?: Start
}

/** KindPage has the contents of the page of a kind, besides the table of kinds. */
export interface KindPage {
  empty: Moves
  filled: Moves
  /** HTML of the typical trick, by language. */
  trick: { en: string; de: string }
  /** The id of the paragraph in the rules of Way of the Knight. */
  paragraph: string
}

/** sections returns the text below each heading "## X Name" of a document, by the letter X of the kind. */
function sections(text: string): Map<string, string> {
  const all = new Map<string, string>()
  for (const part of text.split(/^## /m).slice(1)) {
    const found = /^([A-Z]) [^\n]+\n/.exec(part)
    if (!found?.[1]) throw new Error(`a heading of the pieces is no letter and name: ${part.split('\n')[0]}`)
    all.set(found[1], part.slice(found[0].length))
  }
  return all
}

/** tricks returns the HTML of the trick of each kind, by letter, from docs/rules/pieces.md or its translation. */
export function tricks(text: string, marked: Marked, diagrams: Diagrams, tryLabel: string): Map<string, string> {
  marked.use({
    renderer: {
      code({ text, lang }) {
        const drawn = diagrams[`${text}\n`]
        if (lang !== 'diagram' || !drawn) throw new Error(`make diagrams has not drawn this diagram:\n${text}`)
        return figure(drawn, tryLabel, () => '')
      },
    },
  })
  return new Map([...sections(text)].map(([letter, part]) => [letter, marked.parse(part, { async: false })]))
}

/** paragraphs returns the ids of the paragraphs about kinds in the English rules, by the name of the kind. */
export function paragraphs(rules: string): Map<string, string> {
  return new Map(
    [...rules.matchAll(/^\*\*(3\.\d+)\*\* \*\*([A-Z][A-Za-z ]+)\*\*/gm)].map(([, number, name]) => [
      name ?? '',
      `p${number}`,
    ]),
  )
}
