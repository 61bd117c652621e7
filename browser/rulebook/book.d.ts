declare module 'diagram-sprite:*' {
  /** The drawings that diagrams use, as an SVG element. */
  const sprite: string
  export default sprite
}

declare module '*.md?book' {
  const book: import('./render.ts').Book
  export default book
}

declare module 'kind-pages' {
  /** Functions that load the page of a kind, by its letter. */
  const pages: Readonly<Record<string, () => Promise<{ default: import('./kindpage.ts').KindPage }>>>
  export default pages
}
