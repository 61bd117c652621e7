import { here } from '../ui/base.ts'
import type { IconName } from '../ui/icons.ts'
import type { Route } from '../ui/route.svelte.ts'

/** A section of the page, as the header and the bottom bar list them. */
export interface Section {
  /** Relative to the base. */
  path: string
  name: 'app.play-short' | 'app.learn' | 'app.puzzles' | 'app.analysis' | 'app.rules' | 'app.me'
  icon: IconName
  pages: readonly Route['page'][]
}

/** The sections that everybody uses. */
export const sections: readonly Section[] = [
  {
    path: 'play',
    name: 'app.play-short',
    icon: 'play',
    pages: [
      'lobby',
      'new-table',
      'friends',
      'match',
      'table',
      'new',
      'paste',
      'opponents',
      'tournaments',
      'tournament',
      'certificate',
    ],
  },
  { path: 'learn', name: 'app.learn', icon: 'learn', pages: ['learn', 'minute'] },
  { path: 'puzzles', name: 'app.puzzles', icon: 'puzzle', pages: ['puzzles'] },
  { path: 'analysis/wotn', name: 'app.analysis', icon: 'analysis', pages: ['analysis', 'studies', 'study'] },
  { path: 'rules/wotn', name: 'app.rules', icon: 'text', pages: ['rules', 'pieces', 'piece'] },
]

/** The section about the person who uses the page. */
export const me: Section = {
  path: 'account',
  name: 'app.me',
  icon: 'person',
  pages: ['account', 'person', 'clubs', 'club', 'following', 'security', 'settings', 'reset', 'join', 'admin'],
}

/** currentOf returns the value of aria-current of the link to a section. */
export function currentOf(section: Section, route: Route): 'page' | 'true' | undefined {
  if (!section.pages.includes(route.page)) return undefined
  return here() === section.path ? 'page' : 'true'
}
