import { type Part, part, together } from '../ui/part.ts'
import type { Game } from '../ui/route.svelte.ts'
import type { Options } from '../ui/settings.svelte.ts'
import type { Language } from '../words/words.svelte.ts'
import type { Book } from './render.ts'
import { sprites } from './sprites.ts'

const books: Record<Game, Record<Language, Part<{ default: Book }>>> = {
  wotn: {
    en: part(() => import('../../docs/rules/way-of-the-knight.md?book')),
    de: part(() => import('../../docs/rules/way-of-the-knight.de.md?book')),
  },
  lancelot: {
    en: part(() => import('../../docs/rules/lancelot.md?book')),
    de: part(() => import('../../docs/rules/lancelot.de.md?book')),
  },
}

/** book returns the part with the rules of a game and the drawings of their diagrams. */
export function book(game: Game, language: Language, set: Options['pieces']) {
  return together(books[game][language], sprites[set], (rules, sprite) => ({
    default: { ...rules.default, sprite: sprite.default },
  }))
}
