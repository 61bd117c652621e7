import './style/base.css'
import './app/page.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { reloadAfterUpdate, workOffline } from './app/offline.ts'
import { settings } from './ui/settings.svelte.ts'

const target = document.getElementById('app')
if (!target) throw new Error('the page has no element #app')
reloadAfterUpdate()
settings.load().then(
  () => {
    // What the server has written there for browsers that do not run the page.
    target.replaceChildren()
    mount(App, { target })
    workOffline()
  },
  // public/before-paint.js shows a notice.
  () => dispatchEvent(new Event('textsfailed')),
)
