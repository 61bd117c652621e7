/** Puts values into the {holes} of a text; a hole without a value stays. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}
