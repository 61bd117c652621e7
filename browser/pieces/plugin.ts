import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

interface Collection {
  icons: Record<string, { body: string; width?: number; height?: number }>
  width?: number
  height?: number
}

/**
 * gameIcons provides icons of the game-icons collection as modules: `import king from 'game-icons:chess-king'` imports the
 * path data of one icon, on 512 × 512. The collection has 6 MB; the page needs 10 of its icons.
 */
export function gameIcons(): Plugin {
  const prefix = 'game-icons:'
  let collection: Collection | undefined

  function path(name: string): string {
    collection ??= JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json'), 'utf8'),
    ) as Collection
    const icon = collection.icons[name]
    if (!icon) throw new Error(`game-icons has no icon ${name}`)
    const found = /^<path fill="currentColor" d="([^"]+)"\/>$/.exec(icon.body)
    if (!found?.[1]) throw new Error(`the icon ${name} is not a single path`)
    return found[1]
  }

  return {
    name: 'game-icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load: (id) =>
      id.startsWith(`\0${prefix}`) ? `export default ${JSON.stringify(path(id.slice(prefix.length + 1)))}` : null,
  }
}
