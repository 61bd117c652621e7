import './style/base.css'
import './app/page.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { reloadAfterUpdate, workOffline } from './app/offline.ts'
import { loadPage } from './app/parts.ts'
import { here } from './ui/base.ts'
import { making } from './ui/making.svelte.ts'
import { readPath } from './ui/route.svelte.ts'
import { settings } from './ui/settings.svelte.ts'
import { speech } from './words/words.svelte.ts'

const target = document.getElementById('app')
if (!target) throw new Error('the page has no element #app')
reloadAfterUpdate()

declare global {
  /** What was pressed before the page ran (public/before-paint.js): the numbers of controls among all in the page, and Tab. */
  var early: (number | 'Tab')[] | undefined
}

const controls = (target: HTMLElement) => [...target.querySelectorAll<HTMLElement>('a, button, input')]

/** show shows the page. Where the server has written it, the page is made outside the document, in steps, and then takes its place. */
async function show(written: HTMLElement): Promise<void> {
  settings.restore()
  const root = document.documentElement
  let target = written
  if (root.dataset.prerendered !== undefined) {
    // A part that fails is loaded again when it is shown, which reports the failure.
    await loadPage(readPath(here()), speech.language, settings.choices.pieces).catch(() => {})
    target = document.createElement('div')
    const parent = target
    await making.inSteps(() => mount(App, { target: parent }))
  }
  const before = controls(written).map(({ textContent }) => textContent)
  if (target !== written) {
    target.id = written.id
    written.replaceWith(target)
  } else {
    // The text of a document of the operator may be there.
    written.replaceChildren()
    mount(App, { target })
  }
  delete root.dataset.prerendered
  making.end()
  const now = controls(target)
  let focused = -1
  for (const n of globalThis.early ?? []) {
    if (n === 'Tab') now[++focused]?.focus()
    else if (now[n]?.textContent === before[n]) now[n]?.click()
  }
  workOffline()
}

settings.load().then(
  () => show(target),
  // public/before-paint.js shows a notice.
  () => dispatchEvent(new Event('textsfailed')),
)
