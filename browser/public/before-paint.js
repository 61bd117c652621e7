// Runs before the first paint, so that a page in a chosen scheme does not flash in the other one.
// The names are those of shell/settings.svelte.ts.
try {
  const scheme = localStorage.getItem('tafelrunde.scheme')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.theme = scheme
} catch {
  // Without storage the page follows the system.
}
