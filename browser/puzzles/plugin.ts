import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { CollectionFile, GamesFile } from './collection.ts'
import type { Played, Puzzle } from './format.ts'

const folder = fileURLToPath(new URL('../../internal/puzzles/', import.meta.url))

function read(game: string): (Puzzle & Played & { shares: [number, number, number] })[] {
  return (
    gunzipSync(readFileSync(`${folder}collections/${game}.puzzles`))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      // Lines without an identifier are the origins of the sections.
      .filter(({ id }) => id)
  )
}

/** collection returns the puzzles of a game and its daily list, without what the page does not show. */
export function collection(game: string): CollectionFile {
  const puzzles = read(game).map(({ shares: [, share], from: _, moves: __, ...puzzle }) => ({
    ...puzzle,
    ...(share >= 450 && share <= 550 && puzzle.rules !== 'lancelot' && { even: true }),
  }))
  return { puzzles, daily: readFileSync(`${folder}daily/${game}.txt`, 'utf8') }
}

/** games returns where the puzzles of a game come from, by their identifiers. */
export function games(game: string): GamesFile {
  return Object.fromEntries(read(game).map(({ id, from, moves }) => [id, { from, moves }]))
}

/** puzzleCollections makes `puzzles:wotn` and `puzzles:lancelot` the puzzles of the games, and `puzzles:wotn/games` where they come from. */
export function puzzleCollections(): Plugin {
  return {
    name: 'puzzles',
    resolveId: (id) => (/^puzzles:(wotn|lancelot)(\/games)?$/.test(id) ? `\0${id}` : null),
    load(id) {
      const [, game, played] = /^\0puzzles:(\w+)(\/games)?$/.exec(id) ?? []
      if (!game) return null
      for (const file of [`collections/${game}.puzzles`, `daily/${game}.txt`]) this.addWatchFile(folder + file)
      // A string that JSON.parse reads is faster than the same object in a script.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(played ? games(game) : collection(game)))})`
    },
  }
}
