import './globals.ts'

import { render } from 'svelte/server'
import App from '../app/App.svelte'
import { allLoaded } from '../ui/part.ts'
import { settings } from '../ui/settings.svelte.ts'
import { languages } from '../words/words.svelte.ts'
import { visit } from './globals.ts'

/** The paths of the pages that are made in advance, relative to the base; '' is the home page. */
const paths = ['', 'play', 'learn', 'rules/wotn', 'rules/lancelot', 'pieces']

/** Svelte's hydration markers. The page is rendered again in the browser, so it does not need them. */
const marks = /<!--.*?-->/gs

/**
 * pages returns the content of each page as a first-time visitor sees it before any data is loaded, by path and language.
 */
export async function pages(): Promise<Record<string, Record<string, string>>> {
  const all: Record<string, Record<string, string>> = {}
  for (const path of paths) {
    const forms: Record<string, string> = {}
    for (const language of languages) {
      visit(path, language)
      await settings.load()
      settings.restore()
      do forms[language] = render(App).body.replace(marks, '')
      while (await allLoaded())
    }
    all[`/${path}`] = forms
  }
  return all
}
