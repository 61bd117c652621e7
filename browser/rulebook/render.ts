import { type Marked, Renderer } from 'marked'

export interface Chapter {
  id: string
  title: string
}

export interface Book {
  html: string
  chapters: Chapter[]
}

/**
 * render returns a rule text as HTML. Chapters and numbered paragraphs ("**3.2** …") get the ids "p3" and "p3.2".
 * Wide tables and code scroll inside themselves, by keyboard too, so that the page does not.
 */
export function render(text: string, marked: Marked): Book {
  const chapters: Chapter[] = []
  const plain = new Renderer()
  marked.use({
    renderer: {
      heading(token) {
        const inside = this.parser.parseInline(token.tokens)
        if (token.depth !== 2) return `<h${token.depth}>${inside}</h${token.depth}>\n`
        const id = /^\d+/.exec(token.text)?.[0] ?? String(chapters.length + 1)
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
        plain.parser = this.parser
        return plain.code(token).replace('<pre>', '<pre tabindex="0">')
      },
    },
  })
  return { html: marked.parse(text, { async: false }), chapters }
}
