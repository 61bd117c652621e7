declare module '*.md?book' {
  const book: import('./render.ts').Book
  export default book
}
