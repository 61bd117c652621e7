import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import type { Plugin } from 'vite'
import { kinds } from '../rules/kinds.gen.ts'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import { type KindPage, type Moves, paragraphs, tricks } from './kindpage.ts'
import { type Diagrams, render } from './render.ts'

interface Built {
  blocks: Diagrams
  kinds: Record<string, { empty: Moves; filled: Moves }>
  sprites: Record<string, string>
}

/** builtDiagrams returns what scripts/diagrams has drawn. */
export function builtDiagrams(): Built {
  return JSON.parse(readFileSync(builtFile, 'utf8')) as Built
}

const builtFile = fileURLToPath(new URL('built/diagrams.json', import.meta.url))

const document = (name: string) => fileURLToPath(new URL(`../../docs/rules/${name}`, import.meta.url))
const documents = ['pieces.md', 'pieces.de.md', 'way-of-the-knight.md'].map(document)

/** linkKinds makes the names at the begin of the paragraphs about kinds links to their pages. */
function linkKinds(html: string): string {
  return kinds.reduce((text, { name: { en, de } }) => {
    const path = `pieces/${en.toLowerCase().replaceAll(' ', '-')}`
    return text.replace(
      new RegExp(`(<p id="p3\\.\\d+"><strong>[\\d.]+</strong> <strong>)(${en}|${de})( \\([^)]+\\))?</strong>`),
      `$1<a href="${path}">$2</a>$3</strong>`,
    )
  }, html)
}

/** kindPages returns the pages of all kinds, by letter. It throws an error if a part of one is missing. */
export function kindPages(): Map<string, KindPage> {
  const built = builtDiagrams()
  const [english = '', german = '', rules = ''] = documents.map((file) => readFileSync(file, 'utf8'))
  const englishTricks = tricks(english, new Marked(), built.blocks, en['rulebook.try'])
  const germanTricks = tricks(german, new Marked(), built.blocks, de['rulebook.try'])
  const numbers = paragraphs(rules)
  return new Map(
    kinds.map(({ letter, name }) => {
      const [diagrams, first, second, paragraph] = [
        built.kinds[letter],
        englishTricks.get(letter),
        germanTricks.get(letter),
        numbers.get(name.en),
      ]
      if (!diagrams || !first || !second || !paragraph) throw new Error(`the page of the ${name.en} is not complete`)
      return [letter, { ...diagrams, trick: { en: first, de: second }, paragraph }]
    }),
  )
}

/**
 * rulebooks renders the rules when the page is built: `import('../../docs/rules/lancelot.md?book')` imports a Book. So the
 * page needs no Markdown, and loads one book only. The diagrams in it were drawn by `make diagrams`; the drawings they use are
 * imported as `diagram-sprite:standing` or `diagram-sprite:framed`. `import pages from 'kind-pages'` imports functions that load
 * the page of a kind of piece.
 */
export function rulebooks(): Plugin {
  const sprite = 'diagram-sprite:'
  const kindPage = 'kind-page:'
  return {
    name: 'rulebooks',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(sprite) || id.startsWith(kindPage) || id === 'kind-pages' ? `\0${id}` : null),
    load(id) {
      if (id === '\0kind-pages') {
        const loaders = kinds.map(({ letter }) => `${letter}: () => import('${kindPage}${letter}')`)
        return `export default { ${loaders.join(', ')} }`
      }
      if (id.startsWith(`\0${kindPage}`)) {
        for (const file of [...documents, builtFile]) this.addWatchFile(file)
        return `export default ${JSON.stringify(kindPages().get(id.slice(kindPage.length + 1)))}`
      }
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
      return `export default ${JSON.stringify({ ...book, exact: linkKinds(book.exact) })}`
    },
  }
}
