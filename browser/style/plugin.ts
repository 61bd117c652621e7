import type { Plugin } from 'vite'
import { screens } from './screens.ts'

/** screenNames writes the conditions of screens.ts in place of their names in media queries: `@media (--narrow)`. */
export function screenNames(): Plugin {
  return {
    name: 'screen-names',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({ code: code.replace(/@media[^{]+/g, written), map: null }),
    },
  }
}

function written(query: string): string {
  return query.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
    const condition = (screens as Record<string, string>)[name]
    if (!condition) throw new Error(`screens.ts has no screen ${name}`)
    return condition
  })
}
