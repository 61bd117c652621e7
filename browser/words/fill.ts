/**
 * fill replaces the {placeholders} of a text by values; placeholders without a value stay. {count:stone|stones} is replaced
 * by the first word if the value is 1, else by the second.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(
    /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g,
    (placeholder, name: string, one?: string, other?: string) => {
      const value = values[name]
      if (value === undefined) return placeholder
      return one === undefined || other === undefined ? String(value) : ['1', '½'].includes(String(value)) ? one : other
    },
  )
}
