import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { CollectionFile } from './collection.ts'

const folder = fileURLToPath(new URL('../../internal/puzzles/', import.meta.url))

/** collection returns the puzzles of a game and its daily list, without what the page does not show. */
export function collection(game: string): CollectionFile {
  // Lines without an identifier are the origins of the sections.
  const lines = gunzipSync(readFileSync(`${folder}collections/${game}.puzzles`))
    .toString()
    .trimEnd()
    .split('\n')
  const puzzles = lines.flatMap((line) => {
    const { shares: _, ...puzzle } = JSON.parse(line)
    return puzzle.id ? [puzzle] : []
  })
  return { puzzles, daily: readFileSync(`${folder}daily/${game}.txt`, 'utf8') }
}

/** puzzleCollections makes `puzzles:wotn` and `puzzles:lancelot` the puzzles of the games, a file each. */
export function puzzleCollections(): Plugin {
  return {
    name: 'puzzles',
    resolveId: (id) => (/^puzzles:(wotn|lancelot)$/.test(id) ? `\0${id}` : null),
    load(id) {
      const [, game] = /^\0puzzles:(\w+)$/.exec(id) ?? []
      if (!game) return null
      for (const file of [`collections/${game}.puzzles`, `daily/${game}.txt`]) this.addWatchFile(folder + file)
      // A string that JSON.parse reads is faster than the same object in a script.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(collection(game)))})`
    },
  }
}
