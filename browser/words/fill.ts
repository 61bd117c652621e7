/**
 * Puts values into the {holes} of a text; a hole without a value stays. A hole like {count:stone|stones} is filled with
 * the first word where its value is 1, else with the second.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g, (hole, name: string, one?: string, other?: string) => {
    const value = values[name]
    if (value === undefined) return hole
    return one === undefined || other === undefined ? String(value) : String(value) === '1' ? one : other
  })
}
