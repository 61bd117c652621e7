declare module 'puzzles:wotn' {
  const file: import('./collection.ts').CollectionFile
  export default file
}

declare module 'puzzles:wotn/games' {
  const file: import('./collection.ts').GamesFile
  export default file
}

declare module 'puzzles:lancelot/games' {
  const file: import('./collection.ts').GamesFile
  export default file
}

declare module 'puzzles:lancelot' {
  const file: import('./collection.ts').CollectionFile
  export default file
}
