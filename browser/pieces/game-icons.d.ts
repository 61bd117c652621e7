declare module 'game-icons:*' {
  /** SVG path data on 512 × 512. */
  const path: string
  export default path
}
