import type { KindInfo } from '../rules/contract.ts'

/** A variant with promotions from level to level. */
export type TreeVariant = 'wotn' | 'wotn-alternative'

/** A step in the family tree: a kind and one that it can become. */
export interface Step {
  from: KindInfo
  to: KindInfo
}

/** kindsIn returns the kinds of a variant. */
export function kindsIn(kinds: readonly KindInfo[], variant: TreeVariant): KindInfo[] {
  return kinds.filter((kind) => variant === 'wotn-alternative' || !kind.alternative)
}

/** steps returns all promotions of a variant. */
export function steps(kinds: readonly KindInfo[], variant: TreeVariant): Step[] {
  const all = kindsIn(kinds, variant)
  return all.flatMap((from) =>
    all.filter((to) => from.promotions[variant].includes(to.letter)).map((to) => ({ from, to })),
  )
}

/** family returns the letters of a kind, of all kinds it can come from and of all it can become. */
export function family(kinds: readonly KindInfo[], variant: TreeVariant, letter: string): Set<string> {
  const all = steps(kinds, variant)
  const found = new Set([letter])
  for (const direction of ['from', 'to'] as const) {
    const other = direction === 'from' ? 'to' : 'from'
    let last = [letter]
    while (last.length > 0) {
      last = all.filter((step) => last.includes(step[direction].letter)).map((step) => step[other].letter)
      for (const next of last) found.add(next)
    }
  }
  return found
}

/** origins returns the kinds that can become a kind in a variant. */
export function origins(kinds: readonly KindInfo[], variant: TreeVariant, letter: string): KindInfo[] {
  return steps(kinds, variant)
    .filter(({ to }) => to.letter === letter)
    .map(({ from }) => from)
}

/** Value is the value of a kind on a scale with 3 for the knight. */
export interface Value {
  /** In halves: 9 means 4½. */
  halves: number
  /** The kind whose value is nearest, and whether this one has more, less or about the same. */
  nearest: KindInfo
  compared: 'more' | 'less' | 'same'
}

/** compareValue compares the value of a kind with those of the others. It returns undefined for kinds that the variant lacks. */
export function compareValue(kinds: readonly KindInfo[], variant: TreeVariant, letter: string): Value | undefined {
  const value = (kind: KindInfo | undefined) => kind?.values[variant]
  const own = kinds.find((kind) => kind.letter === letter)
  const [mine, knight] = [value(own), value(kinds.find((kind) => kind.letter === 'N'))]
  if (mine === undefined || !knight) return undefined
  const distance = (kind: KindInfo) => Math.abs((value(kind) ?? 0) - mine)
  const [nearest] = kindsIn(kinds, variant)
    .filter((kind) => kind.letter !== letter)
    .sort((a, b) => distance(a) - distance(b))
  if (!nearest) return undefined
  // Less than a tenth of a knight makes no difference in a game.
  const close = distance(nearest) * 10 < knight
  const compared = close ? 'same' : mine > (value(nearest) ?? 0) ? 'more' : 'less'
  return { halves: Math.round((6 * mine) / knight), nearest, compared }
}
