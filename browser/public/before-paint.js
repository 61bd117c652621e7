// Applies the chosen colour scheme before the first paint. The keys are those of ui/settings.svelte.ts.
try {
  const scheme = localStorage.getItem('tafelrunde.scheme')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.theme = scheme
} catch {
  // Without storage the page follows the system.
}

// Shows a notice if the script or the style sheet of the page fails to load.
{
  const texts = {
    en: ['Tafelrunde could not be loaded. Check the connection.', 'Try again'],
    de: ['Tafelrunde konnte nicht geladen werden. Prüfe die Verbindung.', 'Noch einmal'],
  }
  const showNotice = () => {
    let language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in texts) ?? 'en'
    try {
      const chosen = localStorage.getItem('tafelrunde.language')
      if (chosen && chosen in texts) language = chosen
    } catch {
      // Without storage the page follows the browser.
    }
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
    const part =
      target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
    // When the page runs, it reports its own failures.
    if (!part || shown || document.getElementById('app')?.hasChildNodes()) return
    shown = true
    if (document.body) showNotice()
    else addEventListener('DOMContentLoaded', showNotice)
  }
  addEventListener('error', failed, true)
}
