// The parts of a browser that rendering uses, as a first-time visitor has them. Imported before all else.

const nothing = () => {}
const storage = { getItem: () => null, setItem: nothing, removeItem: nothing }
const listeners = { addEventListener: nothing, removeEventListener: nothing }

/** The address of the site; all addresses in the page are relative to it. */
const site = 'http://localhost/'

export function visit(path: string, language: string): void {
  const location = new URL(path, site)
  Object.defineProperty(globalThis, 'navigator', {
    value: { languages: [language], language, onLine: true },
    configurable: true,
  })
  Object.assign(globalThis, {
    ...listeners,
    location,
    localStorage: storage,
    sessionStorage: storage,
    matchMedia: () => ({ matches: false, ...listeners }),
    document: {
      baseURI: site,
      documentElement: { dataset: {}, lang: '' },
      querySelector: () => null,
      // Gradients of pieces are added when the page runs; until then they have one colour.
      getElementById: () => ({}),
      ...listeners,
    },
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: nothing,
  })
}

visit('', 'en')
