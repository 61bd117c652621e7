import { type Marked, Renderer } from 'marked'
import type { Start } from './start.ts'

export interface Chapter {
  id: string
  title: string
}

export interface Book {
  /** Title, introduction and the short rules, as cards. */
  summary: string
  /** The heading of the exact rules, and the exact rules. */
  title: string
  exact: string
  chapters: Chapter[]
}

/** A drawn diagram. */
export interface Drawn {
  svg: string
  caption?: string
  try?: Start
}

/** Drawn diagrams by the text of their code blocks. */
export type Diagrams = Readonly<Record<string, Drawn>>

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The figure of a diagram: "wide" are single lines. `label` is the text of the button that opens its position. */
export function figure(drawn: Drawn, label: string, inline: (text: string) => string): string {
  const caption = drawn.caption ? inline(drawn.caption) : ''
  const button = drawn.try
    ? `<button type="button" data-try="${escaped(JSON.stringify(drawn.try))}">${escaped(label)}</button>`
    : ''
  const below = caption || button ? `<figcaption>${caption} ${button}</figcaption>` : ''
  const [, width = 1, height = 1] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawn.svg) ?? []).map(Number)
  const wide = width > 2.5 * height ? ' wide' : ''
  return `<figure class="diagram-figure${wide}">${drawn.svg}${below}</figure>\n`
}

/** cards wraps each part of the short rules, which begins with a heading of level 3. */
function cards(html: string): string {
  const [before = '', ...parts] = html.split(/(?=<h3>)/)
  return parts.length === 0
    ? html
    : `${before}<div class="cards">${parts.map((part) => `<section>${part}</section>`).join('\n')}</div>\n`
}

/**
 * render returns a rule text as HTML. Chapters without a number come before the numbered ones: the last of them is the heading
 * of the exact rules, what is before it are the short rules. Numbered chapters and numbered paragraphs ("**3.2** …") get the ids "p3" and "p3.2".
 * Code blocks of the language "diagram" become figures, with a button `tryLabel` if their position can be tried; it throws an error for one that was not drawn. Wide tables and code scroll inside themselves, by keyboard too, so that the page does not.
 */
export function render(text: string, marked: Marked, diagrams: Diagrams = {}, tryLabel = ''): Book {
  const chapters: Chapter[] = []
  const parts: string[] = []
  const plain = new Renderer()
  marked.use({
    renderer: {
      heading(token) {
        const inside = this.parser.parseInline(token.tokens)
        if (token.depth !== 2) return `<h${token.depth}>${inside}</h${token.depth}>\n`
        const id = /^\d+/.exec(token.text)?.[0]
        if (!id) {
          parts.push(inside)
          return `<h2>${inside}</h2>\n`
        }
        chapters.push({ id: `p${id}`, title: token.text })
        return `<h2 id="p${id}">${inside}</h2>\n`
      },
      paragraph(token) {
        const number = /^\*\*(\d+(?:\.\d+)*)\*\*/.exec(token.raw)?.[1]
        const inside = this.parser.parseInline(token.tokens)
        return number ? `<p id="p${number}">${inside}</p>\n` : `<p>${inside}</p>\n`
      },
      table(token) {
        plain.parser = this.parser
        return `<div class="scroll" tabindex="0">${plain.table(token)}</div>\n`
      },
      code(token) {
        if (token.lang === 'diagram') {
          const drawn = diagrams[`${token.text}\n`]
          if (!drawn) throw new Error(`make diagrams has not drawn this diagram:\n${token.text}`)
          return figure(drawn, tryLabel, (text) => marked.parseInline(text, { async: false }))
        }
        plain.parser = this.parser
        return plain.code(token).replace('<pre>', '<pre tabindex="0">')
      },
    },
  })
  const html = marked.parse(text, { async: false })
  const title = parts.at(-1) ?? ''
  const [summary = '', exact = ''] = title ? html.split(`<h2>${title}</h2>\n`) : ['', html]
  return { summary: cards(summary), title, exact, chapters }
}
