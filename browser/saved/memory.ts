import type { Store } from './games.svelte.ts'

/** A store in memory, for tests. */
export class Memory implements Store {
  entries = new Map<string, string>()
  full = false
  /** The number of characters that it can have. */
  room = Number.POSITIVE_INFINITY

  get length(): number {
    return this.entries.size
  }
  key(i: number): string | null {
    return [...this.entries.keys()][i] ?? null
  }
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    const others = [...this.entries].filter(([known]) => known !== key)
    const used = others.reduce((sum, [known, text]) => sum + known.length + text.length, 0)
    if (this.full || used + key.length + value.length > this.room) throw new Error('the storage is full')
    this.entries.set(key, value)
  }
  removeItem(key: string): void {
    this.entries.delete(key)
  }
}
