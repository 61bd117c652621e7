declare module 'diagram-sprite:*' {
  /** The drawings that diagrams use, as an SVG element. */
  const sprite: string
  export default sprite
}

declare module '*.md?book' {
  const book: import('./render.ts').Book
  export default book
}
