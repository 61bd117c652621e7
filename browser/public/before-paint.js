// Runs before the first paint, so that a page in a chosen scheme does not flash in the other one.
// The names are those of ui/settings.svelte.ts.
try {
  const scheme = localStorage.getItem('tafelrunde.scheme')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.theme = scheme
} catch {
  // Without storage the page follows the system.
}

// The page's own script or style may fail to load, and then nothing else can say so.
{
  const texts = {
    en: ['Tafelrunde could not be loaded. Check the connection.', 'Try again'],
    de: ['Tafelrunde konnte nicht geladen werden. Prüfe die Verbindung.', 'Noch einmal'],
  }
  const say = () => {
    let language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in texts) ?? 'en'
    try {
      const chosen = localStorage.getItem('tafelrunde.language')
      if (chosen && chosen in texts) language = chosen
    } catch {
      // Without storage the page follows the browser.
    }
    const [text, again] = texts[language]
    const notice = document.createElement('div')
    const button = document.createElement('button')
    notice.setAttribute('role', 'alert')
    notice.lang = language
    notice.style.cssText = 'padding: 1rem; font: 1rem/1.5 system-ui, sans-serif'
    button.type = 'button'
    button.textContent = again
    button.onclick = () => location.reload()
    notice.append(`${text} `, button)
    document.body.prepend(notice)
    addEventListener('online', () => location.reload())
  }
  let said = false
  const failed = ({ target }) => {
    const part =
      target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
    // Once the page runs, it says itself what is missing.
    if (!part || said || document.getElementById('app')?.hasChildNodes()) return
    said = true
    if (document.body) say()
    else addEventListener('DOMContentLoaded', say)
  }
  addEventListener('error', failed, true)
}
