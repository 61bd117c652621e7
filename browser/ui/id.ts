/** newId returns a random identifier of ten characters, for a saved game or a tab. */
export function newId(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join('')
}
