import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import type { Plugin } from 'vite'
import { render } from './render.ts'

/**
 * rulebooks renders the rules when the page is built: `import('../../docs/rules/lancelot.md?book')` imports a Book. So the
 * page needs no Markdown, and loads one book only.
 */
export function rulebooks(): Plugin {
  return {
    name: 'rulebooks',
    enforce: 'pre',
    load(id) {
      const [file = '', query] = id.split('?')
      if (query !== 'book') return null
      this.addWatchFile(file)
      return `export default ${JSON.stringify(render(readFileSync(file, 'utf8'), new Marked()))}`
    },
  }
}
