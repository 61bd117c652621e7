import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import type { Plugin } from 'vite'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import { type Diagrams, render } from './render.ts'

interface Built {
  blocks: Diagrams
  sprites: Record<string, string>
}

/** builtDiagrams returns what scripts/diagrams has drawn. */
export function builtDiagrams(): Built {
  return JSON.parse(readFileSync(builtFile, 'utf8')) as Built
}

const builtFile = fileURLToPath(new URL('built/diagrams.json', import.meta.url))

/**
 * rulebooks renders the rules when the page is built: `import('../../docs/rules/lancelot.md?book')` imports a Book. So the
 * page needs no Markdown, and loads one book only. The diagrams in it were drawn by `make diagrams`; the drawings they use are
 * imported as `diagram-sprite:standing` or `diagram-sprite:framed`.
 */
export function rulebooks(): Plugin {
  const sprite = 'diagram-sprite:'
  return {
    name: 'rulebooks',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(sprite) ? `\0${id}` : null),
    load(id) {
      if (id.startsWith(`\0${sprite}`)) {
        this.addWatchFile(builtFile)
        return `export default ${JSON.stringify(builtDiagrams().sprites[id.slice(sprite.length + 1)])}`
      }
      const [file = '', query] = id.split('?')
      if (query !== 'book') return null
      this.addWatchFile(file)
      this.addWatchFile(builtFile)
      const words = file.endsWith('.de.md') ? de : en
      const book = render(readFileSync(file, 'utf8'), new Marked(), builtDiagrams().blocks, words['rulebook.try'])
      return `export default ${JSON.stringify(book)}`
    },
  }
}
