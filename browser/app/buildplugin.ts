import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Writes the name of the build into the start page: a hash of the names of all files, which contain hashes of their
 * content, and of the rules. Pages of a development server have no name.
 */
export function buildName(rules: string): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const hash = createHash('sha256')
        for (const name of Object.keys(bundle ?? {}).sort()) hash.update(`${name}\n`)
        hash.update(readFileSync(rules))
        const content = hash.digest('base64url').slice(0, 12)
        return [{ tag: 'meta', attrs: { name: 'build', content }, injectTo: 'head' }]
      },
    },
  }
}
