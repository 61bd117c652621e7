import './globals.ts'

import { render } from 'svelte/server'
import App from '../app/App.svelte'
import { making } from '../ui/making.svelte.ts'
import { allLoaded } from '../ui/part.ts'
import { settings } from '../ui/settings.svelte.ts'
import { languages } from '../words/words.svelte.ts'
import { visit } from './globals.ts'

/** The paths of the pages that are made in advance, relative to the base; '' is the home page, "wotn/" a saved game. */
const paths = [
  '',
  'play',
  'learn',
  'rules/wotn',
  'rules/lancelot',
  'pieces',
  'analysis/wotn',
  'analysis/lancelot',
  'wotn/',
  'lancelot/',
]

/** Svelte's hydration markers. The page is rendered again in the browser, so it does not need them. */
const marks = /<!--.*?-->/gs

/**
 * pages returns the content of each page as a first-time visitor sees it before any data is loaded, by path and language. The
 * attributes `data-style` become `style` in the browser (public/before-paint.js), since the site's policy permits no styles in
 * the text of a page.
 */
export async function pages(): Promise<Record<string, Record<string, string>>> {
  making.inAdvance = true
  const all: Record<string, Record<string, string>> = {}
  for (const path of paths) {
    const forms: Record<string, string> = {}
    for (const language of languages) {
      visit(path, language)
      await settings.load()
      settings.restore()
      do forms[language] = render(App).body.replace(marks, '').replaceAll(' style="', ' data-style="')
      while (await allLoaded())
    }
    all[`/${path}`] = forms
  }
  return all
}
