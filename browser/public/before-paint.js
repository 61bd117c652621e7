// Applies the chosen colours before the first paint. The keys are those of ui/settings.svelte.ts.
let returning = false
try {
  returning = localStorage.length > 0
  const choices = JSON.parse(localStorage.getItem('tafelrunde.settings') || '{}') || {}
  const root = document.documentElement.dataset
  if (choices.scheme === 'light' || choices.scheme === 'dark') root.theme = choices.scheme
  if (typeof choices.board === 'string') root.board = choices.board
  if (typeof choices.pieces === 'string') root.pieces = choices.pieces
  // The live engine waits for a tap where few processors or little memory are reported (analysis/engine.svelte.ts).
  const { hardwareConcurrency = Infinity, deviceMemory = Infinity } = navigator
  const { on = hardwareConcurrency > 4 && deviceMemory > 4 } =
    JSON.parse(localStorage.getItem('tafelrunde.engine') || '{}') || {}
  if (on === false) root.engine = 'off'
} catch {
  // Without storage the page follows the system.
}

// Loads the texts of the language early, and shows a notice if they, the script or the style sheet of the page fail to load.
{
  const texts = {
    en: ['Tafelrunde could not be loaded. Check the connection.', 'Try again'],
    de: ['Tafelrunde konnte nicht geladen werden. Prüfe die Verbindung.', 'Noch einmal'],
  }
  let language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in texts) ?? 'en'
  try {
    const chosen = localStorage.getItem('tafelrunde.language')
    if (chosen && chosen in texts) language = chosen
  } catch {
    // Without storage the page follows the browser.
  }

  // The server has written some pages as they appear at first to a new visitor: the part of the address after the base is in
  // data-prerendered. If that does not fit, it is hidden until the page runs (style/base.css).
  const root = document.documentElement
  const { prerendered } = root.dataset
  if (prerendered !== undefined) {
    const [at] = location.href.split(/[?#]/)
    const page = new URL(prerendered, document.baseURI).href
    // A saved game; only its browser has it.
    const game = returning && ['wotn/', 'lancelot/'].includes(prerendered)
    const here = game ? at.startsWith(page) : at === page
    const personal = returning && ['./', 'learn'].includes(prerendered)
    // What the analysis board shows is after "#".
    const other = location.hash !== '' && prerendered.startsWith('analysis')
    if (!here || personal || other || language !== root.lang || root.dataset.pieces === 'framed')
      root.dataset.prerendered = 'hidden'
    // A slow browser paints before it has the whole page. Without these styles the layout would be another one.
    root.dataset.unstyled = ''
    const setStyles = () => {
      for (const e of document.querySelectorAll('[data-style]')) e.style.cssText = e.dataset.style
      delete root.dataset.unstyled
    }
    document.addEventListener('readystatechange', setStyles, { once: true })
    // Scripts would delay the first paint of text. A page in the background is not painted.
    const start = (link) => {
      link.rel = 'modulepreload'
      if (!('run' in link.dataset)) return
      const script = document.createElement('script')
      script.type = 'module'
      script.crossOrigin = ''
      script.src = link.href
      document.head.append(script)
    }
    // Each in a task of its own, so that together they do not delay input.
    const load = () => {
      for (const link of document.querySelectorAll('link[rel="after-paint"]')) setTimeout(start, 0, link)
    }
    if (root.dataset.prerendered === 'hidden' || document.hidden)
      document.addEventListener('readystatechange', load, { once: true })
    else
      new PerformanceObserver((paints) => {
        if (paints.getEntriesByName('first-contentful-paint').length > 0) load()
      }).observe({ type: 'paint', buffered: true })
    addEventListener('load', () => setTimeout(load, 2000))
    document.addEventListener('visibilitychange', load)
    // Links and controls of this content wait for the page, which presses again what was pressed before (main.ts).
    const early = []
    globalThis.early = early
    document.addEventListener('readystatechange', () => setWaiting(true), { once: true })
    addEventListener('click', ({ clientX: x, clientY: y }) => {
      if (root.dataset.prerendered === undefined) return
      const boxes = [...document.querySelectorAll('#app :is(a, button, input)')].map((e) => e.getBoundingClientRect())
      early.push(boxes.findLastIndex((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom))
    })
    addEventListener('keydown', (event) => {
      if (event.key !== 'Tab' || event.shiftKey || !document.getElementById('app')?.inert) return
      event.preventDefault()
      early.push('Tab')
    })
  }
  const setWaiting = (waiting) => {
    const app = document.getElementById('app')
    if (app) app.inert = waiting && root.dataset.prerendered !== undefined
  }

  const file = document.querySelector(`link[rel="texts"][hreflang="${language}"]`)
  if (file) file.rel = prerendered === undefined ? 'modulepreload' : 'after-paint'

  const showNotice = () => {
    setWaiting(false)
    const [text, retry] = texts[language]
    const notice = document.createElement('div')
    const button = document.createElement('button')
    notice.setAttribute('role', 'alert')
    notice.lang = language
    notice.style.cssText = 'padding: 1rem; font: 1rem/1.5 system-ui, sans-serif'
    button.type = 'button'
    button.textContent = retry
    button.onclick = () => location.reload()
    notice.append(`${text} `, button)
    document.body.prepend(notice)
    addEventListener('online', () => location.reload())
  }
  let shown = false
  const failed = ({ target }) => {
    // The page's own style sheet is the first one. It may fail when the page already runs, which reports all other failures.
    const part =
      target instanceof HTMLScriptElement
        ? root.dataset.prerendered !== undefined || !document.getElementById('app')?.hasChildNodes()
        : target.rel === 'stylesheet' &&
          (root.dataset.prerendered !== undefined || target === document.querySelector('link[rel="stylesheet"]'))
    if (!part || shown) return
    shown = true
    if (document.body) showNotice()
    else addEventListener('DOMContentLoaded', showNotice)
  }
  addEventListener('error', failed, true)
  addEventListener('textsfailed', () => {
    if (shown) return
    shown = true
    showNotice()
  })
}
